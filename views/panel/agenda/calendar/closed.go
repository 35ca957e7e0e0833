package calendar

import (
	"time"

	"acolhe/models/closures"
	"acolhe/models/professionals"
	"acolhe/models/types/civil"
	"acolhe/models/types/fmtbr"
	"acolhe/models/types/texts"
	"acolhe/views/panel/agenda/hours"
)

// blockedOn returns the blocked times of a professional on a day; none on a day on which nobody attends.
func (d Data) blockedOn(professional int64, day time.Time) []closures.Occurrence {
	if d.Calendar.IsClosed(day) {
		return nil
	}
	return d.Calendar.Closures.On(professional, day)
}

// blockedWords are the times and the reason of a blocked time: 14:00–17:00 Congresso, Férias até 29/11.
func (d Data) blockedWords(one closures.Occurrence) string {
	zone, reason := d.Now.Location(), texts.Of(one.Block.Reason)
	from, to := one.Block.StartsAt.In(zone), one.Block.EndsAt.In(zone)
	if one.Block.RepeatUntil == nil && civil.Of(from) != civil.Of(to) {
		if reason == "" {
			reason = "Bloqueado"
		}
		return reason + " até " + fmtbr.DayMonth(to, zone)
	}
	return fmtbr.Join(" ", d.Clock(one.From)+"–"+d.Clock(one.To), reason)
}

// isClosed reports whether a professional has no appointment on a day on which they attend nobody.
func (d Data) isClosed(professional professionals.Professional, day time.Time) bool {
	return len(d.Calendar.On(professional.ID, day)) == 0 && (isOff(professional, day) || d.Calendar.IsClosed(day))
}

// isHolidayOff reports whether a day is a holiday without any appointment.
func (d Data) isHolidayOff(day time.Time) bool {
	return d.Calendar.IsClosed(day) && d.Counts[civil.Of(day).String()] == 0
}

// blockedSpan is the place of a blocked time in the time grid.
func (d Data) blockedSpan(day time.Time, one closures.Occurrence) hours.Span {
	return d.SpanOf(day, one.From, one.To)
}
