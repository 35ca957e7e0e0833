package register

import (
	"slices"
	"strconv"

	"acolhe/models/orders"
	"acolhe/models/types/fmtbr"
	"acolhe/models/types/money"
	"acolhe/views/ui"
	"acolhe/views/ui/feedback"
	"acolhe/views/ui/record"
)

// PasswordPath is the page on which an associate changes the password.
const PasswordPath = ProfilePath + "/senha"

func orderPath(order orders.Order) string { return OrdersPath + "/" + strconv.FormatInt(order.ID, 10) }

// orderTone returns the colour of a status.
func orderTone(status orders.Status) ui.Tone {
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

// orderLines returns the computation of an order's total.
func orderLines(totals orders.Totals) []record.Sum {
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

// stateNote explains the status of an order.
func stateNote(order orders.Order) feedback.Alert {
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

// orderStep is a step of an order's way.
type orderStep struct {
	name, note string
	isDone     bool
}

// way returns the steps of an order that is not cancelled, with the times at which it came to them.
func (p OwnOrder) way() []orderStep {
	steps := []struct {
		status orders.Status
		name   string
	}{{orders.Paid, "Pago"}, {orders.Picking, "Separado"}, {orders.Sent, "Enviado"}, {orders.Delivered, "Entregue"}}
	reached := slices.IndexFunc(steps, func(step struct {
		status orders.Status
		name   string
	}) bool {
		return step.status == p.Status
	})
	way := make([]orderStep, len(steps))
	for i, step := range steps {
		way[i] = orderStep{name: step.name, isDone: i <= reached}
		if at, isKnown := p.Reached[step.status]; isKnown && i <= reached {
			way[i].note = fmtbr.DayMonth(at, p.Location) + ", às " + fmtbr.Clock(at, p.Location) + "."
		}
	}
	if p.Carrier != "" {
		way[2].name = "Enviado: " + p.Carrier
	}
	return way
}

// following labels the link to the page of the carrier.
func (p OwnOrder) following() string {
	if p.Carrier == "Correios" {
		return "Acompanhar nos Correios"
	}
	return "Acompanhar a entrega"
}

// hasReceipt reports whether the order is paid.
func (p OwnOrder) hasReceipt() bool { return p.PaidAt != nil && p.Status != orders.Cancelled }

// mayAskAgain reports whether the associate can ask for the same again.
func (p OwnOrder) mayAskAgain() bool {
	return p.Status != orders.AwaitingPayment && p.Status != orders.Cancelled && !p.Asked
}
