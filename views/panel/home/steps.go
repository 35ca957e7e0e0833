package home

import (
	"time"

	"acolhe/models/orders"
	"acolhe/models/types/fmtbr"
	ordersview "acolhe/views/panel/orders"
	"acolhe/views/ui"
)

// step is a card of the orders of a status: the oldest, and the number of all.
type step struct {
	title, note, empty string
	status             orders.Status
	oldest             []orders.Pending
	count              int
}

func (s step) foot() ui.Content {
	return moreOf(s.count, len(s.oldest), "pedido", "pedidos", ordersview.StatusHref(s.status))
}

// parcel describes the content and the destination of an order.
func parcel(order orders.Pending) string {
	return fmtbr.Join(" · ", ordersview.Summary(&order.Order), ordersview.City(&order.Order))
}

// moves returns the waiting time of an order, and the button of the next step for production.
func (t Today) moves(order orders.Pending) []ui.Content {
	actions := []ui.Content{t.since(order)}
	name := "o pedido " + ordersview.Number(order.ID) + " de " + order.NameAssociate
	switch {
	case !t.CanMove:
	case order.Status == orders.Paid:
		actions = append(actions, ui.PostButton{Label: "Separar", Name: name, Action: ordersview.Href(order.ID) + "/situacao", Field: "status", Value: string(orders.Picking)})
	default:
		actions = append(actions, ui.Button{Label: "Enviar…", Small: true, Variant: ui.Outline, Href: ordersview.StepHref(order.ID, ordersview.Send) + "?volta=/painel", Attrs: ui.AskAttrs()})
	}
	return actions
}

func (t Today) since(order orders.Pending) ui.Content {
	waited := t.Now.Sub(order.Since)
	return ui.Elapsed{Text: fmtbr.Elapsed(waited), What: "há", Title: "desde " + fmtbr.DateTime(order.Since, t.Now.Location()),
		Tone: toneOf(waited, 24*time.Hour, lateDays*24*time.Hour)}
}
