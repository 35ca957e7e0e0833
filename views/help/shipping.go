package help

func shippingTasks() []Task {
	return []Task{
		{"Escolha o frete", []string{"No pedido, informe os itens e o CEP: as opções aparecem com preço e prazo.",
			"Escolha uma opção. O total muda na hora.", "Para cobrar outro valor, escolha “Outro valor”."}},
		{"Compre uma etiqueta", []string{"Abra um pedido pago e clique em “Comprar etiqueta”.",
			"Confira o valor e confirme. Ele sai do saldo do Melhor Envio ou vai para a fatura da Loggi.", "Clique em “Imprimir etiqueta”."}},
		{"Compre várias etiquetas", []string{"Em Pedidos, filtre por “Pago, sem etiqueta de envio” e marque os pedidos.",
			"Clique em “Comprar etiquetas de envio…” e confirme o total.",
			"Imprima em A6, uma por página, ou em A4, quatro por página. Depois marque os pedidos como enviados."}},
		{"Resolva uma etiqueta sem resposta", []string{"Abra o pedido e clique em “Conferir no Melhor Envio” ou “Conferir na Loggi”.",
			"Se a etiqueta não foi paga, compre de novo."}},
		{"Cancele uma etiqueta", []string{"Antes de postar o pacote, abra o pedido e clique em “Cancelar etiqueta…”.",
			"O valor volta ao saldo do Melhor Envio em até 12 horas."}},
		{"Entregue os pacotes", []string{"No Painel, clique em “Lista de envios” e imprima. Quem recolhe os pacotes assina.",
			"O rastreio se atualiza sozinho. Quando o pacote é postado, o pedido passa para Enviado."}},
	}
}

func shippingTerms() []Term {
	return []Term{
		{"Sem resposta", "A transportadora não confirmou a compra. O Acolhe não compra outra etiqueta antes de conferir."},
		{"Conteúdo declarado", "O texto da etiqueta sobre o que há no pacote. A administração o define em Configurações."},
		{"Saldo", "O dinheiro na carteira do Melhor Envio. Sem saldo a compra é recusada e nada é pago."},
	}
}
