package calendar

import (
	"acolhe/models/bookings"
	"acolhe/models/types/fmtbr"
	"acolhe/views/panel/agenda"
	"acolhe/views/ui"
	"acolhe/views/ui/dialog"
)

// WaitingRows is the number of waiting services of a kind that the agenda shows.
const WaitingRows = 5

// undatedNote says with whom a service without a date is, and for how long it waits.
func (d Data) undatedNote(service bookings.Service) string {
	return fmtbr.Join(" · ", fmtbr.FirstName(service.ProfessionalName), fmtbr.Since(service.DateCreated, d.Now))
}

// unpaidLine is an appointment that an associate made: who, with whom, when, and since when; it leads to recording its payment.
func (d Data) unpaidLine(service bookings.Service) ui.Line {
	line := ui.Line{Title: agenda.Person(service.AssociateName, service.PatientName), Href: agenda.Href(service.ID),
		Note: fmtbr.Join(" · ", service.ProfessionalName, fmtbr.DateTime(*service.ConsultationDate, d.Now.Location()),
			"marcado "+fmtbr.Since(service.DateCreated, d.Now))}
	if d.CanChange {
		line.Actions = []ui.Content{ui.Button{Label: "Registrar pagamento", Icon: "wallet", Small: true, Variant: ui.Outline,
			Href: agenda.StepHref(service.ID, agenda.Pay), Attrs: dialog.AskAttrs()}}
	}
	return line
}

// refundLine is a paid appointment that its associate cancelled: who, with whom, when it was, and when it was cancelled.
func (d Data) refundLine(service bookings.Service) ui.Line {
	return ui.Line{Title: agenda.Person(service.AssociateName, service.PatientName), Href: agenda.Href(service.ID),
		Note: fmtbr.Join(" · ", service.ProfessionalName, fmtbr.DateTime(*service.CancelledDate, d.Now.Location()),
			"cancelada "+fmtbr.Since(*service.ConfirmationDate, d.Now))}
}

// countOf returns the number of waiting services.
func countOf(waiting bookings.Waiting) string {
	count := fmtbr.Integer(int64(waiting.Counted.Rows))
	if waiting.Counted.More {
		count += "+"
	}
	return count
}

// linkTo leads to all waiting services; nil if the agenda shows all.
func linkTo(waiting bookings.Waiting, href string) ui.Content {
	if waiting.Counted.Rows <= len(waiting.Services) {
		return nil
	}
	return ui.Link{Text: "Ver todos", Href: href}
}
