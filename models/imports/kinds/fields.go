package kinds

import (
	"acolhe/models/bookings"
	"acolhe/models/imports/cells"
	"acolhe/models/orders"
)

// whoseSale are the fields that find the associate of an order or a service.
var whoseSale = append(append([]cells.Field{}, cells.Whose...),
	cells.Field{Name: "associate_code", Group: "Associado", Label: "Código", Kind: cells.Text, Max: 60,
		Words: []string{"codigo do associado", "cod associado", "codigo associado", "id associado", "numero do associado", "matricula"}})

// option returns a value of a choice; words are further texts that mean it.
func option(value, label string, words ...string) cells.Option {
	return cells.Option{Value: value, Label: label, Words: words}
}

// paidWords are texts that say whether something is paid.
var (
	paidWords = []string{"sim", "s", "x", "ok", "pg", "pago", "paga", "quitado", "quitada", "recebido", "pago total", "concluido",
		"pagamento concluido", "pagamento confirmado", "realizado e pago"}
	unpaidWords = []string{"nao", "n", "pendente", "aberto", "em aberto", "a receber", "a pagar", "nao pago", "nao paga", "aguardando",
		"aguardando pagamento", "devendo", "falta pagar"}
)

// orderFields are the fields of orders: a row is one item of an order, or a whole order with its total.
var orderFields = append(append([]cells.Field{
	{Name: "number", Group: "Pedido", Label: "Número", Kind: cells.Text, Max: 60, Example: "1042",
		Words: []string{"pedido", "n pedido", "n do pedido", "no pedido", "num pedido", "numero pedido", "cod pedido",
			"codigo do pedido", "id pedido",
			"venda", "n venda", "numero da venda", "ped", "n"}},
	{Name: "date", Group: "Pedido", Label: "Data", Kind: cells.Date, Needed: true, Example: "04/11/2025",
		Words: []string{"data do pedido", "dt pedido", "data da venda", "data da compra", "emissao", "dia", "data pedido"}},
}, whoseSale...), []cells.Field{
	{Name: "product_code", Group: "Item", Label: "Código do produto", Kind: cells.Text, Max: 60, Example: "OLEO-10",
		Words: []string{"sku", "cod produto", "codigo produto", "codigo do produto", "ref", "referencia", "cod item"}},
	{Name: "product_name", Group: "Item", Label: "Produto", Kind: cells.Text, Max: 250, Example: "Óleo 10 mg/ml",
		Words: []string{"produto", "item", "nome do produto", "descricao", "medicamento", "oleo", "produtos"}},
	{Name: "quantity", Group: "Item", Label: "Quantidade", Kind: cells.Integer, Example: "2",
		Words: []string{"quantidade", "qtd", "qtde", "quant", "qnt", "unidades", "frascos"}},
	{Name: "amount", Group: "Item", Label: "Preço de cada um", Kind: cells.Money, Example: "R$ 189,90",
		Words: []string{"preco", "preco unitario", "valor unitario", "vl unit", "valor unit", "unitario", "preco unit", "vlr unitario"}},
	{Name: "line_total", Group: "Item", Label: "Total do item", Kind: cells.Money,
		Words: []string{"total do item", "subtotal", "valor do item", "total item", "total da linha", "valor item"}},
	{Name: "freight", Group: "Pedido", Label: "Frete", Kind: cells.Money,
		Words: []string{"frete", "entrega", "valor do frete", "envio", "sedex"}},
	{Name: "discount", Group: "Pedido", Label: "Desconto", Kind: cells.Money,
		Words: []string{"desconto", "desc", "valor do desconto", "abatimento"}},
	{Name: "donation", Group: "Pedido", Label: "Doação", Kind: cells.Money, Words: []string{"doacao", "subsidio", "social"}},
	{Name: "total", Group: "Pedido", Label: "Total", Kind: cells.Money, Example: "R$ 379,80",
		Words: []string{"total", "total do pedido", "valor do pedido", "valor total", "total geral", "valor", "valor da venda", "total r"}},
	{Name: "status", Group: "Pedido", Label: "Fase", Kind: cells.Choice, Example: "Entregue",
		Words: []string{"fase", "status", "situacao", "etapa", "andamento", "status do pedido", "situacao do pedido",
			"status entrega", "entrega status"},
		Options: []cells.Option{
			option(string(orders.AwaitingPayment), "Aguardando pagamento", "aguardando", "pendente", "em aberto", "aberto",
				"a pagar", "nao pago", "aguardando pgto", "aguardando pagto", "novo"),
			option("Pago", "Pago", "paga", "quitado", "pagamento confirmado", "aprovado", "confirmado"),
			option("Em separação", "Em separação", "separacao", "separando", "em preparo", "preparando", "em producao",
				"embalando", "separado"),
			option("Enviado", "Enviado", "enviada", "postado", "postada", "despachado", "em transito", "a caminho", "expedido",
				"correio", "correios"),
			option("Entregue", "Entregue", "finalizado", "concluido", "concluida", "retirado", "entregue em maos", "encerrado",
				"recebido", "ok"),
			option("Cancelado", "Cancelado", "cancelada", "desistiu", "desistencia", "estornado", "devolvido", "cancel"),
		}},
	{Name: "paid", Group: "Pedido", Label: "Pago ou não", Kind: cells.Choice,
		Words: []string{"pago", "quitado", "pagamento", "situacao do pagamento", "status do pagamento", "status pagamento",
			"pgto", "pagto"},
		Options: []cells.Option{option("yes", "Pago", paidWords...), option("no", "Não pago", unpaidWords...)}},
	{Name: "paid_on", Group: "Pedido", Label: "Data do pagamento", Kind: cells.Date,
		Words: []string{"data do pagamento", "data pagamento", "pago em", "dt pagamento", "data pgto", "data pagto", "recebido em"}},
	{Name: "payment_method", Group: "Pedido", Label: "Forma de pagamento", Kind: cells.Choice, Example: "Pix",
		Words: []string{"forma de pagamento", "forma pagamento", "forma pgto", "forma pagto", "meio de pagamento",
			"tipo de pagamento", "forma"},
		Options: []cells.Option{
			option("pix", "Pix"),
			option("credit_card", "Cartão de crédito", "credito", "cartao", "cc", "cartao credito"),
			option("debit_card", "Débito", "cartao de debito", "cartao debito", "deb"),
			option("cash", "Dinheiro", "especie", "em maos"),
			option("bank_transfer", "Transferência", "ted", "doc", "deposito", "transferencia bancaria", "transf"),
			option("boleto", "Boleto", "boleto bancario"),
		}},
	{Name: "amount_received", Group: "Pedido", Label: "Valor recebido", Kind: cells.Money,
		Words: []string{"valor recebido", "valor pago", "recebido"}},
	{Name: "tracking_code", Group: "Pedido", Label: "Rastreio", Kind: cells.Text, Max: 60,
		Words: []string{"rastreio", "codigo de rastreio", "rastreamento", "codigo de rastreamento", "objeto"}},
	{Name: "freight_carrier", Group: "Pedido", Label: "Transportadora", Kind: cells.Text, Max: 60,
		Words: []string{"transportadora", "forma de envio"}},
	{Name: "prescriber", Group: "Pedido", Label: "Prescritor", Kind: cells.Text, Max: 200,
		Words: []string{"medico", "prescritor", "medico prescritor"}},
	{Name: "tags", Group: "Pedido", Label: "Etiquetas", Kind: cells.Tags, Many: true,
		Words: []string{"etiqueta", "etiquetas", "tag", "tags"}},
	{Name: "note", Group: "Pedido", Label: "Observação", Kind: cells.Note, Many: true,
		Words: []string{"obs", "observacao", "observacoes", "comentario", "nota", "notas"}},
}...)

