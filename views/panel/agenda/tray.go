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

// undatedNote says with whom a service without a date is, and for how long it waits.
func (d CalendarData) undatedNote(service bookings.Service) string {
	return fmtbr.Join(" · ", fmtbr.FirstName(service.ProfessionalName), "desde "+fmtbr.DayMonth(service.DateCreated, d.Now.Location()), fmtbr.Since(service.DateCreated, d.Now))
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
