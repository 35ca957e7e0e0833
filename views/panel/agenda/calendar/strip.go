package calendar

import (
	"time"

	"acolhe/models/bookings"
	"acolhe/models/types/civil"
)

// stripDay is a day of the strip above the agenda on a phone.
type stripDay struct {
	day   time.Time
	count int
}

// strip returns the days of the week around the day that is shown.
func (d Data) strip() []stripDay {
	monday := bookings.MondayOf(d.View.Day)
	days := make([]stripDay, 7)
	for i := range days {
		day := monday.AddDate(0, 0, i)
		days[i] = stripDay{day, d.Counts[civil.Of(day).String()]}
	}
	if last := days[6]; last.count == 0 && !d.isChosen(last.day) {
		return days[:6]
	}
	return days
}

// isChosen reports whether a day is the one that a phone shows.
func (d Data) isChosen(day time.Time) bool { return civil.Of(day) == civil.Of(d.View.Day) }
