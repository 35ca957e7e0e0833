// Package periods holds the days that analytics sum up: civil days of the association in buckets of a day, a week, a month or a
// year, and the days before to compare with.
package periods

import (
	"time"

	"acolhe/models/types/civil"
	"acolhe/models/types/errs"
)

// GroupBy is the length of a bucket. Weeks begin on Monday.
type GroupBy string

// The lengths of the specification.
const (
	Day   GroupBy = "day"
	Week  GroupBy = "week"
	Month GroupBy = "month"
	Year  GroupBy = "year"
)

// Values lists the lengths as text, for the API document.
func (GroupBy) Values() []string {
	return []string{string(Day), string(Week), string(Month), string(Year)}
}

// Limits of a period.
const (
	firstYear = 2000
	lastYear  = 2100
	maxYears  = 20
)

// Input are the days of a query, YYYY-MM-DD, both included. Without Start it is the last 12 civil months, without
// End until today, without GroupBy by month.
type Input struct {
	Start   string `form:"start"`
	End     string `form:"end"`
	GroupBy string `form:"group_by"`
	// SumsOnly leaves out the rankings, which count rows.
	SumsOnly bool `json:"-" form:"-"`
}

// Period are civil days of the association, both included, in buckets.
type Period struct {
	Start   civil.Date `json:"start"`
	End     civil.Date `json:"end"`
	GroupBy GroupBy    `json:"group_by"`
}

// Default returns the last 12 civil months until today.
func Default(today civil.Date) Period {
	first := firstOf(Month, today)
	return Period{Start: first.Add(0, -11, 0), End: today, GroupBy: Month}
}

// LastDays returns a number of days until today.
func LastDays(count int, today civil.Date) Period {
	return Period{Start: today.Add(0, 0, 1-count), End: today, GroupBy: Day}
}

// ThisYear returns the days of the year until today.
func ThisYear(today civil.Date) Period {
	return Period{Start: firstOf(Year, today), End: today, GroupBy: Month}
}

// Usual returns the periods that the pages offer, whose rankings are stored.
func Usual(today civil.Date) []Period {
	return []Period{Default(today), ThisYear(today), LastDays(90, today), LastDays(30, today)}
}

// Period returns the days of the query. It returns 400 VALIDATION_ERROR for a wrong day or length, an end before the
// start, and more than 20 years.
func (in Input) Period(today civil.Date) (Period, error) {
	period := Default(today)
	var p errs.Problems
	for _, day := range []struct {
		name, text string
		into       *civil.Date
	}{{"start", in.Start, &period.Start}, {"end", in.End, &period.End}} {
		if day.text == "" {
			continue
		}
		p.Require(civil.IsDayOf(day.text, firstYear, lastYear), day.name, "deve ser um dia de 2000 a 2100, como 2026-11-20")
		*day.into, _ = civil.Parse(day.text)
	}
	if in.GroupBy != "" {
		period.GroupBy = GroupBy(in.GroupBy)
		p.Require(known(period.GroupBy), "group_by", "deve ser day, week, month ou year")
	}
	if len(p) == 0 {
		p.Require(!period.End.Before(period.Start), "end", "a data final vem antes da inicial")
		p.Require(period.End.Before(period.Start.Add(maxYears, 0, 1)), "end", "o período tem no máximo 20 anos")
	}
	return period, p.Err()
}

func known(by GroupBy) bool { return by == Day || by == Week || by == Month || by == Year }

// Buckets returns the first day of each bucket, which may be before the start of the period.
func (p Period) Buckets() []civil.Date {
	var buckets []civil.Date
	for day := firstOf(p.GroupBy, p.Start); !p.End.Before(day); day = next(p.GroupBy, day) {
		buckets = append(buckets, day)
	}
	return buckets
}

// Bucket returns the days of a bucket that are in the period.
func (p Period) Bucket(first civil.Date) (from, to civil.Date) {
	from, to = first, next(p.GroupBy, first).Add(0, 0, -1)
	if from.Before(p.Start) {
		from = p.Start
	}
	if p.End.Before(to) {
		to = p.End
	}
	return from, to
}

// Before returns the period to compare with: the same days a year before (or as many years as the period has) for one
// that begins with a year or is longer than half a year, else as many days just before.
func (p Period) Before() Period {
	days := p.Start.DaysUntil(p.End) + 1
	before := p
	if p.Start == firstOf(Year, p.Start) || days > 183 {
		years := 1 + (days-1)/366
		before.Start, before.End = p.Start.Add(-years, 0, 0), sameDay(p.End, -years)
		return before
	}
	before.Start, before.End = p.Start.Add(0, 0, -days), p.Start.Add(0, 0, -1)
	return before
}

// Span returns the time of the period in a zone.
func (p Period) Span(zone *time.Location) civil.Span {
	return civil.Span{From: p.Start.In(zone), To: p.End.Add(0, 0, 1).In(zone)}
}

// sameDay returns the day some years later; 29 February becomes 28 February in common years.
func sameDay(day civil.Date, years int) civil.Date {
	moved := day.Add(years, 0, 0)
	if moved.In(time.UTC).Day() != day.In(time.UTC).Day() {
		moved = moved.Add(0, 0, -1)
	}
	return moved
}

// firstOf returns the first day of the bucket that holds the day.
func firstOf(by GroupBy, day civil.Date) civil.Date {
	at := day.In(time.UTC)
	switch by {
	case Week:
		return day.Add(0, 0, -(int(at.Weekday())+6)%7)
	case Month:
		return day.Add(0, 0, 1-at.Day())
	case Year:
		return day.Add(0, 0, 1-at.YearDay())
	}
	return day
}

// next returns the first day of the bucket after the one that begins with the day.
func next(by GroupBy, first civil.Date) civil.Date {
	switch by {
	case Week:
		return first.Add(0, 0, 7)
	case Month:
		return first.Add(0, 1, 0)
	case Year:
		return first.Add(1, 0, 0)
	}
	return first.Add(0, 0, 1)
}

// Input returns the query of the period.
func (p Period) Input() Input {
	return Input{Start: p.Start.String(), End: p.End.String(), GroupBy: string(p.GroupBy)}
}
