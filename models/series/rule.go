// Package series plans appointments that repeat: it computes the dates, checks them all before anything is booked, and moves or
// cancels several services of a series at once. The services themselves belong to bookings.
package series

import (
	"slices"
	"time"

	"acolhe/models/types/civil"
	"acolhe/models/types/errs"
)

// Every is how often a series repeats.
type Every string

// The intervals.
const (
	Weekly      Every = "weekly"
	Fortnightly Every = "fortnightly"
	Monthly     Every = "monthly"
)

// All returns the intervals in the order in which forms offer them.
func All() []Every { return []Every{Weekly, Fortnightly, Monthly} }

// Limits of a series: its services, and the dates that are looked at to find as many.
const (
	MaxTimes = 50
	maxDates = 100
)

// Rule is how a series repeats: until it has so many services, or until a day, whichever comes first.
type Rule struct {
	errs.BindErrors
	Every Every       `form:"repeat_every"`
	Times int         `form:"repeat_times"`
	Until *civil.Date `form:"repeat_until"`
	// IsPackage makes the services one booking, which is paid at once.
	IsPackage bool `form:"repeat_package"`
}

// Validate returns 400 VALIDATION_ERROR with every wrong field of a rule that begins on a day.
func (r Rule) Validate(first civil.Date) error {
	var p errs.Problems
	p.Require(slices.Contains(All(), r.Every), "repeat_every", "escolha de quanto em quanto tempo")
	p.Require(r.Times != 0 || r.Until != nil, "repeat_times", "informe quantas vezes, ou até quando")
	p.Require(r.Times == 0 || r.Times >= 2 && r.Times <= MaxTimes, "repeat_times", "deve ser de 2 a 50")
	p.Require(r.Until == nil || first.Before(*r.Until), "repeat_until", "deve ser depois da primeira data")
	p.Require(r.Until == nil || r.Until.Before(first.Add(2, 0, 1)), "repeat_until", "deve ser em até dois anos")
	return r.Merge(p).Err()
}

// At returns the time of the occurrence with this number, the first being 0, by the clock of the zone of the first one. A month
// without its day has its last day instead.
func (e Every) At(first time.Time, number int) time.Time {
	switch e {
	case Weekly:
		return first.AddDate(0, 0, 7*number)
	case Fortnightly:
		return first.AddDate(0, 0, 14*number)
	}
	year, month, day := first.Date()
	last := time.Date(year, month+time.Month(number)+1, 0, 0, 0, 0, 0, first.Location()).Day()
	return time.Date(year, month+time.Month(number), min(day, last), first.Hour(), first.Minute(), first.Second(), 0, first.Location())
}

// dates returns the times that may become the series, more than its services because some may be skipped.
func (r Rule) dates(first time.Time) []time.Time {
	var dates []time.Time
	for number := range maxDates {
		at := r.Every.At(first, number)
		if r.Until != nil && r.Until.Before(civil.Of(at)) || r.Times > 0 && number >= 2*r.Times {
			break
		}
		dates = append(dates, at)
	}
	return dates
}
