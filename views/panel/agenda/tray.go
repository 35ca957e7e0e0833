package agenda

import (
	"acolhe/models/bookings"
	"acolhe/models/types/fmtbr"
	"acolhe/views/ui"
)

// UndatedRows is the number of services without a date that the agenda shows.
const UndatedRows = 5

// UndatedHref is the list of the services without a date.
const UndatedHref = ListPath + "?quando=sem-data"

// undatedLine is a service without a date: who, with whom, and since when; it leads to giving it one.
func (d CalendarData) undatedLine(service bookings.Service) ui.Line {
	line := ui.Line{Title: Person(service.AssociateName, service.PatientName), Href: Href(service.ID),
		Note: fmtbr.Join(" · ", service.ProfessionalName, "desde "+fmtbr.DateTime(service.DateCreated, d.Now.Location()), fmtbr.Since(service.DateCreated, d.Now))}
	if d.CanChange {
		line.Actions = []ui.Content{ui.Button{Label: "Marcar data", Icon: "calendar-clock", Small: true, Variant: ui.Outline, Href: StepHref(service.ID, Reschedule)}}
	}
	return line
}

// undatedCount returns the number of services without a date.
func (d CalendarData) undatedCount() string {
	count := fmtbr.Integer(int64(d.Undated.Counted.Rows))
	if d.Undated.Counted.More {
		count += "+"
	}
	return count
}

// undatedLink leads to all of them; nil if the agenda shows all.
func (d CalendarData) undatedLink() ui.Content {
	if d.Undated.Counted.Rows <= len(d.Undated.Services) {
		return nil
	}
	return ui.Link{Text: "Ver todos", Href: UndatedHref}
}
