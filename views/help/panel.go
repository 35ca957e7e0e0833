package help

func dayTasks() []Task {
	return []Task{
		{"Comece o dia", []string{"Leia os números no alto: cada um abre a lista do que conta.",
			"Atenda a fila de cima para baixo: quem espera há mais tempo vem primeiro.",
			"Clique em um nome para abrir o cadastro ou o pedido."}},
		{"Encontre qualquer coisa", []string{"Pressione Ctrl K em qualquer página.",
			"Digite parte do nome, o CPF, o e-mail, o número do pedido, um produto ou uma ação.",
			"Escolha com as setas e pressione Enter."}},
		{"Use o teclado", []string{"Pressione ? para ver todas as teclas.", "Pressione G e depois uma letra para ir a outra página."}},
	}
}

func associateTasks() []Task {
	return []Task{
		{"Encontre alguém", []string{"Digite parte do nome, o CPF, o e-mail ou o telefone na busca da lista.",
			"Use os filtros para reduzir a lista.",
			"Salve os filtros como uma visão para usar de novo."}},
		{"Cadastre alguém", []string{"Clique em “Novo associado”.", "Preencha o nome e o que já souber. O resto pode ficar para depois.",
			"Salve. Se a pessoa já existir, o formulário avisa."}},
		{"Registre uma ligação", []string{"Abra o cadastro.", "Escreva em “Anotações” e clique em “Anotar”."}},
		{"Etiquete muitos de uma vez", []string{"Marque as linhas da lista.", "Escolha a ação na barra que aparece.",
			"Se errar, clique em “Desfazer” no aviso ou pressione Z."}},
	}
}

func associateTerms() []Term {
	return []Term{
		{"Associado", "Pessoa que concluiu o cadastro e faz parte da associação."},
		{"Paciente", "Quem usa o tratamento: o próprio associado, outra pessoa ou um animal sob a responsabilidade dele."},
		{"Fase", "Etapa em que o cadastro feito pelo site está. Quem é cadastrado pela equipe pode pular as fases."},
		{"Prescritor", "Profissional que assina a receita."},
	}
}

func orderTasks() []Task {
	return []Task{
		{"Monte um pedido", []string{"Clique em “Novo pedido” ou pressione N.", "Escolha o associado e digite os produtos.",
			"Confira o total, que o sistema calcula, e salve.",
			"Se sair antes, o rascunho fica guardado por 7 dias em “Seus rascunhos”."}},
		{"Receba o pagamento", []string{"Abra o pedido.", "Mostre o código Pix, se houver uma chave configurada.",
			"Marque o pedido como pago e informe a forma e a data."}},
		{"Separe e envie", []string{"Filtre a lista por “Pago”.", "Imprima a folha do pedido e separe os itens.",
			"Clique em “Iniciar separação” e depois em “Marcar como enviado…”."}},
		{"Mude vários de uma vez", []string{"Marque as linhas da lista.", "Escolha a situação, a etiqueta ou a impressão na barra que aparece.",
			"Se errar, clique em “Desfazer” no aviso ou pressione Z."}},
		{"Corrija uma etapa", []string{"Abra o pedido.", "No menu “Mais ações do pedido”, clique em “Voltar para…” e diga o motivo."}},
		{"Exporte a lista", []string{"Filtre o que precisa.", "Clique em “Exportar” e escolha CSV ou Excel."}},
	}
}

func orderTerms() []Term {
	return []Term{
		{"Doação", "Valor que a associação paga por quem não pode pagar tudo. Diminui o total."},
		{"Desconto e acréscimo", "Linhas que diminuem ou aumentam o total, com uma descrição."},
		{"Situação", "Onde o pedido está, do pagamento à entrega. A página do pedido mostra só os próximos passos possíveis."},
	}
}

func productTasks() []Task {
	return []Task{
		{"Cadastre um produto", []string{"Clique em “Novo produto”.", "Informe um código curto, para encontrar o produto no pedido.",
			"Informe o preço. Peso e medidas servem para cotar o frete."}},
		{"Pare de vender um produto", []string{"Abra o produto.", "Clique em “Suspender venda”. Pedidos antigos não mudam."}},
	}
}

func professionalTasks() []Task {
	return []Task{
		{"Cadastre um profissional", []string{"Clique em “Novo profissional”.", "Informe o nome e o tipo. Sem preço próprio, vale o do tipo.",
			"Marque “Prescreve” para encontrá-lo nas receitas e nos pedidos."}},
		{"Registre uma doação", []string{"Abra o profissional e clique em “Movimentar”.", "Diga se o valor entra ou sai, e o motivo.",
			"Para corrigir, registre o movimento contrário."}},
		{"Convide para o portal", []string{"Abra o profissional, com o e-mail informado.",
			"Clique em “Convidar para o portal”. O convite vale 7 dias."}},
		{"Pare de agendar com alguém", []string{"Abra o profissional e clique em “Desativar”. Os atendimentos são mantidos.",
			"Se errar, clique em “Desfazer” no aviso."}},
	}
}

func professionalTerms() []Term {
	return []Term{
		{"Saldo de doações", "O que foi doado para atendimentos do profissional e ainda não foi usado."},
		{"Portal", "Páginas em que o profissional vê os próprios serviços."},
	}
}

func tagTasks() []Task {
	return []Task{
		{"Crie uma etiqueta", []string{"Clique em “Nova etiqueta”.", "Escolha um nome curto e onde ela é oferecida.",
			"Escolha uma cor, se ajudar a reconhecer."}},
		{"Encontre quem tem uma etiqueta", []string{"Abra a lista de associados, pedidos ou produtos.", "Escolha a etiqueta no filtro."}},
	}
}

func taskTasks() []Task {
	return []Task{
		{"Acompanhe uma tarefa", []string{"Continue trabalhando: o aviso no alto da página diz quando ela termina.",
			"Abra a tarefa para ver o que foi feito e o que foi recusado.",
			"Baixe o arquivo de uma exportação em até 24 horas."}},
	}
}

func accountTasks() []Task {
	return []Task{
		{"Troque a senha", []string{"Abra o menu com o seu nome e clique em “Minha conta”.", "Digite a senha atual e a nova.",
			"Clique em “Trocar senha”. Você sai dos outros aparelhos."}},
		{"Saia de um aparelho", []string{"Abra “Minha conta”.", "Em “Aparelhos”, clique em “Sair” ao lado do aparelho.",
			"Para sair de todos, inclusive deste, clique em “Sair de todos os aparelhos”."}},
		{"Mude a aparência", []string{"Clique no sol ou na lua no alto da página para mudar o tema.",
			"No menu com o seu nome, escolha listas compactas ou confortáveis."}},
	}
}
