// Package ownorders shows the orders of an associate: their list, one of them, and how it is paid.
package ownorders

import (
	"slices"
	"strconv"
	"time"

	"acolhe/models/orders"
	"acolhe/models/ownorders"
	"acolhe/models/types/fmtbr"
	"acolhe/models/types/money"
	"acolhe/views/layouts"
	"acolhe/views/register"
	"acolhe/views/ui"
	"acolhe/views/ui/feedback"
	"acolhe/views/ui/record"
)

// Order is one order of an associate.
type Order struct {
	Frame layouts.Frame
	ownorders.Followed
	Pix      orders.PixPayment
	Location *time.Location
}

// Path returns the page of an order.
func Path(order orders.Order) string {
	return register.OrdersPath + "/" + strconv.FormatInt(order.ID, 10)
}

// toneOf returns the colour of a status.
func toneOf(status orders.Status) ui.Tone {
	switch status {
	case orders.AwaitingPayment:
		return ui.Warn
	case orders.Cancelled:
		return ui.Muted
	case orders.Delivered:
		return ui.Good
	}
	return ui.Info
}

// linesOf returns the computation of an order's total.
func linesOf(totals orders.Totals) []record.Sum {
	lines := []record.Sum{{Label: "Produtos", Amount: fmtbr.Money(totals.Products)}}
	if !totals.Freight.IsZero() {
		lines = append(lines, record.Sum{Label: "Frete", Amount: fmtbr.Money(totals.Freight)})
	}
	switch {
	case totals.Discount.Cmp(money.Zero) > 0:
		lines = append(lines, record.Sum{Label: "Desconto", Amount: fmtbr.Money(money.Zero.Sub(totals.Discount))})
	case totals.Discount.Cmp(money.Zero) < 0:
		lines = append(lines, record.Sum{Label: "Acréscimo", Amount: fmtbr.Money(money.Zero.Sub(totals.Discount))})
	}
	if !totals.Donation.IsZero() {
		lines = append(lines, record.Sum{Label: "A associação paga esta parte", Amount: fmtbr.Money(money.Zero.Sub(totals.Donation))})
	}
	return lines
}

// noteOf explains the status of an order.
func noteOf(order orders.Order) feedback.Alert {
	switch order.Status {
	case orders.AwaitingPayment:
		return feedback.Alert{Tone: ui.Info, Text: "Fale com a equipe para pagar este pedido."}
	case orders.Paid:
		return feedback.Alert{Tone: ui.Good, Text: "Pagamento recebido. Agora separamos seu pedido."}
	case orders.Picking:
		return feedback.Alert{Tone: ui.Good, Text: "Pagamento recebido. Estamos separando seu pedido."}
	case orders.Sent:
		return feedback.Alert{Tone: ui.Info, Text: "Seu pedido está a caminho."}
	case orders.Cancelled:
		return feedback.Alert{Tone: ui.Info, Text: "Este pedido foi cancelado. Se tiver dúvida, fale com a equipe."}
	}
	return feedback.Alert{}
}

// step is a step of an order's way.
type step struct {
	name, note string
	isDone     bool
}

// way returns the steps of an order that is not cancelled, with the times at which it came to them.
func (o Order) way() []step {
	steps := []struct {
		status orders.Status
		name   string
	}{{orders.Paid, "Pago"}, {orders.Picking, "Em separação"}, {orders.Sent, "Enviado"}, {orders.Delivered, "Entregue"}}
	reached := slices.IndexFunc(steps, func(one struct {
		status orders.Status
		name   string
	}) bool {
		return one.status == o.Status
	})
	way := make([]step, len(steps))
	for i, one := range steps {
		way[i] = step{name: one.name, isDone: i <= reached}
		if at, isKnown := o.Reached[one.status]; isKnown && i <= reached {
			way[i].note = fmtbr.DayMonth(at, o.Location) + ", às " + fmtbr.Clock(at, o.Location) + "."
		}
	}
	if o.Carrier != "" {
		way[2].name = "Enviado: " + o.Carrier
	}
	return way
}

// following labels the link to the page of the carrier.
func (o Order) following() string {
	if o.Carrier == "Correios" {
		return "Acompanhar nos Correios"
	}
	return "Acompanhar a entrega"
}

// hasReceipt reports whether the order is paid.
func (o Order) hasReceipt() bool { return o.PaidAt != nil && o.Status != orders.Cancelled }

// mayAskAgain reports whether the associate can ask for the same again.
func (o Order) mayAskAgain() bool {
	return o.Status != orders.AwaitingPayment && o.Status != orders.Cancelled && !o.Asked
}
