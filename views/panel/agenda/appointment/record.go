// Package appointment shows the record of a service beside the agenda: its booking, its series, its payments and its event.
package appointment

import (
	"strconv"
	"strings"
	"time"

	"acolhe/models/bookings"
	"acolhe/models/files"
	"acolhe/models/payments"
	"acolhe/models/types/fmtbr"
	"acolhe/models/types/money"
	"acolhe/models/types/texts"
	"acolhe/views/panel/agenda"
	professionalsview "acolhe/views/panel/professionals"
	"acolhe/views/panel/repeat"
	"acolhe/views/ui"
	"acolhe/views/ui/record"
)

// Record is a service with its booking.
type Record struct {
	Service bookings.Service
	// Group are all services of the booking.
	Group []bookings.Service
	// Series are the services of its series by date; none without one.
	Series []bookings.Service
	// Phone is the associate's, and AssociateHref their page; both are empty if the person may not see associates.
	Phone *string
	// NoWhatsApp is true for an associate who does not allow messages by WhatsApp.
	NoWhatsApp    bool
	AssociateHref string
	Files         []files.Listed
	// Payments are those of the booking, newest first, with those taken back.
	Payments    []payments.Payment
	MayAddFiles bool
	// CanChange and CanRemove report what to offer.
	CanChange, CanRemove bool
	// CanReconnect reports whether to offer the page on which the calendar's account is connected, MakesEvents whether the
	// calendar is switched on.
	CanReconnect, MakesEvents bool
	View                      agenda.View
	// Version is that of the service, RequestIsFree reports whether the time that its associate asks for is free.
	Version       string
	RequestIsFree bool
	// Now is in the association's time zone.
	Now time.Time
}

// Title returns the name of the person who is attended.
func (d Record) Title() string { return agenda.Person(d.Service.AssociateName, d.Service.PatientName) }

func (d Record) subtitle() string {
	if texts.Of(d.Service.PatientName) == "" {
		return "Reserva de " + agenda.Services(len(d.Group))
	}
	return "Com " + d.Service.AssociateName + " · reserva de " + agenda.Services(len(d.Group))
}

func (d Record) href(step agenda.Step) string { return agenda.StepHref(d.Service.ID, step) }

// total returns the sum of the prices of the booking.
func (d Record) total() string { return fmtbr.Money(totalOf(d.Group)) }

func totalOf(group []bookings.Service) money.Amount {
	total := money.Zero
	for _, one := range group {
		if one.Price != nil {
			total = total.Add(*one.Price)
		}
	}
	return total
}

func (d Record) isUnpaid() bool {
	for _, one := range d.Group {
		if one.Status == bookings.AwaitingPayment {
			return true
		}
	}
	return false
}

// groupStatus is the badge of the booking: paid once all of its services are.
func (d Record) groupStatus() ui.Badge {
	if d.isUnpaid() {
		return ui.Badge{Tone: ui.Warn, Text: "Aguardando pagamento"}
	}
	return ui.Badge{Tone: ui.Good, Text: "Pago"}
}

func (d Record) facts() []record.Fact {
	s := d.Service
	facts := []record.Fact{{Label: "Serviço", Value: professionalsview.TypeName(s.Type) + " com " + s.ProfessionalName},
		{Label: "Data", Value: agenda.When(s.ConsultationDate, d.Now.Location())},
		{Label: "Preço", Value: price(s.Price)}}
	if !s.Donation.IsZero() {
		facts = append(facts, record.Fact{Label: "Doação", Value: fmtbr.Money(s.Donation)})
	}
	if s.PricePaid != nil {
		facts = append(facts, record.Fact{Label: "Valor pago", Value: fmtbr.Money(*s.PricePaid)})
	}
	if s.PaymentType != nil && !d.hasPayment() {
		facts = append(facts, record.Fact{Label: "Forma de pagamento", Value: *s.PaymentType})
	}
	if words := answered(s); words != "" {
		facts = append(facts, record.Fact{Label: "Resposta do associado", Value: words})
	}
	return append(facts, record.Fact{Label: "Código", Content: ui.Copy{Text: s.ServiceCode, What: "o código"}})
}

