package agenda

import (
	"strconv"
	"strings"
	"time"

	"github.com/google/uuid"

	"acolhe/models/bookings"
	"acolhe/models/bookings/listing"
	"acolhe/models/professionals"
	"acolhe/models/tags"
	"acolhe/models/types/fmtbr"
	professionalsview "acolhe/views/panel/professionals"
	"acolhe/views/ui/control"
	"acolhe/views/ui/nav"
)

// CalendarData is the page of a week or a day.
type CalendarData struct {
	View     View
	Calendar bookings.Calendar
	Options  Options
	Tags     tags.Catalogue
	// Now is in the association's time zone.
	Now                    time.Time
	CanCreate              bool
	CanChangeProfessionals bool
	CanChange              bool
	Events                 professionalsview.Events
	// Counts are the appointments of each civil day of the week.
	Counts map[string]int
	// Undated are the services without a date.
	Undated listing.Waiting
	// UnpaidOwn are the appointments that associates made more than a day ago and have not paid.
	UnpaidOwn listing.Waiting
	// Refunds are the paid appointments that associates cancelled.
	Refunds listing.Waiting
	// Open is the service beside the calendar; nil for none.
	Open *RecordData

	groups map[uuid.UUID]int
	// people is the number of professionals, of whom Calendar then has one page.
	people int
}

// prepared returns the data with what the cells share, and the professionals of the page.
func (d CalendarData) prepared() CalendarData {
	d.people = len(d.Calendar.Professionals)
	if d.View.Page*d.perPage() >= d.people {
		d.View.Page = 0
	}
	first := d.View.Page * d.perPage()
	d.Calendar.Professionals = d.Calendar.Professionals[first:min(first+d.perPage(), d.people)]
	d.groups = map[uuid.UUID]int{}
	for _, placed := range d.Calendar.Placed {
		for _, one := range placed {
			d.groups[one.BookingGroupCode]++
		}
	}
	return d
}

// Title returns the period in words: 23 a 28 de novembro de 2026.
func (v View) Title() string {
	from, to := v.Days()
	if v.Mode == DayMode {
		return fmtbr.Weekday(from, from.Location()) + ", " + fmtbr.LongDate(from, from.Location())
	}
	last := to.AddDate(0, 0, -1)
	if from.Month() == last.Month() {
		return strconv.Itoa(from.Day()) + " a " + fmtbr.LongDate(last, last.Location())
	}
	return fmtbr.DayMonth(from, from.Location()) + " a " + fmtbr.LongDate(last, last.Location())
}

// shortWeekday returns the first letters of a weekday: seg.
func shortWeekday(day time.Time) string {
	return strings.TrimSuffix(fmtbr.ShortWeekday(day, day.Location()), ".")
}

// step returns the view of the next or the previous period.
func (v View) step(by int) View {
	if v.Mode == DayMode {
		return v.on(v.Day.AddDate(0, 0, by))
	}
	return v.on(v.Day.AddDate(0, 0, 7*by))
}

func (d CalendarData) modes() []nav.Tab {
	return []nav.Tab{
		{Label: "Dia", Href: d.View.as(DayMode).Href(), Current: d.View.Mode == DayMode, Key: "D"},
		{Label: "Semana", Href: d.View.as(WeekMode).Href(), Current: d.View.Mode == WeekMode, Key: "S"},
		{Label: "Lista", Href: d.View.listHref(), Key: "L"},
	}
}

// days returns the days of the view. A week has no Sunday unless somebody attends then or it is the chosen day.
func (d CalendarData) days() []time.Time {
	from, to := d.View.Days()
	var days []time.Time
	for day := from; day.Before(to); day = day.AddDate(0, 0, 1) {
		if day.Weekday() != time.Sunday || d.isChosen(day) || d.isAttendedOn(day) {
			days = append(days, day)
		}
	}
	return days
}

func (d CalendarData) isAttendedOn(day time.Time) bool {
	for _, professional := range d.Calendar.Professionals {
		if len(professional.WeeklyHours.On(day.Weekday())) > 0 || len(d.Calendar.On(professional.ID, day)) > 0 {
			return true
		}
	}
	return false
}

func (d CalendarData) isToday(day time.Time) bool {
	return day.YearDay() == d.Now.YearDay() && day.Year() == d.Now.Year()
}

// block is a run of appointments in a cell; several overlap.
type block struct {
	placed  []bookings.Placed
	overlap bool
}

// blocks returns the appointments of a cell, those that overlap together.
func (d CalendarData) blocks(professional professionals.Professional, day time.Time) []block {
	var blocks []block
	var end time.Time
	for _, one := range d.Calendar.On(professional.ID, day) {
		if len(blocks) > 0 && one.ConsultationDate.Before(end) {
			last := &blocks[len(blocks)-1]
			last.placed, last.overlap = append(last.placed, one), true
		} else {
			blocks = append(blocks, block{placed: []bookings.Placed{one}})
		}
		if until := d.Calendar.EndOf(one); until.After(end) {
			end = until
		}
	}
	return blocks
}

// maxFree is the number of free times that a cell of the week shows.
const maxFree = 2

func (d CalendarData) clock(at time.Time) string { return fmtbr.Clock(at, d.Now.Location()) }

func (d CalendarData) isPast(one bookings.Placed) bool { return d.Calendar.EndOf(one).Before(d.Now) }

// isOfOpen reports whether the appointment belongs to the open booking.
func (d CalendarData) isOfOpen(one bookings.Placed) bool {
	return d.Open != nil && d.Open.Service.BookingGroupCode == one.BookingGroupCode
}

func professionalLine(professional professionals.Professional) string {
	return professionalsview.TypeName(professional.Type)
}

func (d CalendarData) empty() string {
	if d.View.Mode == DayMode {
		return "Nenhum agendamento neste dia."
	}
	return "Nenhum agendamento nesta semana."
}

func (d CalendarData) isEmpty() bool { return len(d.Calendar.Placed) == 0 }

func (d CalendarData) tagOptions() []control.Option {
	options := make([]control.Option, 0, len(d.Tags))
	for _, tag := range d.Tags {
		options = append(options, control.Option{Value: tag.Name, Label: tag.Name})
	}
	return options
}
