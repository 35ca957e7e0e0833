// Package agenda shows the pages of the agenda: week, day and list, the record of a service, and the booking form.
package agenda

import (
	"net/url"
	"strconv"
	"time"

	"acolhe/models/bookings"
	"acolhe/models/bookings/listing"
	"acolhe/models/types/civil"
	closuresview "acolhe/views/panel/closures"
	"acolhe/views/ui"
	"acolhe/web"
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

// Mode is the form in which the agenda is shown.
type Mode string

// The modes; the list has an address of its own.
const (
	WeekMode Mode = ""
	DayMode  Mode = "dia"
)

// View is what the agenda shows, as in the address. Day is a midnight in the association's time zone.
type View struct {
	Mode Mode
	Day  time.Time
	// Professionals are the chosen ones; none for all. Page is the page of them, from 0.
	Professionals []int64
	Page          int
	Type, Tag     string
	Status        bookings.Status
}

// maxChosen is the number of professionals that an address may choose.
const maxChosen = 50

// ViewIn returns the view of a query; now is in the association's time zone.
func ViewIn(query web.FormData, now time.Time) View {
	one := func(name string) string { return query.Or(name, "") }
	view := View{Mode: Mode(one("modo")), Day: civil.Midnight(one("data"), now.Location()), Type: one("tipo"), Tag: one("etiqueta"),
		Status: bookings.Status(one("situacao"))}
	if view.Mode != DayMode {
		view.Mode = WeekMode
	}
	for _, value := range query["profissional"] {
		if id, err := strconv.ParseInt(value, 10, 64); err == nil && id > 0 && len(view.Professionals) < maxChosen {
			view.Professionals = append(view.Professionals, id)
		}
	}
	if page, err := strconv.Atoi(one("pagina")); err == nil && page > 1 {
		view.Page = page - 1
	}
	if year := view.Day.Year(); year < bookings.FirstYear || year > bookings.LastYear {
		view.Day = civil.StartOfDay(now)
	}
	return view
}

// query returns the view in the form of an address.
func (v View) query() url.Values {
	query := url.Values{}
	for name, value := range map[string]string{"modo": string(v.Mode), "tipo": v.Type, "etiqueta": v.Tag, "situacao": string(v.Status),
		"data": civil.Of(v.Day).String()} {
		if value != "" {
			query.Set(name, value)
		}
	}
	for _, id := range v.Professionals {
		query.Add("profissional", strconv.FormatInt(id, 10))
	}
	if v.Page > 0 {
		query.Set("pagina", strconv.Itoa(v.Page+1))
	}
	return query
}

// Href returns the address of the view.
func (v View) Href() string { return Path + "?" + v.query().Encode() }

// ItemHref returns the address of a service beside the view.
func (v View) ItemHref(id int64) string { return Href(id) + "?" + v.query().Encode() }

// itemHref is ItemHref of a service on a day of the view, which therefore need not be named.
func (v View) itemHref(id int64) string {
	query := v.query()
	query.Del("data")
	if len(query) == 0 {
		return Href(id)
	}
	return Href(id) + "?" + query.Encode()
}

func (v View) on(day time.Time) View { v.Day = day; return v }
func (v View) as(mode Mode) View     { v.Mode = mode; return v }
func (v View) page(page int) View    { v.Page = page; return v }

// of returns the view of these professionals; of all without any.
func (v View) of(professionals ...int64) View {
	v.Professionals, v.Page = professionals, 0
	return v
}

// IsOfOne reports whether the view is of one professional alone.
func (v View) IsOfOne() bool { return len(v.Professionals) == 1 }

// Days returns the first day of the view and the day after its last one.
func (v View) Days() (from, to time.Time) {
	if v.Mode == DayMode {
		return v.Day, v.Day.AddDate(0, 0, 1)
	}
	return v.Week()
}

// Week returns the first day of the week of the view and the day after its last one.
func (v View) Week() (from, to time.Time) {
	monday := listing.MondayOf(v.Day)
	return monday, monday.AddDate(0, 0, 7)
}

// printHref returns the printed day of the view.
func (v View) printHref() string {
	query := v.query()
	for _, name := range []string{"modo", "pagina", "tipo", "etiqueta", "situacao"} {
		query.Del(name)
	}
	return DayPath + "?" + query.Encode()
}

// listHref returns the list with the filters of the view.
func (v View) listHref() string {
	query := v.query()
	for _, name := range []string{"modo", "data", "pagina"} {
		query.Del(name)
	}
	if !v.IsOfOne() {
		query.Del("profissional") // the list has one or all
	}
	if len(query) == 0 {
		return ListPath
	}
	return ListPath + "?" + query.Encode()
}

// newAt returns the booking form for a professional at a time.
func (d CalendarData) newAt(professional int64, at time.Time) string {
	return NewPath + "?" + url.Values{"profissional": {strconv.FormatInt(professional, 10)},
		"quando": {civil.LocalTime(at, d.Now.Location())}}.Encode()
}

// blockHref returns the form of a block on the day of the view, for its professional if it is of one.
func (d CalendarData) blockHref() string {
	query := url.Values{"data": {civil.Of(d.View.Day).String()}}
	if d.View.IsOfOne() {
		query.Set("profissional", strconv.FormatInt(d.View.Professionals[0], 10))
	}
	return closuresview.NewPath + "?" + query.Encode()
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
