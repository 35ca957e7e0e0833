package appointments

import (
	"net/url"
	"strconv"
	"strings"
	"time"

	"acolhe/models/appointments"
	"acolhe/models/bookings"
	"acolhe/models/orders"
	"acolhe/models/platform/ics"
	"acolhe/models/platform/settings"
	"acolhe/models/types/fmtbr"
	"acolhe/views/layouts"
	people "acolhe/views/panel/professionals"
	"acolhe/views/register"
	own "acolhe/views/register/appointments"
	"acolhe/views/register/booking"
)

// Visit is one appointment as its associate sees it, by the link of a letter or on the own pages.
type Visit struct {
	appointments.Facts
	Pix      orders.PixPayment
	Contacts settings.Contacts
	// Organizer invites to the event of the calendar.
	Organizer ics.Person
	Now       time.Time
	// Base is the address of what can be done: own pages, or a link with a token.
	Base string
	// Token is that of the link; empty on the own pages.
	Token string
	// Page is the whole address of the page, for calendars.
	Page string
}

// at returns the address of something that can be done.
func (v Visit) at(slug string) string { return v.Base + "/" + slug }

// question is the address of a page about the appointment; the link of a letter may have several.
func (v Visit) question(slug string) string {
	if v.Token == "" {
		return v.at(slug)
	}
	return v.at(slug) + "?consulta=" + v.id()
}

// undo is the address that takes an answer back.
func (v Visit) undo() string {
	if v.Token == "" {
		return v.at("desfazer")
	}
	return v.at("desfazer/" + v.id())
}

// proof is the address at which the associate sends the proof of payment, signed in.
func (v Visit) proof() string {
	return register.AppointmentsPath + "/" + v.id() + "/comprovante"
}

func (v Visit) id() string { return strconv.FormatInt(v.Service.ID, 10) }

func (v Visit) google() string  { return appointments.GoogleHref(v.Event(v.Organizer, v.Page)) }
func (v Visit) outlook() string { return appointments.OutlookHref(v.Event(v.Organizer, v.Page)) }

// title is the heading of a page with this appointment alone.
func (v Visit) title() string {
	switch {
	case v.Service.CancelledDate != nil:
		return "Consulta cancelada"
	case v.Service.ConsultationDate == nil:
		return "Consulta a combinar"
	case !v.IsUpcoming(v.Now):
		return "Esta consulta já passou"
	case is(v.Service, bookings.Confirmed):
		return "Presença confirmada"
	case is(v.Service, bookings.RescheduleRequested):
		return "Recebemos o seu pedido"
	}
	if v.Now.Sub(v.Service.DateCreated) < 24*time.Hour {
		return "Consulta marcada"
	}
	return "Você vem à consulta?"
}

// lead is the sentence below the heading; empty without one.
func (v Visit) lead() string {
	switch {
	case v.Service.CancelledDate != nil:
		return v.cancelled()
	case v.Service.ConsultationDate == nil:
		return "A equipe fala com você para combinar o dia e a hora."
	case !v.IsUpcoming(v.Now):
		return "Se você não pôde ir, fale com a equipe para marcar outra."
	case is(v.Service, bookings.RescheduleRequested):
		return v.request()
	}
	return ""
}

// cancelled says when an appointment was cancelled and what is paid back.
func (v Visit) cancelled() string {
	sentence := "Você cancelou a consulta de " + own.Requested(*v.Service.CancelledDate, v.Zone) + "."
	if v.IsPaid() && v.Service.ConfirmationDate != nil {
		sentence = "Consulta cancelada. Devolvemos " + fmtbr.Money(*v.Service.Price) + " até " + fmtbr.DayMonth(v.Limits.RefundedBy(*v.Service.ConfirmationDate, v.Zone), v.Zone) + "."
	}
	return sentence
}

