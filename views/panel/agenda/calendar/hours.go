package calendar

import (
	"strconv"
	"time"

	"acolhe/models/bookings"
	"acolhe/models/professionals"
	"acolhe/models/types/fmtbr"
	"acolhe/views/panel/agenda"
	"acolhe/views/panel/agenda/hours"
)

// showsHours reports whether the view is a time grid: a day, or the week of one professional. The week of several is a
// table.
func (d Data) showsHours() bool { return d.View.Mode == agenda.DayMode || d.View.IsOfOne() }

// columns returns the columns of the grid: the days of one professional, else the professionals of one day.
func (d Data) columns() []hours.Column {
	var columns []hours.Column
	for _, professional := range d.Calendar.Professionals {
		for _, day := range d.days() {
			columns = append(columns, hours.Column{Professional: professional, Day: day, Blocks: d.BlocksOf(professional, day),
				Free:    d.freeOn(professional, day),
				Blocked: d.blockedOn(professional.ID, day)})
		}
	}
	return hours.Clipped(columns)
}

// freeOn returns the free times of a column. With a filter that leaves appointments out none is known to be free.
func (d Data) freeOn(professional professionals.Professional, day time.Time) []time.Time {
	if d.View.Status != "" || d.View.Tag != "" {
		return nil
	}
	return d.Calendar.Free(professional, day, d.Now)
}

// columnTitle is the weekday of a column in a week, else its professional.
func (d Data) columnTitle(c hours.Column) string {
	if d.View.Mode == agenda.DayMode {
		return c.Professional.Name
	}
	return shortWeekday(c.Day) + " " + strconv.Itoa(c.Day.Day())
}

func (d Data) columnNote(c hours.Column) string {
	return fmtbr.Join(" · ", d.Calendar.Holiday(c.Day).Name, fmtbr.Plural(len(c.Blocks), "agendado", "agendados"), c.FreeNote())
}

// columnHref leads from a column of a day to the week of its professional, and from one of a week to its day.
func (d Data) columnHref(c hours.Column) string {
	if d.View.Mode == agenda.DayMode {
		return d.View.As(agenda.WeekMode).Of(c.Professional.ID).Href()
	}
	return d.View.As(agenda.DayMode).On(c.Day).Href()
}

// confirmation is the associate's answer in words; empty for a past appointment.
func (d Data) confirmation(one bookings.Placed) string {
	switch {
	case d.IsPast(one):
		return ""
	case one.Confirmation == nil:
		return "não confirmado"
	case *one.Confirmation == bookings.RescheduleRequested:
		return "pede outro horário"
	}
	return "confirmado"
}

// isUncertain reports whether the associate has not confirmed an appointment that is still to come.
func (d Data) isUncertain(one bookings.Placed) bool {
	return !d.IsPast(one) && (one.Confirmation == nil || *one.Confirmation != bookings.Confirmed)
}
