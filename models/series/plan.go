package series

import (
	"context"
	"slices"
	"time"

	"acolhe/models/bookings"
	"acolhe/models/closures"
	"acolhe/models/platform/db"
	"acolhe/models/types/auth"
	"acolhe/models/types/civil"
)

// State is what stands against a date.
type State string

// The states.
const (
	Free    State = "free"
	Past    State = "past"
	Taken   State = "taken"
	Blocked State = "blocked"
	Holiday State = "holiday"
)

// The choices for a date; any other choice is a time of the same day, as civil.LocalTime writes it.
const (
	Keep = "keep"
	Skip = "skip"
)

// maxOffered is the number of free times that a date offers to move to.
const maxOffered = 4

// Planned is a date of a series before it is booked.
type Planned struct {
	At    time.Time
	State State
	// Clash is the appointment that has the time, Block the blocked time, and Holiday the holiday.
	Clash   bookings.Placed
	Block   closures.Block
	Holiday closures.Holiday
	// Free are free times of the same day.
	Free []time.Time
	// Choice is Keep, Skip or the time that replaces At.
	Choice string
	// Booked is the time to book; nil if the date is skipped.
	Booked *time.Time
}

// PlanInput is a series to be planned. First is in the association's time zone.
type PlanInput struct {
	ProfessionalID int64
	First          time.Time
	Rule           Rule
	// Choices are those made for a date, by its civil day (2026-12-10). Without one, a free date is kept, a taken or blocked one
	// is moved to the first free time of its day, and skipped if there is none; a holiday is skipped.
	Choices map[string]string
}

// Plan returns the dates of a series, each with what stands against it and what is to happen. A skipped date of a series of so
// many services is made up for at its end. It returns 400 VALIDATION_ERROR for a wrong rule.
func Plan(ctx context.Context, tx *db.DB, by auth.Caller, input PlanInput) ([]Planned, error) {
	if err := input.Rule.Validate(civil.Of(input.First)); err != nil {
		return nil, err
	}
	dates := input.Rule.dates(input.First)
	days := make([]time.Time, len(dates))
	for i, at := range dates {
		days[i] = civil.StartOfDay(at)
	}
	calendar, err := bookings.ReadDays(ctx, tx, by, input.ProfessionalID, days)
	if err != nil {
		return nil, err
	}
	var plan []Planned
	booked := 0
	for _, at := range dates {
		if booked == MaxTimes || input.Rule.Times > 0 && booked == input.Rule.Times {
			break
		}
		one := check(calendar, input, at, by.Now)
		if one.choose(input.Choices[civil.Of(at).String()]); one.Booked != nil {
			booked++
		}
		plan = append(plan, one)
	}
	return plan, nil
}

// Times returns the times to book.
func Times(plan []Planned) []time.Time {
	var times []time.Time
	for _, one := range plan {
		if one.Booked != nil {
			times = append(times, *one.Booked)
		}
	}
	return times
}

// check returns what stands against a date.
func check(calendar bookings.Calendar, input PlanInput, at, now time.Time) Planned {
	one := Planned{At: at, State: Free, Holiday: calendar.Holiday(at)}
	end := at.Add(calendar.Lasting)
	if block, isBlocked := calendar.At(input.ProfessionalID, civil.Span{From: at, To: end}); isBlocked {
		one.State, one.Block = Blocked, block.Block
	}
	for _, placed := range calendar.Placed[input.ProfessionalID] {
		if placed.ConsultationDate.Before(end) && calendar.EndOf(placed).After(at) {
			one.State, one.Clash = Taken, placed
			break
		}
	}
	switch {
	case calendar.IsClosed(at):
		one.State = Holiday
	case at.Before(now):
		one.State = Past
	}
	if one.State == Free {
		return one
	}
	for _, professional := range calendar.Professionals {
		if professional.ID == input.ProfessionalID {
			one.Free = nearest(calendar.Free(professional, civil.StartOfDay(at), now), at)
		}
	}
	return one
}

// nearest returns the free times that are nearest to a time, in order of time.
func nearest(free []time.Time, at time.Time) []time.Time {
	slices.SortStableFunc(free, func(a, b time.Time) int { return int(a.Sub(at).Abs() - b.Sub(at).Abs()) })
	free = free[:min(len(free), maxOffered)]
	slices.SortFunc(free, time.Time.Compare)
	return free
}

// choose sets what is to happen with the date.
func (p *Planned) choose(choice string) {
	moved, isTime := p.move(choice)
	switch {
	case p.State == Free && choice != Skip || choice == Keep:
		p.Choice, p.Booked = Keep, &p.At
	case isTime:
		p.Choice, p.Booked = choice, &moved
	case choice == "" && p.State != Holiday && len(p.Free) > 0:
		p.Choice, p.Booked = civil.LocalTime(p.Free[0], p.At.Location()), &p.Free[0]
	default:
		p.Choice = Skip
	}
}

// move returns the free time that a choice names.
func (p *Planned) move(choice string) (time.Time, bool) {
	at := slices.IndexFunc(p.Free, func(free time.Time) bool { return civil.LocalTime(free, p.At.Location()) == choice })
	if at < 0 {
		return time.Time{}, false
	}
	return p.Free[at], true
}
