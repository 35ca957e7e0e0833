package agenda

import (
	"acolhe/models/bookings"
	"acolhe/models/types/fmtbr"
	"acolhe/views/ui"
)

// WaitingRows is the number of services that a tray of the agenda shows.
const WaitingRows = 3

// UndatedHref is the list of the services without a date, and unpaidHref that of the unpaid ones that associates made.
const (
	UndatedHref = ListPath + "?quando=sem-data"
	unpaidHref  = ListPath + "?quando=todas&" + unpaidFilter + "=1"
)

// tray are services that wait for the staff, with the list of all of them.
type tray struct {
	bookings.Waiting

	id, title, href string
	line            func(bookings.Service) ui.Line
}

// waitingTrays returns the trays that hold something.
func (d CalendarData) waitingTrays() (trays []tray) {
	for _, one := range []tray{
		{d.Undated, "sem-data", "Sem data", UndatedHref, d.undatedLine},
		{d.UnpaidOwn, "nao-pagos", "Marcados e não pagos", unpaidHref, d.unpaidLine},
	} {
		if one.Counted.Rows > 0 {
			trays = append(trays, one)
		}
	}
	return trays
}

// undatedLine is a service without a date: who, with whom, and since when; it leads to giving it one.
func (d CalendarData) undatedLine(service bookings.Service) ui.Line {
	line := ui.Line{Title: Person(service.AssociateName, service.PatientName), Href: Href(service.ID),
		Note: fmtbr.Join(" · ", service.ProfessionalName, "desde "+fmtbr.DateTime(service.DateCreated, d.Now.Location()), fmtbr.Since(service.DateCreated, d.Now))}
	if d.CanChange {
		line.Actions = []ui.Content{ui.Button{Label: "Marcar data", Icon: "calendar-clock", Small: true, Variant: ui.Outline, Href: StepHref(service.ID, Reschedule)}}
	}
	return line
}

// unpaidLine is an appointment that an associate made: who, with whom, when, and since when; it leads to recording its payment.
func (d CalendarData) unpaidLine(service bookings.Service) ui.Line {
	line := ui.Line{Title: Person(service.AssociateName, service.PatientName), Href: Href(service.ID),
		Note: fmtbr.Join(" · ", service.ProfessionalName, fmtbr.DateTime(*service.ConsultationDate, d.Now.Location()), "marcado "+fmtbr.Since(service.DateCreated, d.Now))}
	if d.CanChange {
		line.Actions = []ui.Content{ui.Button{Label: "Marcar pago", Icon: "wallet", Small: true, Variant: ui.Outline, Href: StepHref(service.ID, Pay)}}
	}
	return line
}

// count returns the number of services.
func (t tray) count() string {
	count := fmtbr.Integer(int64(t.Counted.Rows))
	if t.Counted.More {
		count += "+"
	}
	return count
}

// link leads to all of them; nil if the agenda shows all.
func (t tray) link() ui.Content {
	if t.Counted.Rows <= len(t.Services) {
		return nil
	}
	return ui.Link{Text: "Ver todos", Href: t.href}
}
