package home

import (
	"time"

	"acolhe/models/orders"
	"acolhe/models/types/fmtbr"
	"acolhe/views/panel/labelpurchase"
	ordersview "acolhe/views/panel/orders"
	"acolhe/views/ui"
	"acolhe/views/ui/dialog"
	"acolhe/views/ui/nav"
)

// step is a card of the orders of a status: the oldest, and the number of all.
type step struct {
	title, note, empty string
	status             orders.Status
	oldest             []orders.Pending
	count              int
	// isLast reports whether the orders leave the association after it.
	isLast bool
}

// prepareFoot offers to buy the labels of the orders that are to be sent, and links to the others of a step.
func (t Today) prepareFoot(s step) ui.Content {
	if s.isLast && t.CanMove && s.count > 0 {
		return ui.CardFoot{Text: "Etiquetas dos pedidos em separação",
			Link: ui.Link{Text: "Comprar etiquetas…", Href: labelpurchase.OfStatusHref(s.status), Asks: true}}
	}
	more := s.count - len(s.oldest)
	if more <= 0 {
		return nil
	}
	foot := ui.CardFoot{Text: "Mais " + fmtbr.Plural(more, "pedido", "pedidos")}
	if sending := t.Preparation.SendCount; sending > 0 && !s.isLast {
		foot.Link = ui.Link{Text: number(sending) + " em separação", Href: ordersview.StatusHref(orders.Picking)}
	}
	return foot
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
		actions = append(actions, ui.PostButton{Label: "Separar", Name: name, Action: ordersview.Href(order.ID) + "/situacao", Field: "status",
			Value: string(orders.Picking)})
	default:
		actions = append(actions, ui.Button{Label: "Enviar…", Small: true, Variant: ui.Outline,
			Href: ordersview.StepHref(order.ID, ordersview.Send) + "?volta=/painel", Attrs: dialog.AskAttrs()})
	}
	return actions
}

func (t Today) since(order orders.Pending) ui.Content {
	waited := t.Now.Sub(order.Since)
	return nav.Elapsed{Text: fmtbr.Elapsed(waited), What: "há", Title: "desde " + fmtbr.DateTime(order.Since, t.Now.Location()),
		Tone: toneOf(waited, 24*time.Hour, lateDays*24*time.Hour)}
}
