// Package closures holds when the association attends nobody: blocked hours of professionals, such as holidays of their own or
// a congress, and public holidays, national ones and those that the association adds. Free times leave both out.
package closures

import (
	"context"
	"slices"
	"time"

	"acolhe/models/platform/db"
	"acolhe/models/types/civil"
)

// Closures are the closed times of a period.
type Closures struct {
	// Blocked are the blocked times of each professional in order of time, an occurrence each.
	Blocked map[int64][]Occurrence
	// Holidays are the holidays of the period by civil day (2026-12-25).
	Holidays map[string]Holiday
}

// Occurrence is a blocked time: a block, or one week of a block that repeats.
type Occurrence struct {
	Block Block
	civil.Span
}

// Read returns the closures of a period, whose beginning is in the association's time zone. Without ids it has the blocked
// times of all professionals.
func Read(ctx context.Context, tx *db.DB, period civil.Span, professionals ...int64) (Closures, error) {
	closures := Closures{Blocked: map[int64][]Occurrence{}}
	blocks, err := listBlocks(ctx, tx, period, professionals)
	if err != nil {
		return closures, err
	}
	for _, block := range blocks {
		closures.Blocked[block.ProfessionalID] = append(closures.Blocked[block.ProfessionalID], block.within(period)...)
	}
	for _, occurrences := range closures.Blocked {
		slices.SortStableFunc(occurrences, func(a, b Occurrence) int { return a.From.Compare(b.From) })
	}
	closures.Holidays, err = readHolidays(ctx, tx, civil.Of(period.From), civil.Of(period.To.Add(-time.Nanosecond)))
	return closures, err
}

// At returns the blocked time of a professional that overlaps with a span and ends last; false without one.
func (c Closures) At(professional int64, span civil.Span) (last Occurrence, isBlocked bool) {
	for _, one := range c.Blocked[professional] {
		if one.From.Before(span.To) && one.To.After(span.From) && one.To.After(last.To) {
			last, isBlocked = one, true
		}
	}
	return last, isBlocked
}

// On returns the blocked times of a professional on the day that begins at midnight, each clipped to that day.
func (c Closures) On(professional int64, midnight time.Time) []Occurrence {
	var on []Occurrence
	next := midnight.AddDate(0, 0, 1)
	for _, one := range c.Blocked[professional] {
		if one.From.Before(next) && one.To.After(midnight) {
			if one.From.Before(midnight) {
				one.From = midnight
			}
			if one.To.After(next) {
				one.To = next
			}
			on = append(on, one)
		}
	}
	return on
}

// Holiday returns the holiday of a day; without one the zero value.
func (c Closures) Holiday(day time.Time) Holiday { return c.Holidays[civil.Of(day).String()] }

// IsClosed reports whether a day is a holiday on which nobody attends.
func (c Closures) IsClosed(day time.Time) bool {
	holiday := c.Holiday(day)
	return holiday.Name != "" && !holiday.IsOpen
}
