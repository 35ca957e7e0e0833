// Package calendar shows the week and the day of the agenda: a table for several professionals, the grid by the hour, and what
// waits below them.
package calendar

import (
	"net/url"
	"strconv"
	"strings"
	"time"

	"github.com/google/uuid"

	"acolhe/models/bookings"
	"acolhe/models/bookings/listing"
	"acolhe/models/professionals"
	"acolhe/models/tags"
	"acolhe/models/types/civil"
	"acolhe/models/types/fmtbr"
	"acolhe/views/panel/agenda"
	"acolhe/views/panel/agenda/appointment"
	"acolhe/views/panel/agenda/hours"
	closuresview "acolhe/views/panel/closures"
	professionalsview "acolhe/views/panel/professionals"
	"acolhe/views/ui/control"
)

// Data is the page of a week or a day.
type Data struct {
	hours.Grid
	View                   agenda.View
	Options                agenda.Options
	Tags                   tags.Catalogue
	CanChangeProfessionals bool
	CanCreateProfessionals bool
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
	Open *appointment.Record

	groups map[uuid.UUID]int
	// people is the number of professionals, of whom Calendar then has one page.
	people int
}

// prepared returns the data with what the cells share, and the professionals of the page.
func (d Data) prepared() Data {
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

// shortWeekday returns the first letters of a weekday: seg.
func shortWeekday(day time.Time) string {
	return strings.TrimSuffix(fmtbr.ShortWeekday(day, day.Location()), ".")
}

// days returns the days of the view. A week has no Sunday unless somebody attends then or it is the chosen day.
func (d Data) days() []time.Time {
	from, to := d.View.Days()
	var days []time.Time
	for day := from; day.Before(to); day = day.AddDate(0, 0, 1) {
		if day.Weekday() != time.Sunday || d.isChosen(day) || d.isAttendedOn(day) {
			days = append(days, day)
		}
	}
	return days
}

func (d Data) isAttendedOn(day time.Time) bool {
	for _, professional := range d.Calendar.Professionals {
		if len(professional.WeeklyHours.On(day.Weekday())) > 0 || len(d.Calendar.On(professional.ID, day)) > 0 {
			return true
		}
	}
	return false
}

// block is a run of appointments in a cell; several overlap.
type block struct {
	placed  []bookings.Placed
	overlap bool
}

// blocks returns the appointments of a cell, those that overlap together.
func (d Data) blocks(professional professionals.Professional, day time.Time) []block {
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

// isOfOpen reports whether the appointment belongs to the open booking.
func (d Data) isOfOpen(one bookings.Placed) bool {
	return d.Open != nil && d.Open.Service.BookingGroupCode == one.BookingGroupCode
}

func professionalLine(professional professionals.Professional) string {
	return professionalsview.TypeName(professional.Type)
}

func (d Data) empty() string {
	if d.View.Mode == agenda.DayMode {
		return "Nenhum agendamento neste dia."
	}
	return "Nenhum agendamento nesta semana."
}

func (d Data) isEmpty() bool { return len(d.Calendar.Placed) == 0 }

func (d Data) tagOptions() []control.Option {
	options := make([]control.Option, 0, len(d.Tags))
	for _, tag := range d.Tags {
		options = append(options, control.Option{Value: tag.Name, Label: tag.Name})
	}
	return options
}

// newAt returns the booking form for a professional at a time.
func (d Data) newAt(professional int64, at time.Time) string {
	return agenda.NewPath + "?" + url.Values{"profissional": {strconv.FormatInt(professional, 10)},
		"quando": {civil.LocalTime(at, d.Now.Location())}}.Encode()
}

// blockHref returns the form of a block on the day of the view, for its professional if it is of one.
func (d Data) blockHref() string {
	query := url.Values{"data": {civil.Of(d.View.Day).String()}}
	if d.View.IsOfOne() {
		query.Set("profissional", strconv.FormatInt(d.View.Professionals[0], 10))
	}
	return closuresview.NewPath + "?" + query.Encode()
}
