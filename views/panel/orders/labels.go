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
	name := itemName(order.Items[0])
	if len(order.Items) == 1 {
		return name
	}
	return name + " e mais " + fmtbr.Plural(len(order.Items)-1, "item", "itens")
}

func itemName(item orders.Item) string {
	if item.Name == "" {
		return item.Code
	}
	return item.Name
}

func tagsOf(order *orders.Order) string { return strings.Join(order.Tags, ", ") }
