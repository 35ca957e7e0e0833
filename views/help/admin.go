package help

func adminTasks() []Task {
	return []Task{
		{"Prepare uma instalação nova", []string{"Abra o Painel: os primeiros passos mostram o que falta.", "Dê o nome da associação e informe a chave Pix em Configurações.",
			"Convide a equipe e cadastre os produtos."}},
		{"Remova os dados de exemplo", []string{"Peça a quem cuida do servidor que execute: acolhe sample-data remove.", "Registros reais ligados a um exemplo são nomeados e continuam no lugar."}},
	}
}

func operatorTasks() []Task {
	return []Task{
		{"Convide alguém", []string{"Clique em “Convidar operador”.", "Informe nome e e-mail e escolha os papéis.", "A pessoa recebe um link por e-mail e escolhe a própria senha."}},
		{"Mude o que alguém pode fazer", []string{"Abra a conta.", "Marque ou desmarque papéis e salve. Vale na hora."}},
		{"Bloqueie o acesso de alguém", []string{"Abra a conta e clique em “Desativar”.", "Todas as sessões da pessoa terminam na hora."}},
	}
}

func tokenTasks() []Task {
	return []Task{
		{"Crie um token", []string{"Clique em “Novo token”.", "Marque só as permissões de que o programa precisa e escolha um prazo.", "Copie o token: ele não aparece de novo."}},
		{"Interrompa um programa", []string{"Abra o token e clique em “Revogar”. O programa perde o acesso na hora."}},
	}
}

func securityTasks() []Task {
	return []Task{
		{"Investigue um acesso", []string{"Filtre por pessoa, por tipo de acontecimento ou por dia.", "Confira o endereço e o horário.", "Se não reconhecer o acesso, desative a conta e troque a senha."}},
	}
}

func mailTasks() []Task {
	return []Task{
		{"Descubra por que um e-mail não chegou", []string{"Busque o endereço da pessoa.", "Leia a situação: na fila, enviado ou recusado.", "Corrija o endereço no cadastro e clique em “Enviar de novo”."}},
	}
}
