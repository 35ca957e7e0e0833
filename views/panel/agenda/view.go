package agenda

import (
	"net/url"
	"strconv"
	"time"

	"acolhe/models/bookings"
	"acolhe/models/bookings/listing"
	"acolhe/models/types/civil"
	"acolhe/models/types/fmtbr"
	"acolhe/web"
)

// Mode is the form in which the agenda is shown.
type Mode string

// The modes; the list has an address of its own.
const (
	WeekMode Mode = ""
	DayMode  Mode = "dia"
	ListMode Mode = "lista"
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

// Query returns the view in the form of an address.
func (v View) Query() url.Values {
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
func (v View) Href() string { return Path + "?" + v.Query().Encode() }

// ItemHref returns the address of a service beside the view.
func (v View) ItemHref(id int64) string { return Href(id) + "?" + v.Query().Encode() }

// ItemHrefOnDay is ItemHref of a service on a day of the view, which therefore need not be named.
func (v View) ItemHrefOnDay(id int64) string {
	query := v.Query()
	query.Del("data")
	if len(query) == 0 {
		return Href(id)
	}
	return Href(id) + "?" + query.Encode()
}

// On returns the view of a day.
func (v View) On(day time.Time) View { v.Day = day; return v }

// As returns the view in a mode.
func (v View) As(mode Mode) View { v.Mode = mode; return v }

// OnPage returns the view of a page of professionals.
func (v View) OnPage(page int) View { v.Page = page; return v }

// Of returns the view of these professionals; of all without any.
func (v View) Of(professionals ...int64) View {
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

// PrintHref returns the printed day of the view.
func (v View) PrintHref() string {
	query := v.Query()
	for _, name := range []string{"modo", "pagina", "tipo", "etiqueta", "situacao"} {
		query.Del(name)
	}
	return DayPath + "?" + query.Encode()
}

// ListHref returns the list with the filters of the view.
func (v View) ListHref() string {
	query := v.Query()
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

// Title returns the period in words: 23 a 28 de novembro de 2026.
func (v View) Title() string {
	from, to := v.Days()
	if v.Mode == DayMode {
		return fmtbr.Weekday(from, from.Location()) + ", " + fmtbr.LongDate(from, from.Location())
	}
	return fmtbr.Days(from, to.AddDate(0, 0, -1), from.Location())
}

// Shift returns the view of the next or the previous period.
func (v View) Shift(by int) View {
	if v.Mode == DayMode {
		return v.On(v.Day.AddDate(0, 0, by))
	}
	return v.On(v.Day.AddDate(0, 0, 7*by))
}

// Unfiltered returns the view without filters.
func (v View) Unfiltered() View {
	v.Type, v.Status, v.Tag = "", "", ""
	return v
}
