package products

import (
	"github.com/a-h/templ"

	"acolhe/models/orders"
	"acolhe/models/types/fmtbr"
	"acolhe/models/types/money"
	ordersview "acolhe/views/panel/orders"
	"acolhe/views/ui"
	"acolhe/views/ui/chart"
	"acolhe/views/ui/nav"
)

// bars returns the pieces sold in each month; the last month is incomplete.
func (s PageData) bars() chart.Bars {
	bars := chart.Bars{ID: "grafico-vendas", Title: "Unidades vendidas por mês", Text: s.salesText()}
	for i, month := range s.Sales.Months {
		name := fmtbr.ShortMonth(month.Month.Month()) + "/" + month.Month.In(month.Month.Location()).Format("06")
		words := name + ": " + fmtbr.Plural(month.Quantity, "unidade", "unidades") + ", " + fmtbr.Money(month.Amount)
		bars.Bars = append(bars.Bars, chart.Bar{Label: name, Words: words, Value: float64(month.Quantity),
			Figure: fmtbr.Integer(int64(month.Quantity)),
			Href:   ordersview.ProductPlacedHref(s.Product.Code, month.Month, month.Month.AddDate(0, 1, -1)), Partial: i == len(s.Sales.Months)-1})
	}
	return bars
}

// salesText describes the chart, for people who do not see it.
func (s PageData) salesText() string {
	pieces, sum := 0, money.Zero
	for _, month := range s.Sales.Months {
		pieces, sum = pieces+month.Quantity, sum.Add(month.Amount)
	}
	return fmtbr.Plural(pieces, "unidade", "unidades") + " em 12 meses, " + fmtbr.Money(sum) + ". Pedidos cancelados não contam."
}

// looks returns the links to the chart and to the table of its numbers.
func (s PageData) looks() ui.Content {
	return nav.Segments{Label: "Vendas por mês como", Segments: []nav.Tab{
		{Label: "Gráfico", Href: s.href(), Current: !s.AsTable}, {Label: "Tabela", Href: s.href() + "?vendas=tabela", Current: s.AsTable},
	}}
}

// allOrders links to the list of all orders of the product.
func (s PageData) allOrders() ui.Content {
	text := fmtbr.Plural(s.Sales.Orders.Rows, "pedido", "pedidos")
	if s.Sales.Orders.More {
		text = "Mais de " + text
	}
	return ui.Link{Text: text, Href: ordersview.ProductHref(s.Product.Code)}
}

func (s PageData) saleLine(sale orders.Sale) ui.Line {
	return ui.Line{Initials: fmtbr.Initials(sale.NameAssociate), Title: sale.NameAssociate, Href: ordersview.Href(sale.ID),
		Figure: fmtbr.Plural(sale.Quantity, "unidade", "unidades"),
		Note:   ordersview.Title(sale.ID) + " · " + fmtbr.Date(sale.DateCreated, s.Now.Location()), Status: ordersview.StatusBadge(sale.Status)}
}

// suspend is the other way than a removal: it posts the form of the dialog to the address of the sale.
func (s PageData) suspend() ui.Content {
	return ui.Button{Label: "Suspender venda", Variant: ui.Outline, Submit: true, Name: "active", Value: "false",
		Attrs: templ.Attributes{"formaction": s.href() + "/situacao"}}
}
