package orders

import (
	"slices"
	"strings"
	"time"

	"acolhe/models/orders"
	"acolhe/models/types/civil"
	"acolhe/models/types/errs"
	"acolhe/models/types/fmtbr"
	"acolhe/models/types/money"
	"acolhe/views/panel/cep"
	"acolhe/views/ui"
	"acolhe/views/ui/control"
	"acolhe/views/ui/dialog"
	"acolhe/web"
)

// Step is a move of an order that needs further data. Its value ends the address of its page.
type Step string

// The steps.
const (
	Pay      Step = "pagar"
	Send     Step = "enviar"
	MoveBack Step = "voltar"
	Cancel   Step = "cancelar"
)

// Steps returns the steps.
func Steps() []Step { return []Step{Pay, Send, MoveBack, Cancel} }

// StepHref returns the address of the page of a step.
func StepHref(id int64, step Step) string { return Href(id) + "/" + string(step) }

// StepData is the page of one step.
type StepData struct {
	Step    Step
	Order   orders.Order
	Version string
	// Typed is the form as it was sent.
	Typed   web.FormData
	Refused error
	// Now is in the association's time zone.
	Now time.Time
	// Next is the address after an accepted form; the page of the order if empty.
	Next string
}

// canBegin reports whether the order's status allows the step.
func (d StepData) canBegin() bool {
	switch d.Step {
	case MoveBack:
		return d.Order.Status.Previous() != ""
	case Pay:
		return slices.Contains(d.Order.Status.Next(), orders.Paid)
	case Send:
		return slices.Contains(d.Order.Status.Next(), orders.Sent)
	}
	return slices.Contains(d.Order.Status.Next(), orders.Cancelled)
}

// Title returns the title of the step.
func (d StepData) Title() string {
	switch d.Step {
	case Pay:
		return "Marcar como pago"
	case Send:
		return "Marcar como enviado"
	case MoveBack:
		return backLabel(d.Order.Status)
	}
	return "Cancelar pedido"
}

// backLabel returns the label of a step back to a status.
func backLabel(status orders.Status) string {
	return "Voltar para " + string(status.Previous())
}

func (d StepData) ask() dialog.Ask {
	ask := dialog.Ask{Title: d.Title(), Text: Title(d.Order.ID) + " de " + d.Order.NameAssociate, Action: StepHref(d.Order.ID, d.Step),
		Back: d.back(), Problems: problemsOf(errs.FieldsOf(d.Refused)), Refusal: d.refusal()}
	if d.Step == Cancel {
		ask.Variant = ui.Danger
	}
	switch {
	case !d.canBegin():
	case d.differs():
		ask.Verb = "Marcar mesmo assim"
	default:
		ask.Verb = d.Title()
	}
	return ask
}

func (d StepData) back() string {
	if d.Next != "" {
		return d.Next
	}
	return Href(d.Order.ID)
}

// refusal returns the reason why nothing was changed, if it belongs to no field.
func (d StepData) refusal() string {
	if d.differs() {
		return ""
	}
	if !d.canBegin() {
		return "O pedido está em “" + string(d.Order.Status) + "”."
	}
	return PageData{Refused: d.Refused}.refusal()
}

// differs reports whether the amount received was refused because it differs from the total.
func (d StepData) differs() bool { return errs.HasCode(d.Refused, orders.CodeAmountDiffers) }

// difference asks for confirmation of an amount that differs from the total.
func (d StepData) difference() string {
	var received money.Amount
	if received.UnmarshalText([]byte(d.Typed.Or("amount_received", ""))) != nil {
		return ""
	}
	missing := d.Order.Total.Sub(received)
	if missing.Cmp(money.Zero) > 0 {
		return "Faltam " + fmtbr.Money(missing) + ". Marcar mesmo assim?"
	}
	return "O valor passa o total em " + fmtbr.Money(money.Zero.Sub(missing)) + ". Marcar mesmo assim?"
}

func (d StepData) input(name string, kind control.Kind, stored string) control.Input {
	return control.Input{Name: name, Label: shortLabel(name), Kind: kind, Value: d.Typed.Or(name, stored), Error: d.problem(name)}
}

func (d StepData) problem(name string) string { return errs.For(errs.FieldsOf(d.Refused), name) }

func (d StepData) method() control.Radio {
	options := make([]control.Option, len(orders.PaymentMethods()))
	for i, method := range orders.PaymentMethods() {
		options[i] = control.Option{Value: string(method), Label: method.Label()}
	}
	return control.Radio{Name: "payment_method", Label: shortLabel("payment_method"), Options: options,
		Value: d.Typed.Or("payment_method", ""),
		Error: d.problem("payment_method"), Keys: true, Wide: true}
}

func (d StepData) paidOn() control.Input {
	input := d.input("paid_on", control.Date, civil.Of(d.Now).String())
	input.Max = civil.Of(d.Now).String()
	return input
}

// isPickup returns the default choice of a pick-up, for an order without an address.
func (d StepData) isPickup() bool {
	if d.Typed != nil {
		return d.Typed.Or("pickup", "") != ""
	}
	return cep.Line(d.Order.Address) == ""
}

// paymentLine describes the payment of an order: Pix em 19/11/2026, with the amount if it differs from the total.
func paymentLine(order orders.Order) string {
	var line string
	if order.PaymentMethod != nil {
		line = order.PaymentMethod.Label()
	}
	if order.PaidOn != nil {
		line = fmtbr.Join(" em ", line, order.PaidOn.Shown())
	}
	if order.AmountReceived != nil && !order.AmountReceived.Equal(order.Total) {
		line = fmtbr.Join(", ", line, "recebido "+fmtbr.Money(*order.AmountReceived))
	}
	return line
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

// lost returns the data that a step back removes.
func (d StepData) lost() string {
	switch d.Order.Status {
	case orders.Paid:
		return "A forma, a data e o valor do pagamento serão apagados. O motivo fica no histórico."
	case orders.Sent:
		return "O código de rastreio será apagado. O motivo fica no histórico."
	}
	return "O motivo fica no histórico."
}

// MovedMessage returns the message after a status change.
func MovedMessage(order orders.Order) string {
	switch order.Status {
	case orders.Picking:
		return Title(order.ID) + " em separação."
	case orders.Cancelled:
		return Title(order.ID) + " cancelado."
	}
	return Title(order.ID) + " marcado como " + strings.ToLower(string(order.Status)) + "."
}

// MovedBackMessage returns the message after an order went back by one step.
func MovedBackMessage(order orders.Order) string {
	return Title(order.ID) + " voltou para " + string(order.Status) + "."
}
