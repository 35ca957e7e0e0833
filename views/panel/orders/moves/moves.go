// Package moves asks for what a change of status needs, of one order or of several, and says what changed.
package moves

import (
	"slices"
	"strings"
	"time"

	"acolhe/models/orders"
	"acolhe/models/stock/queue"
	"acolhe/models/types/civil"
	"acolhe/models/types/errs"
	"acolhe/models/types/fmtbr"
	"acolhe/models/types/money"
	"acolhe/views/panel/cep"
	ordersview "acolhe/views/panel/orders"
	"acolhe/views/ui"
	"acolhe/views/ui/control"
	"acolhe/views/ui/dialog"
	"acolhe/web"
)

// Data is the page of one step.
type Data struct {
	Step    ordersview.Step
	Order   orders.Order
	Version string
	// Typed is the form as it was sent.
	Typed   web.FormData
	Refused error
	// Now is in the association's time zone.
	Now time.Time
	// Next is the address after an accepted form; the page of the order if empty.
	Next string
	// Balance compares the order with its separated units, before it is sent.
	Balance queue.Balance
}

// canBegin reports whether the order's status allows the step.
func (d Data) canBegin() bool {
	switch d.Step {
	case ordersview.MoveBack:
		return d.Order.Status.Previous() != ""
	case ordersview.Pay:
		return slices.Contains(d.Order.Status.Next(), orders.Paid)
	case ordersview.Send:
		return slices.Contains(d.Order.Status.Next(), orders.Sent)
	}
	return slices.Contains(d.Order.Status.Next(), orders.Cancelled)
}

// Title returns the title of the step.
func (d Data) Title() string {
	switch d.Step {
	case ordersview.Pay:
		return "Marcar como pago"
	case ordersview.Send:
		return "Marcar como enviado"
	case ordersview.MoveBack:
		return BackLabel(d.Order.Status)
	}
	return "Cancelar pedido"
}

// BackLabel returns the label of a step back to a status.
func BackLabel(status orders.Status) string {
	return "Voltar para " + string(status.Previous())
}

func (d Data) ask() dialog.Ask {
	ask := dialog.Ask{Title: d.Title(), Text: ordersview.Title(d.Order.ID) + " de " + d.Order.NameAssociate,
		Action: ordersview.StepHref(d.Order.ID, d.Step), Back: d.back(), Problems: ordersview.ProblemsOf(errs.FieldsOf(d.Refused)),
		Refusal: d.refusal()}
	if d.Step == ordersview.Cancel {
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

func (d Data) back() string {
	if d.Next != "" {
		return d.Next
	}
	return ordersview.Href(d.Order.ID)
}

// refusal returns the reason why nothing was changed, if it belongs to no field.
func (d Data) refusal() string {
	if d.differs() {
		return ""
	}
	if !d.canBegin() {
		return "O pedido está em “" + string(d.Order.Status) + "”."
	}
	return ordersview.Refusal(d.Refused)
}

// differs reports whether the amount received was refused because it differs from the total.
func (d Data) differs() bool { return errs.HasCode(d.Refused, orders.CodeAmountDiffers) }

// difference asks for confirmation of an amount that differs from the total.
func (d Data) difference() string {
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

func (d Data) input(name string, kind control.Kind, stored string) control.Input {
	return control.Input{Name: name, Label: ordersview.ShortLabel(name), Kind: kind, Value: d.Typed.Or(name, stored), Error: d.problem(name)}
}

func (d Data) problem(name string) string { return errs.For(errs.FieldsOf(d.Refused), name) }

func (d Data) method() control.Radio {
	options := make([]control.Option, len(orders.PaymentMethods()))
	for i, method := range orders.PaymentMethods() {
		options[i] = control.Option{Value: string(method), Label: method.Label()}
	}
	return control.Radio{Name: "payment_method", Label: ordersview.ShortLabel("payment_method"), Options: options,
		Value: d.Typed.Or("payment_method", ""),
		Error: d.problem("payment_method"), Keys: true, Wide: true}
}

func (d Data) paidOn() control.Input {
	input := d.input("paid_on", control.Date, civil.Of(d.Now).String())
	input.Max = civil.Of(d.Now).String()
	return input
}

// isPickup returns the default choice of a pick-up, for an order without an address.
func (d Data) isPickup() bool {
	if d.Typed != nil {
		return d.Typed.Or("pickup", "") != ""
	}
	return cep.Line(d.Order.Address) == ""
}

// lost returns the data that a step back removes.
func (d Data) lost() string {
	switch d.Order.Status {
	case orders.Paid:
		return "A forma, a data e o valor do pagamento serão apagados. O motivo fica no histórico."
	case orders.Sent:
		return "O código de rastreio será apagado. O motivo fica no histórico."
	}
	return "O motivo fica no histórico."
}

// Message returns the message after a status change.
func Message(order orders.Order) string {
	switch order.Status {
	case orders.Picking:
		return ordersview.Title(order.ID) + " em separação."
	case orders.Cancelled:
		return ordersview.Title(order.ID) + " cancelado."
	}
	return ordersview.Title(order.ID) + " marcado como " + strings.ToLower(string(order.Status)) + "."
}

// BackMessage returns the message after an order went back by one step.
func BackMessage(order orders.Order) string {
	return ordersview.Title(order.ID) + " voltou para " + string(order.Status) + "."
}
