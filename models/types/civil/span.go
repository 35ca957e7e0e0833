package civil

import "time"

// Span is a period, [From, To); a zero time is no bound.
type Span struct{ From, To time.Time }

// StartOfDay returns the beginning of the civil day in the time zone of the moment.
func StartOfDay(moment time.Time) time.Time {
	return time.Date(moment.Year(), moment.Month(), moment.Day(), 0, 0, 0, 0, moment.Location())
}

// Days are civil days: those from From to To, both included, that are in the period. An empty member is no bound.
type Days struct {
	From, To string // YYYY-MM-DD
	Period   Period
}

// Span returns the time of the days, in the time zone of now. Periods are those of the day of now.
func (d Days) Span(now time.Time) Span {
	span := spanOf(d.From, d.To, now.Location())
	if first, last, known := d.Period.Days(Of(now)); known {
		period := spanOf(first.String(), last.String(), now.Location())
		if span.From.Before(period.From) {
			span.From = period.From
		}
		if span.To.IsZero() || span.To.After(period.To) {
			span.To = period.To
		}
	}
	return span
}

// spanOf returns the time from the first to the last day, both included; an empty day is no bound.
func spanOf(first, last string, zone *time.Location) Span {
	span := Span{From: Midnight(first, zone), To: Midnight(last, zone)}
	if last != "" {
		span.To = span.To.AddDate(0, 0, 1)
	}
	return span
}
