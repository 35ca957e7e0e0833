package civil

import "time"

// Span is a period, [From, To); a zero time is no bound.
type Span struct{ From, To time.Time }

// StartOfDay returns the beginning of the civil day in the time zone of the moment.
func StartOfDay(moment time.Time) time.Time {
	return time.Date(moment.Year(), moment.Month(), moment.Day(), 0, 0, 0, 0, moment.Location())
}
