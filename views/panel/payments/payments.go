// Package payments shows the forms of a booking's payment and of its way back.
package payments

import (
	"strconv"
	"time"

	"acolhe/models/bookings"
	"acolhe/models/orders"
	"acolhe/models/types/civil"
	"acolhe/models/types/errs"
	"acolhe/models/types/fmtbr"
	"acolhe/models/types/money"
	agendaview "acolhe/views/panel/agenda"
	"acolhe/views/ui"
	"acolhe/views/ui/control"
	"acolhe/views/ui/dialog"
	"acolhe/web"
)

// Fields of the form that are not fields of the payment: the page to return to, and a proof that an earlier sending of the form
// has stored, with its name.
const (
	BackField      = "volta"
	ProofField     = "comprovante"
	ProofNameField = "comprovante_nome"
)

// Data is the form of a payment.
type Data struct {
	Service bookings.Service
	// Open are the unpaid services of the booking with their prices.
	Open  []bookings.Service
	Due   []money.Amount
	Typed web.FormData
	// MayAttach reports whether the person may attach a proof.
	MayAttach bool
	Refused   error
	// Now is in the association's time zone.
	Now time.Time
}

// Title is the title of the form.
const Title = "Registrar pagamento da reserva"

// RevertTitle is the title of the way back.
const RevertTitle = "Voltar para a pagar"

var labels = map[string]string{"services": "O que foi pago", "payment_method": "Forma de pagamento", "paid_on": "Recebido em",
	"amount_received": "Valor recebido", ProofField: "Comprovante de pagamento", "reason": "Motivo"}

func (d Data) person() string {
	return agendaview.Person(d.Service.AssociateName, d.Service.PatientName)
}

func (d Data) ask() dialog.Ask {
	ask := dialog.Ask{Title: Title, Text: d.person() + " · " + fmtbr.Plural(len(d.Open), "serviço a pagar", "serviços a pagar"), Files: true,
		Refusal: d.refusal(),
		Action:  agendaview.StepHref(d.Service.ID, agendaview.Pay), Back: d.back(), Problems: d.problems(), Verb: "Registrar pagamento"}
	switch {
	case len(d.Open) == 0:
		ask.Verb, ask.Text = "", d.person()
	case d.differs():
		ask.Verb = "Marcar mesmo assim"
	}
	return ask
}

func (d Data) back() string { return d.Typed.Or(BackField, agendaview.Href(d.Service.ID)) }

func (d Data) problems() ui.Problems {
	return ui.ProblemsOf(errs.FieldsOf(d.Refused), func(path string) string { return labels[path] })
}

// refusal returns the reason why nothing was changed, if it belongs to no field.
func (d Data) refusal() string {
	refused := errs.As(d.Refused)
	switch {
	case len(d.Open) == 0:
		return "Esta reserva já está paga."
	case refused == nil || len(refused.Fields) > 0 || d.differs():
		return ""
	}
	return refused.Message
}

// differs reports whether the amount was refused because it differs from the prices.
func (d Data) differs() bool { return errs.HasCode(d.Refused, orders.CodeAmountDiffers) }

// difference asks for confirmation of an amount that differs from the prices.
func (d Data) difference() string {
	var received money.Amount
	if received.UnmarshalText([]byte(d.Typed.Or("amount_received", ""))) != nil {
		return ""
	}
	missing := d.total().Sub(received)
	if missing.Cmp(money.Zero) > 0 {
		return "Faltam " + fmtbr.Money(missing) + ". Marcar mesmo assim?"
	}
	return "O valor passa o total em " + fmtbr.Money(money.Zero.Sub(missing)) + ". Marcar mesmo assim?"
}

func (d Data) isTicked(id int64) bool {
	ticked, isSent := d.Typed["services"]
	if !isSent && d.Refused == nil {
		return true
	}
	for _, value := range ticked {
		if value == strconv.FormatInt(id, 10) {
			return true
		}
	}
	return false
}

// total is the sum of the prices of the ticked services.
func (d Data) total() money.Amount {
	total := money.Zero
	for i, one := range d.Open {
		if d.isTicked(one.ID) {
			total = total.Add(d.Due[i])
		}
	}
	return total
}

func (d Data) line(one bookings.Service) string {
	return agendaview.When(one.ConsultationDate, d.Now.Location()) + " · " + one.ProfessionalName
}

func (d Data) method() control.Radio {
	options := make([]control.Option, len(orders.PaymentMethods()))
	for i, method := range orders.PaymentMethods() {
		options[i] = control.Option{Value: string(method), Label: method.Label()}
	}
	return control.Radio{Name: "payment_method", Label: labels["payment_method"], Options: options, Value: d.Typed.Or("payment_method", ""),
		Error: d.problems().For("payment_method"), Keys: true, Wide: true}
}

func (d Data) input(name string, kind control.Kind, stored string) control.Input {
	return control.Input{Name: name, Label: labels[name], Kind: kind, Value: d.Typed.Or(name, stored), Error: d.problems().For(name)}
}

func (d Data) paidOn() control.Input {
	input := d.input("paid_on", control.Date, civil.Of(d.Now).String())
	input.Max = civil.Of(d.Now).String()
	return input
}

func (d Data) proof() control.File {
	file := control.File{ID: ProofField, Name: web.FileField, Label: labels[ProofField], Accept: "image/*,application/pdf", Optional: true,
		Hint: "Foto ou PDF, até 20 MB.", Error: d.problems().For(ProofField)}
	if name := d.Typed.Or(ProofNameField, ""); name != "" {
		file.Sent = "Guardado: " + name
	}
	return file
}

// RegisteredMessage is the message after a payment.
func RegisteredMessage(amount money.Amount) string {
	return "Pagamento de " + fmtbr.Money(amount) + " registrado."
}

// RevertedMessage is the message after the way back of a payment.
func RevertedMessage(services int) string {
	return fmtbr.Plural(services, "serviço de volta para a pagar.", "serviços de volta para a pagar.")
}

// RevertData is the form of the way back of a payment.
type RevertData struct {
	Service bookings.Service
	// Services is the number of services of the payment, and Line how it was paid.
	Services int
	Line     string
	Typed    web.FormData
	Refused  error
}

func (d RevertData) ask() dialog.Ask {
	return dialog.Ask{Title: RevertTitle, Text: d.Line, Action: agendaview.StepHref(d.Service.ID, agendaview.Unpay),
		Back: agendaview.Href(d.Service.ID), Verb: "Voltar para a pagar",
		Problems: ui.ProblemsOf(errs.FieldsOf(d.Refused), func(path string) string { return labels[path] }), Refusal: d.refusal()}
}

func (d RevertData) refusal() string {
	refused := errs.As(d.Refused)
	if refused == nil || len(refused.Fields) > 0 {
		return ""
	}
	return refused.Message
}

func (d RevertData) lost() string {
	what := "O serviço volta a ficar em aberto."
	if d.Services > 1 {
		what = "Os " + strconv.Itoa(d.Services) + " serviços deste pagamento voltam a ficar em aberto."
	}
	return what + " O pagamento e o motivo ficam no histórico da reserva."
}
