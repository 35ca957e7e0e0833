package agenda

import (
	"time"

	"acolhe/models/bookings"
	"acolhe/models/closures"
	"acolhe/models/professionals"
	"acolhe/models/types/civil"
	"acolhe/models/types/fmtbr"
	"acolhe/models/types/texts"
)

// blockedOn returns the blocked times of a professional on a day; none on a day on which nobody attends.
func (d CalendarData) blockedOn(professional int64, day time.Time) []closures.Occurrence {
	if d.Calendar.IsClosed(day) {
		return nil
	}
	return d.Calendar.Closures.On(professional, day)
}

// blockedWords are the times and the reason of a blocked time: 14:00–17:00 Congresso, Férias até 29/11.
func (d CalendarData) blockedWords(one closures.Occurrence) string {
	zone, reason := d.Now.Location(), texts.Of(one.Block.Reason)
	from, to := one.Block.StartsAt.In(zone), one.Block.EndsAt.In(zone)
	if one.Block.RepeatUntil == nil && civil.Of(from) != civil.Of(to) {
		if reason == "" {
			reason = "Bloqueado"
		}
		return reason + " até " + fmtbr.DayMonth(to, zone)
	}
	return fmtbr.Join(" ", d.clock(one.From)+"–"+d.clock(one.To), reason)
}

// isClosed reports whether a professional has no appointment on a day on which they attend nobody.
func (d CalendarData) isClosed(professional professionals.Professional, day time.Time) bool {
	return len(d.Calendar.On(professional.ID, day)) == 0 && (isOff(professional, day) || d.Calendar.IsClosed(day))
}

// isHolidayOff reports whether a day is a holiday without any appointment.
func (d CalendarData) isHolidayOff(day time.Time) bool {
	return d.Calendar.IsClosed(day) && d.Counts[civil.Of(day).String()] == 0
}

// blockedSpan is the place of a blocked time in the time grid.
func (d CalendarData) blockedSpan(day time.Time, one closures.Occurrence) span {
	return d.spanOf(day, one.From, one.To)
}

// clippedTo returns the part of a span that a grid of these hours shows.
func (d CalendarData) clippedTo(s span, from, to int) span {
	return span{min(max(s.from, from*60), to*60-shortestBlock), max(min(s.to, to*60), from*60+shortestBlock)}
}

// ClosedWords say that a time is blocked or on a holiday; empty if it is neither.
func ClosedWords(calendar bookings.Calendar, professional professionals.Professional, at time.Time) string {
	return closedWords(calendar, professional, at)
}

// closedWords say that a wished time is blocked or on a holiday; empty if it is neither.
func closedWords(calendar bookings.Calendar, professional professionals.Professional, at time.Time) string {
	if calendar.IsClosed(at) {
		return fmtbr.DayMonth(at, at.Location()) + " é feriado: " + calendar.Holiday(at).Name + "."
	}
	one, isBlocked := calendar.At(professional.ID, civil.Span{From: at, To: at.Add(calendar.Lasting)})
	if !isBlocked {
		return ""
	}
	return fmtbr.Join(" ", professional.Name+" tem este horário bloqueado"+reasonOf(one)+".")
}

func reasonOf(one closures.Occurrence) string {
	if one.Block.Reason == nil {
		return ""
	}
	return " (" + *one.Block.Reason + ")"
}