// answered is the associate's answer in words; empty without one.
func answered(s bookings.Service) string {
	switch {
	case s.Confirmation == nil:
		return ""
	case *s.Confirmation == bookings.Confirmed:
		return "Confirmou presença"
	}
	return "Pede outro horário"
}

// request returns the time that the associate asks for, in words.
func (d Record) request() string {
	asks := fmtbr.FirstName(d.Service.AssociateName) + " pede "
	if d.Service.RequestedDate == nil {
		return asks + "outro horário."
	}
	return asks + agenda.When(d.Service.RequestedDate, d.Now.Location()) + "."
}

func price(amount *money.Amount) string {
	if amount == nil {
		return ""
	}
	return fmtbr.Money(*amount)
}

// menu has the actions that are less frequent.
func (d Record) menu() ui.Menu {
	menu := ui.Menu{ID: "mais", Label: "Mais ações do agendamento"}
	if d.CanChange {
		menu.Items = append(menu.Items, ui.MenuItem{Label: "Editar serviço", Icon: "pencil", Href: agenda.Href(d.Service.ID) + agenda.EditSlug})
		if d.Service.Status == bookings.Paid {
			menu.Items = append(menu.Items, ui.MenuItem{Label: "Recibo (PDF)", Icon: "receipt-text", Href: agenda.Href(d.Service.ID) + agenda.ReceiptSlug})
			menu.Items = append(menu.Items, ui.MenuItem{Label: "Voltar para a pagar…", Icon: "undo-2", Href: d.href(agenda.Unpay), Asks: true})
		}
		if d.MakesEvents && d.Service.EventID == nil && d.Service.ConsultationDate != nil {
			menu.Items = append(menu.Items, ui.MenuItem{Label: "Criar evento na agenda", Icon: "calendar-check",
				Post: agenda.Href(d.Service.ID) + EventSlug})
		}
	}
	if d.CanRemove {
		menu.Items = append(menu.Items, ui.MenuItem{Label: "Cancelar reserva…", Icon: "x", Href: d.href(agenda.Cancel), Asks: true, Destructive: true})
	}
	return menu
}

// EventSlug ends the address that makes the calendar event of a service.
const EventSlug = "/evento"

func (d Record) eventFailed() bool { return texts.Of(d.Service.EventState) == bookings.EventFailed }

func (d Record) eventProblem() string {
	return "O evento não foi criado. " + texts.Of(d.Service.EventError)
}

// message is the text for WhatsApp with the dates of the booking.
func (d Record) message() string { return Message(d.Group, d.Now.Location()) }

// Message returns the text that tells an associate about their services.
func Message(group []bookings.Service, zone *time.Location) string {
	text := "Olá, " + fmtbr.FirstName(group[0].AssociateName) + "! "
	if len(group) == 1 {
		text += "Seu atendimento está agendado: "
	} else {
		text += "Seus atendimentos estão agendados: "
	}
	lines := make([]string, len(group))
	for i, one := range group {
		lines[i] = agenda.When(one.ConsultationDate, zone) + " com " + one.ProfessionalName
	}
	return text + fmtbr.List(lines) + "."
}

// place is the place of the service in its series: 4 de 10.
func (d Record) place() string {
	for i, one := range d.Series {
		if one.ID == d.Service.ID {
			return strconv.Itoa(i+1) + " de " + strconv.Itoa(len(d.Series))
		}
	}
	return ""
}

// every says how often the series repeats, and with whom.
func (d Record) every() string {
	words := "Repete"
	if d.Service.ConsultationDate != nil {
		words = repeat.EveryWords(texts.Of(d.Service.SeriesEvery), d.Service.ConsultationDate.In(d.Now.Location()))
	}
	return words + " com " + fmtbr.FirstName(d.Service.ProfessionalName)
}

// maxNext is the number of coming dates of a series that its record names.
const maxNext = 3

// next are the dates of the series after this one: próximas: 03/12, 10/12, 17/12.
func (d Record) next() string {
	var days []string
	for _, one := range d.Series {
		if at, from := one.ConsultationDate, d.Service.ConsultationDate; at != nil && from != nil && at.After(*from) && len(days) < maxNext {
			days = append(days, fmtbr.DayMonth(*at, d.Now.Location()))
		}
	}
	if len(days) == 0 {
		return "É a última."
	}
	return "próximas: " + strings.Join(days, ", ")
}
