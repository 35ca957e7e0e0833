package help

func reportTasks() []Task {
	return []Task{
		{"Confira um mês", []string{"Escolha o mês com as setas ← e →.",
			"Ande com J e K, marque com X e aprove com A. Um valor errado se contesta com C, com o motivo.",
			"Se errar, clique em “Desfazer” no aviso ou pressione Z."}},
		{"Responda a uma contestação", []string{"Abra a aba “Contestados” e clique no serviço.",
			"Escreva a resposta, que o profissional lê no portal.", "Clique em “Responder e aprovar” quando o valor estiver certo."}},
		{"Feche o mês", []string{"Quando tudo de um profissional estiver aprovado, clique em “Fechar mês”.",
			"O extrato fica guardado e os serviços não mudam mais. Só a administração reabre, com um motivo."}},
		{"Pague os repasses", []string{"Clique em “Repasses” e exporte o CSV com as chaves Pix.",
			"Depois de pagar, marque os extratos e informe a data."}},
	}
}

func reportTerms() []Term {
	return []Term{
		{"A repassar", "O que o profissional recebe: o valor recebido, menos a taxa da associação e, se configurado, a doação."},
		{"Extrato", "Um mês fechado de um profissional, com número."},
	}
}
