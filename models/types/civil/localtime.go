package civil

import "time"

// localTime is the form of a moment in fields and addresses: that of HTML's datetime-local.
const localTime = "2006-01-02T15:04"

// LocalTime returns a moment as fields and addresses have it, by the clock of a zone: 2026-11-20T14:05. A moment comes from
// the database in a zone of its own, so that no other code writes a moment into a page.
func LocalTime(at time.Time, in *time.Location) string { return at.In(in).Format(localTime) }

// ParseLocalTime returns the moment of a text that LocalTime wrote.
func ParseLocalTime(text string, in *time.Location) (time.Time, error) {
	return time.ParseInLocation(localTime, text, in)
}
