// Package agenda holds what the pages of the agenda share: their addresses, the view that they show, the words of services, and
// the list and the form of services. The week and the day are in calendar, the record of a service in appointment.
package agenda

import (
	"net/url"
	"strconv"

	"acolhe/views/ui"
)

// The addresses of the agenda, of its list, its events, and the form of a new booking.
const (
	Path     = "/painel/agenda"
	ListPath = Path + "/lista"
	LivePath = Path + "/ao-vivo"
	DayPath  = Path + "/dia.pdf"
	NewPath  = Path + "/novo"
)

// Href returns the address of a service.
func Href(id int64) string { return ui.RowHref(Path, id) }

// Step is an action on a service with a page of its own. Its value ends the address of the page.
type Step string

// The steps.
const (
	Pay        Step = "pagar"
	Unpay      Step = "a-pagar"
	Reschedule Step = "remarcar"
	Cancel     Step = "cancelar"
)

// StepHref returns the address of the page of a step.
func StepHref(id int64, step Step) string { return Href(id) + "/" + string(step) }

// EditSlug ends the address of the form of a service.
const EditSlug = "/editar"

// ReceiptSlug ends the address of the receipt of a paid service or order.
const ReceiptSlug = "/recibo.pdf"

// OfProfessionalHref returns the list of all services of a professional, those without a date too.
func OfProfessionalHref(id int64) string {
	return ListPath + "?" + url.Values{"quando": {"todas"}, "profissional": {strconv.FormatInt(id, 10)}}.Encode()
}

// NewFor returns the booking form for an associate.
func NewFor(userCode string) string {
	return NewPath + "?" + url.Values{"associado": {userCode}}.Encode()
}

// NewFromReception returns the booking form for an associate who waits in the reception, empty for one to be chosen; the
// item is then completed as Agendamento.
func NewFromReception(userCode string, item int64) string {
	return NewPath + "?" + url.Values{"associado": {userCode}, ReceptionField: {strconv.FormatInt(item, 10)}}.Encode()
}

// ReceptionField is the field of the booking form with the item of the reception that it completes.
const ReceptionField = "recepcao"

// UndatedHref is the list of the services without a date.
const UndatedHref = ListPath + "?quando=sem-data"

// UnpaidHref is the list of the unpaid services that associates made.
const UnpaidHref = ListPath + "?quando=todas&" + unpaidFilter + "=1"
