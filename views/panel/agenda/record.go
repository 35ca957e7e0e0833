package agenda

import (
	"strconv"
	"time"

	"acolhe/models/bookings"
	"acolhe/models/files"
	"acolhe/models/types/errs"
	"acolhe/models/types/fmtbr"
	"acolhe/models/types/money"
	"acolhe/models/types/texts"
	professionalsview "acolhe/views/panel/professionals"
	"acolhe/views/ui"
	"acolhe/web"
)

// RecordData is a service with its booking.
type RecordData struct {
	Service bookings.Service
	// Group are all services of the booking.
	Group []bookings.Service
	// Phone is the associate's, and AssociateHref their page; both are empty if the person may not see associates.
	Phone         *string
	AssociateHref string
	Files         []files.Listed
	MayAddFiles   bool
	// CanChange and CanRemove report what to offer.
	CanChange, CanRemove bool
	// CanReconnect reports whether to offer the page on which the calendar's account is connected, MakesEvents whether the
	// calendar is switched on.
	CanReconnect, MakesEvents bool
	View                      View
	// Now is in the association's time zone.
	Now time.Time
}

// Title returns the name of the person who is attended.
func (d RecordData) Title() string { return Person(d.Service.AssociateName, d.Service.PatientName) }

func (d RecordData) subtitle() string {
	whose := ""
	if texts.Of(d.Service.PatientName) != "" {
		whose = "com " + d.Service.AssociateName
	}
	return fmtbr.Join(" · ", whose, "reserva de "+services(len(d.Group)))
}

func services(count int) string { return fmtbr.Plural(count, "serviço", "serviços") }

func (d RecordData) href(step Step) string { return StepHref(d.Service.ID, step) }

// total returns the sum of the prices of the booking.
func (d RecordData) total() string { return fmtbr.Money(totalOf(d.Group)) }

func totalOf(group []bookings.Service) money.Amount {
	total := money.Zero
	for _, one := range group {
		if one.Price != nil {
			total = total.Add(*one.Price)
		}
	}
	return total
}

func (d RecordData) isUnpaid() bool {
	for _, one := range d.Group {
		if one.Status == bookings.AwaitingPayment {
			return true
		}
	}
	return false
}

// groupStatus is the badge of the booking: paid once all of its services are.
func (d RecordData) groupStatus() ui.Badge {
	if d.isUnpaid() {
		return ui.Badge{Tone: ui.Warn, Text: "Aguardando pagamento"}
	}
	return ui.Badge{Tone: ui.Good, Text: "Pago"}
}

func (d RecordData) facts() []ui.Fact {
	s := d.Service
	facts := []ui.Fact{{Label: "Serviço", Value: professionalsview.TypeName(s.Type) + " com " + s.ProfessionalName}, {Label: "Data", Value: when(s.ConsultationDate, d.Now.Location())},
		{Label: "Preço", Value: price(s.Price)}}
	if !s.Donation.IsZero() {
		facts = append(facts, ui.Fact{Label: "Doação", Value: fmtbr.Money(s.Donation)})
	}
	if s.PricePaid != nil {
		facts = append(facts, ui.Fact{Label: "Valor pago", Value: fmtbr.Money(*s.PricePaid)})
	}
	if s.PaymentType != nil {
		facts = append(facts, ui.Fact{Label: "Forma de pagamento", Value: *s.PaymentType})
	}
	return append(facts, ui.Fact{Label: "Código", Content: ui.Copy{Text: s.ServiceCode, What: "o código"}})
}

func price(amount *money.Amount) string {
	if amount == nil {
		return ""
	}
	return fmtbr.Money(*amount)
}

// menu has the actions that are less frequent.
func (d RecordData) menu() ui.Menu {
	menu := ui.Menu{ID: "mais", Label: "Mais ações do agendamento"}
	if d.CanChange {
		menu.Items = append(menu.Items, ui.MenuItem{Label: "Editar serviço", Icon: "pencil", Href: Href(d.Service.ID) + EditSlug})
		if !d.isUnpaid() {
			menu.Items = append(menu.Items, ui.MenuItem{Label: "Voltar para a pagar", Icon: "undo-2", Post: Href(d.Service.ID) + UnpaySlug})
		}
		if d.MakesEvents && d.Service.EventID == nil && d.Service.ConsultationDate != nil {
			menu.Items = append(menu.Items, ui.MenuItem{Label: "Criar evento na agenda", Icon: "calendar-check", Post: Href(d.Service.ID) + EventSlug})
		}
	}
	if d.CanRemove {
		menu.Items = append(menu.Items, ui.MenuItem{Label: "Cancelar reserva…", Icon: "x", Href: d.href(Cancel), Asks: true, Destructive: true})
	}
	return menu
}

// EventSlug ends the address that makes the calendar event of a service.
const EventSlug = "/evento"

func (d RecordData) eventFailed() bool { return texts.Of(d.Service.EventState) == bookings.EventFailed }

func (d RecordData) eventProblem() string {
	return "O evento não foi criado. " + texts.Of(d.Service.EventError)
}

// message is the text for WhatsApp with the dates of the booking.
func (d RecordData) message() string { return Message(d.Group, d.Now.Location()) }

