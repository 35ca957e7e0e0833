package civil

import (
	"strings"
	"time"
)

// localTime is the form of a moment in fields and addresses: that of HTML's datetime-local.
const localTime = "2006-01-02T15:04"

// LocalTime returns a moment as fields and addresses have it, by the clock of a zone: 2026-11-20T14:05. A moment comes from
// the database in a zone of its own, so that no other code writes a moment into a page.
func LocalTime(at time.Time, in *time.Location) string { return at.In(in).Format(localTime) }

// ParseLocalTime returns the moment of a text that LocalTime wrote, or of one that people type: a date as in Parse and a time,
// such as 20/11/2026 14:05 or 20/11/26 9h.
func ParseLocalTime(text string, in *time.Location) (time.Time, error) {
	if at, err := time.ParseInLocation(localTime, text, in); err == nil {
		return at, nil
	}
	day, clock, _ := strings.Cut(strings.TrimSpace(text), " ")
	date, err := Parse(day)
	if err != nil {
		return time.Time{}, err
	}
	for _, form := range []string{"15:04", "15h04", "15h", "15"} {
		if at, err := time.Parse(form, strings.TrimSpace(clock)); err == nil {
			return date.In(in).Add(time.Duration(at.Hour())*time.Hour + time.Duration(at.Minute())*time.Minute), nil
		}
	}
	return time.Time{}, ErrNotDate
}

// ShownTime returns a local time of fields as people write it, 20/11/2026 14:05; any other text stays.
func ShownTime(text string) string {
	if at, err := time.Parse(localTime, text); err == nil {
		return at.Format("02/01/2006 15:04")
	}
	return text
}

// ShownDay returns a date of fields as people write it, 20/11/2026; any other text stays.
func ShownDay(text string) string {
	if IsDay(text) {
		return MustParse(text).Shown()
	}
	return text
}

// TypedDay returns the wire form of a date that people typed, 2026-11-20; any other text stays, for the input to refuse.
func TypedDay(text string) string {
	if day, err := Parse(text); err == nil {
		return day.String()
	}
	return text
}
