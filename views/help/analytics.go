package help

func analyticsTasks() []Task {
	return []Task{
		{"Veja os números de um período", []string{"Escolha a área: Associados, Serviços, Pedidos ou Recepção.",
			"Escolha 30 dias, 90 dias, este ano ou 12 meses. Outros dias ficam em “Escolher datas”.",
			"Filtre por situação, etiqueta, tipo, profissional ou atendente, se precisar."}},
		{"Descubra o que está por trás de um número",
			[]string{"Clique em uma barra do gráfico, ou em um mês da tabela.",
				"A lista abre só com os registros daquele período. Volte com a seta do navegador."}},
		{"Leve os números para uma reunião", []string{"Clique em “Relatório da diretoria” e baixe o PDF, com uma página para cada área.",
			"Para uma planilha, clique em “Exportar” e escolha CSV ou Excel.",
			"Para imprimir só a página aberta, use a impressão do navegador."}},
	}
}

func analyticsTerms() []Term {
	return []Term{
		{"Comparado a", "O período anterior de mesmo tamanho. Um ano, ou 12 meses, se compara aos mesmos dias do ano anterior."},
		{"< 3", "Um grupo com menos de três pessoas, cujo número fica oculto para não identificar ninguém."},
		{"Taxa da associação", "O que a associação realmente reteve do valor recebido."},
	}
}