// request repeats what the associate asked for.
func (v Visit) request() string {
	var sentences []string
	if at := v.Service.RequestedDate; at != nil {
		sentences = append(sentences, "Você pediu "+own.Requested(*at, v.Zone)+".")
	}
	if v.Service.ConfirmationReason != nil {
		sentences = append(sentences, "Você escreveu: “"+*v.Service.ConfirmationReason+"”.")
	}
	return strings.Join(append(sentences, "Nada muda até a equipe confirmar."), " ")
}

// fact is one line of the facts. Link leads somewhere, with its label.
type fact struct {
	icon, label string
	lines       []string
	note        string
	link, does  string
	paid        bool
}

// facts are what the appointment is about.
func (v Visit) facts() []fact {
	facts := []fact{{icon: "stethoscope", label: "O quê", lines: []string{people.VisitName(v.Service.Type)}},
		{icon: "user", label: "Com quem", lines: []string{v.Service.ProfessionalName}},
		{icon: "heart", label: "Para quem", lines: []string{"Você"}}, v.when()}
	if name := v.Patient(); name != "" {
		facts[2].lines[0] = name
	}
	switch {
	case v.Address != "":
		facts = append(facts, fact{icon: "map-pin", label: "Onde", lines: []string{v.Address}, does: "Ver no mapa",
			link: "https://www.google.com/maps/search/?api=1&query=" + url.QueryEscape(v.Address)})
	case v.Video != "":
		facts = append(facts, fact{icon: "camera", label: "Onde", lines: []string{"Por vídeo"}, does: "Entrar na chamada", link: v.Video})
	}
	if price := v.Service.Price; price != nil && price.IsZero() {
		facts = append(facts, fact{icon: "banknote", label: "Preço", lines: []string{"Sem custo"}})
	} else if price != nil {
		facts = append(facts, fact{icon: "banknote", label: "Preço", lines: []string{fmtbr.Money(*price)}, paid: v.IsPaid()})
	}
	return facts
}

func (v Visit) when() fact {
	at := v.Service.ConsultationDate
	if at == nil {
		at = v.Service.CancelledDate
	}
	if at == nil {
		return fact{icon: "calendar-days", label: "Quando", lines: []string{"A combinar"}}
	}
	minutes := strconv.Itoa(int(v.Lasting.Minutes())) + " min"
	return fact{icon: "calendar-days", label: "Quando", note: fmtbr.Capitalized(fmtbr.ZoneName(v.Zone)),
		lines: []string{booking.DayName(*at, v.Zone),
			fmtbr.Clock(*at, v.Zone) + " às " + fmtbr.Clock(at.Add(v.Lasting), v.Zone) + " (" + minutes + ")"}}
}

// until is the end of what can be changed here: quarta-feira, 25/11, às 14:00.
func (v Visit) until() string {
	at := v.Limits.Until(v.Service)
	return fmtbr.Weekday(at, v.Zone) + ", " + fmtbr.DayMonth(at, v.Zone) + ", às " + fmtbr.Clock(at, v.Zone)
}

// refund says what is paid back after cancelling.
func (v Visit) refund() string {
	return "Você pagou " + fmtbr.Money(*v.Service.Price) + ". Cancelando até " + v.until() + ", devolvemos tudo pelo Pix em até " +
		fmtbr.Plural(v.Limits.RefundDays, "dia útil", "dias úteis") + "."
}

// awaitsPayment reports whether there is a price to pay for an appointment to come.
func (v Visit) awaitsPayment() bool {
	return v.IsUpcoming(v.Now) && v.Service.Status == bookings.AwaitingPayment && v.Service.Price != nil && !v.Service.Price.IsZero()
}

// OwnPage is the page of an own appointment.
type OwnPage struct {
	Frame layouts.Frame
	Visit Visit
}

// Title returns the title of the page.
func (p OwnPage) Title() string { return p.Visit.title() }

// Cancelling is the form with which an appointment is cancelled.
type Cancelling struct {
	Frame   layouts.Frame
	Visit   Visit
	Typed   bookings.CancelInput
	Refused error
}
