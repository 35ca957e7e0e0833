package orders

import (
	"strings"

	"acolhe/models/orders"
	"acolhe/models/types/fmtbr"
	"acolhe/views/ui"
)

// Number formats the number of an order: nº 1.234.
func Number(id int64) string { return "nº\u00a0" + fmtbr.Integer(id) }

// Title returns the title of an order: Pedido nº 1.234.
func Title(id int64) string { return "Pedido " + Number(id) }

// StatusBadge shows the status of an order; its word carries the meaning, the tone repeats it.
func StatusBadge(status orders.Status) ui.Badge {
	tones := map[orders.Status]ui.Tone{
		orders.AwaitingPayment: ui.Warn, orders.Paid: ui.Info, orders.Picking: ui.Picking,
		orders.Sent: ui.Sent, orders.Delivered: ui.Good, orders.Cancelled: ui.Muted,
	}
	return ui.Badge{Tone: tones[status], Text: string(status)}
}

// Summary returns the first item of an order, and the number of further ones.
func Summary(order *orders.Order) string {
	name := ItemName(order.Items[0])
	if len(order.Items) == 1 {
		return name
	}
	return name + " e mais " + fmtbr.Plural(len(order.Items)-1, "item", "itens")
}

// ItemName returns the name of an item, or its code if it has none.
func ItemName(item orders.Item) string {
	if item.Name == "" {
		return item.Code
	}
	return item.Name
}

// ItemsLine formats items in a line: 2 × Creme a R$ 68,50.
func ItemsLine(items []orders.Item) string {
	parts := make([]string, len(items))
	for i, item := range items {
		parts[i] = fmtbr.Integer(int64(item.Quantity)) + " × " + ItemName(item) + " a " + fmtbr.Money(item.Amount)
	}
	return strings.Join(parts, "; ")
}

// LinesLine formats extra lines in a line.
func LinesLine(lines []orders.CustomPayment) string {
	parts := make([]string, len(lines))
	for i, line := range lines {
		parts[i] = line.Item + " " + Deducted(line.Value)
	}
	return strings.Join(parts, "; ")
}

// PaidLine returns how and when an order was paid: pago com Pix em 23/11/2026, R$ 415,60.
func PaidLine(order orders.Order) string {
	line := "pago"
	if order.PaymentMethod != nil {
		line += " com " + order.PaymentMethod.Label()
	}
	if order.PaidOn != nil {
		line += " em " + order.PaidOn.Shown()
	}
	amount := order.Total
	if order.AmountReceived != nil {
		amount = *order.AmountReceived
	}
	return line + ", " + fmtbr.Money(amount)
}