// Message returns the text that tells an associate about their services.
func Message(group []bookings.Service, zone *time.Location) string {
	text := "Olá, " + firstName(group[0].AssociateName) + "! "
	if len(group) == 1 {
		text += "Seu atendimento está agendado: "
	} else {
		text += "Seus atendimentos estão agendados: "
	}
	lines := make([]string, len(group))
	for i, one := range group {
		lines[i] = when(one.ConsultationDate, zone) + " com " + one.ProfessionalName
	}
	return text + fmtbr.List(lines) + "."
}

func firstName(name string) string {
	for i, r := range name {
		if r == ' ' {
			return name[:i]
		}
	}
	return name
}

// StepData is the page of one step.
type StepData struct {
	Step    Step
	Record  RecordData
	Options Options
	Version string
	// Typed is the form as it was sent or linked to.
	Typed   web.FormData
	Refused error
	// Clashes are the appointments that the new time overlaps with.
	Clashes []bookings.Placed
}

// Title returns the title of the step.
func (d StepData) Title() string {
	switch d.Step {
	case Pay:
		if len(d.Record.Group) == 1 {
			return "Marcar o serviço como pago?"
		}
		return "Marcar a reserva inteira como paga?"
	case Reschedule:
		if d.movesEvent() {
			return "Remarcar o evento também?"
		}
		return "Remarcar"
	}
	return "Cancelar a reserva de " + firstName(d.Record.Service.AssociateName) + "?"
}

func (d StepData) text() string {
	count := services(len(d.Record.Group))
	switch d.Step {
	case Pay:
		return count + ", " + d.Record.total() + "."
	case Reschedule:
		return d.Record.Title() + ", " + when(d.Record.Service.ConsultationDate, d.Record.Now.Location()) + " com " + d.Record.Service.ProfessionalName
	}
	events := 0
	for _, one := range d.Record.Group {
		if one.EventID != nil {
			events++
		}
	}
	switch {
	case events > 0:
		return count + " e " + fmtbr.Plural(events, "evento", "eventos") + " serão removidos."
	case len(d.Record.Group) == 1:
		return count + " será removido."
	}
	return count + " serão removidos."
}

func (d StepData) ask() ui.Ask {
	ask := ui.Ask{Title: d.Title(), Text: d.text(), Action: d.Record.href(d.Step), Back: Href(d.Record.Service.ID), Refusal: d.refusal(),
		Problems: ui.ProblemsOf(errs.FieldsOf(d.Refused), func(path string) string { return labels[path] })}
	switch d.Step {
	case Pay:
		ask.Verb = "Marcar paga"
	case Cancel:
		ask.Verb, ask.Variant = "Cancelar reserva", ui.Danger
	default:
		ask.Verb = "Remarcar"
		if len(d.Clashes) > 0 {
			ask.Verb = "Remarcar mesmo assim"
		}
	}
	return ask
}

// movesEvent reports whether a calendar event has the old date, which needs a confirmation.
func (d StepData) movesEvent() bool { return errs.HasCode(d.Refused, bookings.CodeEventDate) }

// eventText says what happens to the event.
func (d StepData) eventText() string {
	to, err := time.ParseInLocation(LocalTime, d.Typed.Or("consultation_date", ""), d.Record.Now.Location())
	if err != nil {
		return ""
	}
	return "O evento de " + when(d.Record.Service.ConsultationDate, d.Record.Now.Location()) + " será apagado e outro criado para " + when(&to, d.Record.Now.Location()) + "."
}

// refusal returns the reason why nothing was changed, if it belongs to no field and asks nothing.
func (d StepData) refusal() string {
	refused := errs.As(d.Refused)
	if refused == nil || len(refused.Fields) > 0 || d.movesEvent() || len(d.Clashes) > 0 {
		return ""
	}
	return refused.Message
}

func (d StepData) clashText() string {
	return "Este horário sobrepõe o atendimento de " + Person(d.Clashes[0].AssociateName, d.Clashes[0].PatientName) + " às " + fmtbr.Clock(d.Clashes[0].ConsultationDate, d.Record.Now.Location()) + "."
}

func (d StepData) professional() ui.Select {
	return ui.Select{Name: "professional_id", Label: labels["professional_id"], Value: d.Typed.Or("professional_id", strconv.FormatInt(d.Record.Service.ProfessionalID, 10)),
		Options: d.Options.professionals(), Error: errs.For(errs.FieldsOf(d.Refused), "professional_id")}
}

func (d StepData) date() ui.Input {
	stored := ""
	if date := d.Record.Service.ConsultationDate; date != nil {
		stored = date.In(d.Record.Now.Location()).Format(LocalTime)
	}
	return ui.Input{Name: "consultation_date", Label: labels["consultation_date"], Kind: ui.DateTime, Value: d.Typed.Or("consultation_date", stored),
		Error: errs.For(errs.FieldsOf(d.Refused), "consultation_date")}
}

// labels are the labels of the fields of a service.
var labels = map[string]string{
	"professional_id": "Profissional", "consultation_date": "Data e hora", "price": "Preço", "price_paid": "Valor pago", "donation": "Doação", "observations": "Observações",
	"tags": "Etiquetas", "payment_type": "Forma de pagamento", "patient_user_code": "Para quem", "associate_user_code": "Associado", "items": "Serviços",
}
