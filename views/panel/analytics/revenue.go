package analytics

import (
	"acolhe/models/revenue"
	"acolhe/models/types/fmtbr"
	"acolhe/models/types/money"
	"acolhe/views/ui"
	"acolhe/views/ui/chart"
)

// Revenue is what the paid orders of the period and of the one before are worth.
type Revenue struct{ Now, Before revenue.Sums }

// revenueFigures is the number of figures that WithRevenue adds.
const revenueFigures = 4

// WithRevenue adds the revenue to the board of orders: its figures come first.
func WithRevenue(board Board, of Revenue) Board {
	board.Revenue = &of
	figures := board.Trends
	board.Trends = nil
	for _, one := range []figure{
		{"Receita", of.Now.Total().Cents, of.Before.Total().Cents, inCents, nil, 1},
		{"Ticket médio", of.Now.Total().Mean(), of.Before.Total().Mean(), inCents, nil, 0},
		{"De associados novos", of.Now.New.Orders, of.Before.New.Orders, pieces, nil, 1},
		{"De quem já pedia", of.Now.Returning.Orders, of.Before.Returning.Orders, pieces, nil, 1},
	} {
		board.summarize(one)
	}
	board.Trends = append(board.Trends, figures...)
	return board
}

// sentence says what came in, and how that compares.
func (r Revenue) sentence() string {
	total, earlier := r.Now.Total(), r.Before.Total()
	began := "Entraram " + fmtbr.Money(total.Amount()) + " em " + fmtbr.Plural(int(total.Orders), "pedido pago", "pedidos pagos")
	switch difference := total.Cents - earlier.Cents; {
	case earlier.Orders == 0:
		return began + ". Não há período anterior para comparar."
	case revenue.IsAlmostEqual(r.Now, r.Before):
		return began + ". Quase igual ao período anterior (" + fmtbr.Money(earlier.Amount()) + ")."
	case difference > 0:
		return began + ", " + fmtbr.Money(money.FromCents(difference)) + " a mais que no período anterior. " + r.why(1)
	default:
		return began + ", " + fmtbr.Money(money.FromCents(-difference)) + " a menos que no período anterior. " + r.why(-1)
	}
}

// why names the largest part of a change in the direction of the whole.
func (r Revenue) why(direction int64) string {
	for _, part := range r.parts() {
		if part.Cents*direction > 0 {
			return map[revenue.Reason]string{
				revenue.OfNew:       "O que mais pesou foram os pedidos de associados novos.",
				revenue.OfReturning: "O que mais pesou foram os pedidos de quem já pedia.",
				revenue.OfMean:      "O que mais pesou foi o valor médio dos pedidos.",
			}[part.Reason]
		}
	}
	return ""
}

func (r Revenue) parts() []revenue.Part { return revenue.Explain(r.Now, r.Before) }

// reasons are the parts of the change with their bars, then the whole.
func (r Revenue) reasons() []chart.Reason {
	parts := r.parts()
	if len(parts) == 0 {
		return nil
	}
	largest := max(parts[0].Cents, -parts[0].Cents, 1)
	reasons := make([]chart.Reason, 0, len(parts)+1)
	for _, part := range parts {
		reasons = append(reasons, chart.Reason{Label: reasonLabel(part), Note: ordersNote(part), Figure: signed(part.Cents),
			Tone:  toneOf(part.Cents),
			Share: 100 * float64(max(part.Cents, -part.Cents)) / float64(largest), Falls: part.Cents < 0})
	}
	whole := r.Now.Total().Cents - r.Before.Total().Cents
	return append(reasons, chart.Reason{Label: "Diferença", Figure: signed(whole), IsSum: true})
}

func reasonLabel(part revenue.Part) string {
	switch part.Reason {
	case revenue.OfNew:
		return "Associados novos"
	case revenue.OfReturning:
		return "Quem já pedia"
	}
	if part.Cents < 0 {
		return "Ticket médio menor"
	}
	return "Ticket médio maior"
}

func ordersNote(part revenue.Part) string {
	switch {
	case part.Reason == revenue.OfMean:
		return ""
	case part.Orders < 0:
		return fmtbr.Plural(int(-part.Orders), "pedido a menos", "pedidos a menos")
	case part.Orders == 0:
		return "mesmo número de pedidos"
	}
	return fmtbr.Plural(int(part.Orders), "pedido a mais", "pedidos a mais")
}

func signed(cents int64) string {
	if cents < 0 {
		return "−" + fmtbr.Money(money.FromCents(-cents))
	}
	return "+" + fmtbr.Money(money.FromCents(cents))
}

func toneOf(cents int64) ui.Tone {
	if cents < 0 {
		return ui.Bad
	}
	return ui.Good
}

// trendRows returns the figures by row: those of the revenue are a row of their own.
func (d Data) trendRows() [][]chart.Trend {
	if d.Revenue == nil {
		return [][]chart.Trend{d.Trends}
	}
	return [][]chart.Trend{d.Trends[:revenueFigures], d.Trends[revenueFigures:]}
}
