package retention

import (
	"context"
	"fmt"
	"slices"
	"time"

	"acolhe/models/platform/db"
	"acolhe/models/platform/personal"
	"acolhe/models/types/auth"
	"acolhe/models/types/civil"
)

// Leave is a group of rows of a kind that leave in the same month.
type Leave struct {
	Term   personal.Term
	Period personal.Period
	// On is the first day on which rows of the group leave.
	On    civil.Date
	Count int64
	// First and Last are the days of the events of its oldest and its newest row.
	First, Last civil.Date
}

// Overview is what leaves and when, by the last pass.
type Overview struct {
	State   State
	Today   civil.Date
	Zone    *time.Location
	Periods map[string]personal.Period
	// Leaves are those of the next months, by day.
	Leaves []Leave
	Holds  []Hold
	// Counted is when the rows were last counted; nil before the first pass.
	Counted *time.Time
	// Removed, Seconds and SlowestMs are those of the last finished night.
	Removed, Seconds, SlowestMs int64
}

const (
	// shownMonths are the months that the page shows ahead.
	shownMonths = 12
	mostHolds   = 50
)

// Overview returns what leaves and when for an administrator.
func (k Keeper) Overview(ctx context.Context, by auth.Caller, zone *time.Location) (o Overview, err error) {
	if err := require(by); err != nil {
		return o, err
	}
	o.Zone, o.Today = zone, civil.Of(by.Now.In(zone))
	if o.State, err = ReadState(ctx, k.DB); err != nil {
		return o, err
	}
	if o.Periods, err = k.periods(ctx, k.DB); err != nil {
		return o, err
	}
	counts, err := k.counts(ctx, k.DB)
	if err != nil {
		return o, err
	}
	for _, term := range k.Terms {
		o.Leaves = append(o.Leaves, o.leaves(term, counts[term.Name])...)
	}
	slices.SortStableFunc(o.Leaves, func(a, b Leave) int { return a.On.In(time.UTC).Compare(b.On.In(time.UTC)) })
	if o.Holds, err = k.Holds(ctx, by, o.Today, mostHolds); err != nil {
		return o, err
	}
	return o, k.lastNight(ctx, &o)
}

// first returns the first day on which rows may leave: the next night, or the end of the thirty days.
func (o Overview) first() civil.Date {
	next := o.Today.Add(0, 0, 1)
	if begins := o.State.Begins(); !begins.IsZero() && next.Before(civil.Of(begins.In(o.Zone))) {
		return civil.Of(begins.In(o.Zone))
	}
	return next
}

// leaves groups the counts of a term by the month in which they leave.
func (o Overview) leaves(term personal.Term, counts []counted) (groups []Leave) {
	first, period := o.first(), o.Periods[term.Name]
	last := o.Today.Add(0, shownMonths, 0)
	for _, row := range counts {
		on := term.LeavesOn(row.Day, period)
		if on.Before(first) {
			on = first
		}
		if last.Before(on) {
			continue
		}
		i := len(groups) - 1
		if i < 0 || civil.MonthOf(groups[i].On.In(time.UTC)) != civil.MonthOf(on.In(time.UTC)) {
			groups = append(groups, Leave{Term: term, Period: period, On: on, First: row.Day})
			i++
		}
		groups[i].Count += row.Count
		groups[i].Last = row.Day
	}
	return groups
}

func (k Keeper) lastNight(ctx context.Context, o *Overview) error {
	var found struct {
		Counted   *time.Time
		Removed   int64
		Seconds   int64
		SlowestMs int64
	}
	const query = `select max(date_ended) as counted, coalesce(sum(removed), 0) as removed, coalesce(max(slowest_ms), 0) as slowest_ms,
		coalesce(extract(epoch from max(date_ended) - min(date_started))::bigint, 0) as seconds
		from retention_passes where night = (select max(night) from retention_passes where date_ended is not null)`
	err := k.DB.WithContext(ctx).Raw(query).Scan(&found).Error
	o.Counted, o.Removed, o.Seconds, o.SlowestMs = found.Counted, found.Removed, found.Seconds, found.SlowestMs
	return err
}

// Row is a row that leaves.
type Row struct {
	ID   int64
	Name string
	Day  civil.Date
}

// Window are the days of the events of rows, both included, and the number of rows.
type Window struct {
	From, To civil.Date
	Limit    int
}

// Who returns the first rows of a kind of a window, oldest ids first, for an administrator. Held ones are not in it.
func (k Keeper) Who(ctx context.Context, by auth.Caller, term personal.Term, window Window) (rows []Row, err error) {
	if err := require(by); err != nil {
		return nil, err
	}
	r, err := k.newRun(ctx)
	if err != nil {
		return nil, err
	}
	values := r.values(0, maxID)
	values["from"], values["to"], values["most"] = window.From.In(r.zone), window.To.Add(0, 0, 1).In(r.zone), window.Limit
	query := fmt.Sprintf(`select id, %s as name, (%s at time zone @zone)::date as day from %s where %s and %[2]s >= @from and %[2]s < @to
		order by id limit @most`, term.Who, term.Since, term.Table, r.condition(term))
	err = k.DB.WithContext(ctx).Raw(query, values).Scan(&rows).Error
	return rows, err
}

// maxID is greater than any id.
const maxID = 1 << 62

// Options returns the periods of a term for a form, with how many rows each would let leave today.
func (k Keeper) Options(ctx context.Context, term personal.Term, today civil.Date) (options []Option, err error) {
	for _, period := range term.Options {
		leaving, err := k.LeavingNow(ctx, term, period, today)
		if err != nil {
			return nil, err
		}
		options = append(options, Option{Period: period, Leaving: leaving, Allowed: term.Allows(period)})
	}
	return options, nil
}

// Option is a period that may be chosen unless a law asks for a longer one.
type Option struct {
	Period  personal.Period
	Leaving int64
	Allowed bool
}

// Current returns the period of a term.
func (k Keeper) Current(ctx context.Context, term personal.Term) (personal.Period, error) {
	current, err := k.periods(ctx, k.DB)
	return current[term.Name], err
}

// Pending returns the state of retention, and whether it is on and its thirty days are not over.
func Pending(ctx context.Context, tx *db.DB, now time.Time) (state State, isPending bool, err error) {
	state, err = ReadState(ctx, tx)
	return state, err == nil && state.IsOn() && now.Before(state.Begins()), err
}
