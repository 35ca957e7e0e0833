// Package appointments shows appointments to their associates: on the own pages, and by the link in a letter. The pages work
// without scripts; by link they name a patient by the first name alone.
package appointments

import (
	"github.com/a-h/templ"

	"acolhe/models/bookings"
	"acolhe/models/bookings/attendance"
	"acolhe/views/layouts"
)

// Page is a link with its appointments: those to come, else those cancelled by the associate. Both are empty if all have
// passed, or if the association cancelled all.
type Page struct {
	Frame               layouts.Frame
	Upcoming, Cancelled []Visit
	// IsPast reports whether the link has appointments that have passed.
	IsPast bool
	// Nothing has the contacts for a page without appointments.
	Nothing Visit
}

// Href returns the address of a link.
func Href(token string) string { return attendance.LinkPath + "/" + token }

// Title returns the heading.
func (p Page) Title() string {
	switch {
	case len(p.Upcoming) > 1:
		return "Você vem a estas consultas?"
	case len(p.Upcoming) == 1:
		return p.Upcoming[0].title()
	case len(p.Cancelled) > 0:
		return "Consulta cancelada"
	case p.IsPast:
		return "Esta consulta já passou"
	}
	return "Esta consulta foi desmarcada"
}

// wide makes a button as wide as the page, and distinguishes the equal buttons of several appointments.
func wide(service bookings.Service, does string) templ.Attributes {
	return templ.Attributes{"data-wide": "true", "aria-label": does + " com " + service.ProfessionalName}
}

func is(service bookings.Service, answer bookings.Confirmation) bool {
	return service.Confirmation != nil && *service.Confirmation == answer
}
