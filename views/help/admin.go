package help

func adminTasks() []Task {
	return []Task{
		{"Prepare uma instalação nova", []string{"Abra o Painel: os primeiros passos mostram o que falta.",
			"Informe o nome da associação e a chave Pix em Configurações.",
			"Convide a equipe e cadastre os produtos."}},
		{"Remova os dados de exemplo", []string{"Abra Dados de exemplo, na Administração.", "Clique em “Remover…” e confirme.",
			"Se um registro real depender de um exemplo, nada é removido e a página mostra qual."}},
	}
}

func settingTasks() []Task {
	return []Task{
		{"Mude uma configuração", []string{"Escolha o grupo, ou busque a chave pelo nome.",
			"Mude o valor. O rodapé mostra o que ainda não foi salvo.",
			"Clique em “Salvar mudanças” ou pressione Ctrl S."}},
		{"Organize as situações da fila", []string{"Abra Recepção.", "Arraste as linhas ou use Alt ↑ e Alt ↓.",
			"Para remover uma situação em uso, escolha para onde vão os itens dela."}},
		{"Volte ao valor padrão", []string{"Clique na seta “Restaurar o padrão”.", "Confirme. O valor salvo é apagado."}},
		{"Veja quem mudou um valor", []string{"Clique no relógio “Histórico” ao lado da chave."}},
	}
}

func settingTerms() []Term {
	return []Term{
		{"Banco, ambiente e padrão", "De onde vem o valor: salvo nesta página, definido no servidor ou o do próprio Acolhe. O salvo vale primeiro."},
		{"Chave pública", "Pode ser lida sem senha por outros programas, como o site."},
	}
}

func operatorTasks() []Task {
	return []Task{
		{"Convide alguém", []string{"Clique em “Convidar operador”.", "Informe nome e e-mail e escolha os papéis.",
			"A pessoa recebe um link por e-mail e escolhe a própria senha."}},
		{"Mude o que alguém pode fazer", []string{"Abra a conta.", "Marque ou desmarque papéis e salve. O efeito é imediato."}},
		{"Bloqueie o acesso de alguém", []string{"Abra a conta e clique em “Desativar”.", "Todas as sessões da pessoa terminam na hora."}},
	}
}

func typeTasks() []Task {
	return []Task{
		{"Mude a taxa ou o preço", []string{"Clique no tipo.",
			"Informe a taxa que fica com a associação e o preço para quem não tem preço próprio.",
			"Salve. Serviços já agendados não mudam."}},
		{"Pare de oferecer um tipo", []string{"Abra o tipo e desmarque “Ativo”. Quem já tem o tipo continua com ele."}},
	}
}

func tokenTasks() []Task {
	return []Task{
		{"Crie um token", []string{"Clique em “Novo token”.", "Marque só as permissões de que o programa precisa e escolha um prazo.",
			"Copie o token: ele não aparece de novo."}},
		{"Corte o acesso de um programa", []string{"Abra o token e clique em “Revogar”. O efeito é imediato."}},
	}
}

func securityTasks() []Task {
	return []Task{
		{"Investigue um acesso", []string{"Busque a pessoa, escolha o tipo de evento e o período.", "Confira o endereço e o horário.",
			"Se não reconhecer o acesso, desative a conta e troque a senha."}},
	}
}

func mailTasks() []Task {
	return []Task{
		{"Descubra por que um e-mail não chegou", []string{"Busque o endereço da pessoa.",
			"Leia a situação: na fila, enviada ou falhou. Abra a mensagem para ver o motivo.",
			"Corrija o que faltava e clique em “Tentar de novo”."}},
	}
}

func webhookTasks() []Task {
	return []Task{
		{"Avise outro sistema", []string{"Clique em “Novo webhook”.", "Informe o endereço que recebe os avisos e marque registros e ações.",
			"Copie o segredo: ele não aparece de novo. Com ele o sistema confere cada entrega."}},
		{"Confira se as entregas chegam", []string{"Clique em “Testar”: a resposta aparece na hora.",
			"Abra uma entrega para ver o que foi enviado, a resposta e as tentativas.",
			"Clique em “Tentar agora” para não esperar a próxima tentativa."}},
		{"Recupere o que não chegou", []string{"Acerte o sistema que recebe e ligue o webhook, se ele estiver desligado.",
			"No menu, clique em “Reenviar período…” e escolha os dias.",
			"Cada aviso leva o mesmo número de antes, para o sistema não repetir o que já tem."}},
		{"Troque o segredo", []string{"No menu, clique em “Trocar segredo…” e copie o novo.",
			"O antigo vale por mais 24 horas, o tempo de trocar no outro sistema."}},
	}
}

func webhookTerms() []Term {
	return []Term{
		{"Na fila", "Ainda não foi enviada."},
		{"Vai tentar", "O sistema não aceitou. O Acolhe tenta até nove vezes, com intervalos que crescem até uma hora."},
		{"Perdida", "As tentativas acabaram, ou o webhook foi desligado. Pode ser reenviada por 30 dias."},
		{"Dados de saúde", "Com a opção marcada, condição de saúde, medicamentos, receita, observações e itens dos pedidos não são enviados."},
	}
}

func errorTasks() []Task {
	return []Task{
		{"Veja o que falhou", []string{"Os erros iguais ficam juntos. Abra um grupo para ver quando começou, em qual versão e onde.",
			"Envie a amostra a quem cuida do sistema: ela não tem CPF, e-mail nem telefone."}},
		{"Encerre um erro", []string{"Clique em “Marcar resolvido” ou pressione R. Se o erro voltar, o grupo reabre.",
			"Clique em “Ignorar” ou pressione I para o que não importa."}},
	}
}

func vitalTasks() []Task {
	return []Task{
		{"Descubra páginas lentas", []string{"Escolha a medida e o período.", "Compare as páginas: verde é bom, vermelho é ruim."}},
	}
}

func vitalTerms() []Term {
	return []Term{
		{"Abertura (LCP)", "O tempo até o maior conteúdo aparecer."},
		{"Resposta ao toque (INP)", "O tempo até a página reagir a um clique ou tecla."},
		{"Estabilidade (CLS)", "Quanto o conteúdo se desloca sozinho."},
		{"O valor mostrado", "Três em cada quatro visitas foram mais rápidas que ele."},
	}
}
