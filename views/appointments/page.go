// Package appointments shows the pages of the link in a letter about appointments. They work without scripts, and do not
// name the patient.
package appointments

import (
	"strconv"
	"strings"
	"time"

	"github.com/a-h/templ"

	"acolhe/models/bookings"
	"acolhe/views/layouts"
	"acolhe/views/register"
)

// Page is a link with its appointments.
type Page struct {
	Frame  layouts.Frame
	Token  string
	Linked bookings.Linked
	Now    time.Time
}

// Href returns the address of a link.
func Href(token string) string { return bookings.LinkPath + "/" + token }

// Title returns the heading.
func (p Page) Title() string {
	upcoming := p.upcoming()
	switch {
	case len(p.Linked.Services) == 0:
		return "Esta consulta foi desmarcada"
	case len(upcoming) == 0:
		return "Esta consulta já passou"
	case len(upcoming) > 1:
		return "Você confirma estas consultas?"
	case upcoming[0].Confirmation == nil:
		return "Você confirma esta consulta?"
	case *upcoming[0].Confirmation == bookings.Confirmed:
		return "Presença confirmada"
	}
	return "Recebemos o seu pedido"
}

func (p Page) upcoming() []bookings.Service { return p.Linked.Upcoming(p.Now) }

func (p Page) otherTime(service bookings.Service) string {
	return Href(p.Token) + "/remarcar?consulta=" + strconv.FormatInt(service.ID, 10)
}

// request repeats what the associate asked for.
func (p Page) request(service bookings.Service) string {
	var sentences []string
	if at := service.RequestedDate; at != nil {
		sentences = append(sentences, "Você pediu "+register.Requested(*at, p.Linked.Zone)+".")
	}
	if service.ConfirmationReason != nil {
		sentences = append(sentences, "Você escreveu: “"+*service.ConfirmationReason+"”.")
	}
	return strings.Join(append(sentences, "Nada muda até a equipe confirmar."), " ")
}

// wide makes a button as wide as the page, and tells the equal buttons of several appointments apart.
func wide(service bookings.Service, does string) templ.Attributes {
	return templ.Attributes{"data-wide": "true", "aria-label": does + " com " + service.ProfessionalName}
}

func is(service bookings.Service, answer bookings.Confirmation) bool {
	return service.Confirmation != nil && *service.Confirmation == answer
}
