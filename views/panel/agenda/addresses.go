// Package agenda shows the pages of the agenda: week, day and list, the record of a service, and the booking form.
package agenda

import (
	"net/url"
	"strconv"
	"time"

	"acolhe/models/bookings"
	"acolhe/models/types/civil"
	"acolhe/views/ui"
)

// The addresses of the agenda, of its list, its events, and the form of a new booking.
const (
	Path     = "/painel/agenda"
	ListPath = Path + "/lista"
	LivePath = Path + "/ao-vivo"
	NewPath  = Path + "/novo"
)

// Href returns the address of a service.
func Href(id int64) string { return ui.RowHref(Path, id) }

// Step is an action on a service with a page of its own. Its value ends the address of the page.
type Step string

// The steps.
const (
	Pay        Step = "pagar"
	Reschedule Step = "remarcar"
	Cancel     Step = "cancelar"
)

// StepHref returns the address of the page of a step.
func StepHref(id int64, step Step) string { return Href(id) + "/" + string(step) }

// EditSlug and UnpaySlug end the addresses of the form of a service, and of the way back from a payment.
const (
	EditSlug  = "/editar"
	UnpaySlug = "/a-pagar"
)

// Mode is the form in which the agenda is shown.
type Mode string

// The modes; the list has an address of its own.
const (
	WeekMode Mode = ""
	DayMode  Mode = "dia"
)

// View is what the agenda shows, as in the address. Day is a midnight in the association's time zone.
type View struct {
	Mode         Mode
	Day          time.Time
	Professional int64
	Type, Tag    string
	Status       bookings.Status
}

// ViewIn returns the view of a query; now is in the association's time zone.
func ViewIn(query func(string) string, now time.Time) View {
	view := View{Mode: Mode(query("modo")), Day: civil.Midnight(query("data"), now.Location()), Type: query("tipo"), Tag: query("etiqueta"), Status: bookings.Status(query("situacao"))}
	if view.Mode != DayMode {
		view.Mode = WeekMode
	}
	view.Professional, _ = strconv.ParseInt(query("profissional"), 10, 64) // 0 shows all
	if year := view.Day.Year(); year < bookings.FirstYear || year > bookings.LastYear {
		view.Day = civil.StartOfDay(now)
	}
	return view
}

// query returns the view in the form of an address.
func (v View) query() url.Values {
	query := url.Values{}
	for name, value := range map[string]string{"modo": string(v.Mode), "tipo": v.Type, "etiqueta": v.Tag, "situacao": string(v.Status), "data": civil.Of(v.Day).String()} {
		if value != "" {
			query.Set(name, value)
		}
	}
	if v.Professional != 0 {
		query.Set("profissional", strconv.FormatInt(v.Professional, 10))
	}
	return query
}

// Href returns the address of the view.
func (v View) Href() string { return Path + "?" + v.query().Encode() }

// ItemHref returns the address of a service beside the view.
func (v View) ItemHref(id int64) string { return Href(id) + "?" + v.query().Encode() }

func (v View) on(day time.Time) View      { v.Day = day; return v }
func (v View) as(mode Mode) View          { v.Mode = mode; return v }
func (v View) of(professional int64) View { v.Professional = professional; return v }

// Days returns the first day of the view and the day after its last one.
func (v View) Days() (from, to time.Time) {
	if v.Mode == DayMode {
		return v.Day, v.Day.AddDate(0, 0, 1)
	}
	return v.Week()
}

// Week returns the first day of the week of the view and the day after its last one.
func (v View) Week() (from, to time.Time) {
	monday := bookings.MondayOf(v.Day)
	return monday, monday.AddDate(0, 0, 7)
}

// listHref returns the list with the filters of the view.
func (v View) listHref() string {
	query := v.query()
	query.Del("modo")
	query.Del("data")
	if len(query) == 0 {
		return ListPath
	}
	return ListPath + "?" + query.Encode()
}

// newAt returns the booking form for a professional at a time.
func (d CalendarData) newAt(professional int64, at time.Time) string {
	return NewPath + "?" + url.Values{"profissional": {strconv.FormatInt(professional, 10)}, "quando": {civil.LocalTime(at, d.Now.Location())}}.Encode()
}

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