// serviceFields are the fields of services: a row is one appointment.
var serviceFields = append(append([]cells.Field{
	{Name: "code", Group: "Serviço", Label: "Código", Kind: cells.Text, Max: 60,
		Words: []string{"codigo do servico", "cod servico", "id", "codigo da consulta", "n", "numero"}},
	{Name: "starts_at", Group: "Serviço", Label: "Data", Kind: cells.Moment, Needed: true, Example: "04/11/2025 14:30",
		Words: []string{"data da consulta", "data do atendimento", "dia", "data consulta", "data e hora", "data hora", "agendado para"}},
	{Name: "time", Group: "Serviço", Label: "Hora", Kind: cells.Clock,
		Words: []string{"hora", "horario", "hora da consulta", "inicio", "hr"}},
	{Name: "professional", Group: "Profissional", Label: "Nome", Kind: cells.Text, Max: 200, Needed: true, Example: "Nome do profissional",
		Words: []string{"profissional", "medico", "medica", "doutor", "doutora", "dr", "dra", "psicologo", "psicologa",
			"terapeuta", "prescritor",
			"nome do profissional", "atendido por", "com quem"}},
}, whoseSale...), []cells.Field{
	{Name: "patient_name", Group: "Paciente", Label: "Nome", Kind: cells.Text, Max: 250, Example: "Nome do paciente",
		Words: []string{"paciente", "nome do paciente", "nome paciente", "dependente"}},
	{Name: "price", Group: "Serviço", Label: "Preço", Kind: cells.Money, Example: "R$ 250,00",
		Words: []string{"valor", "preco", "valor da consulta", "preco da consulta", "valor consulta"}},
	{Name: "donation", Group: "Serviço", Label: "Doação", Kind: cells.Money, Words: []string{"doacao", "subsidio", "social"}},
	{Name: "price_paid", Group: "Serviço", Label: "Valor pago", Kind: cells.Money,
		Words: []string{"valor pago", "valor recebido", "recebido"}},
	{Name: "status", Group: "Serviço", Label: "Pago ou não", Kind: cells.Choice, Example: "Pago",
		Words: []string{"status", "situacao", "pago", "pagamento", "status do pagamento", "situacao do pagamento", "quitado", "pgto"},
		Options: []cells.Option{
			option(string(bookings.Paid), "Pago", paidWords...), option(string(bookings.AwaitingPayment), "Não pago", unpaidWords...),
		}},
	{Name: "payment_type", Group: "Serviço", Label: "Forma de pagamento", Kind: cells.Text, Max: 60, Example: "Pix",
		Words: []string{"forma de pagamento", "forma pagamento", "forma pgto", "meio de pagamento", "tipo de pagamento"}},
	{Name: "tags", Group: "Serviço", Label: "Etiquetas", Kind: cells.Tags, Many: true,
		Words: []string{"etiqueta", "etiquetas", "tag", "tags"}},
	{Name: "note", Group: "Serviço", Label: "Observação", Kind: cells.Note, Many: true,
		Words: []string{"obs", "observacao", "observacoes", "comentario", "nota", "notas"}},
}...)
