package associates

import (
	"context"
	"time"

	"acolhe/models/db"
	"acolhe/models/page"
	"acolhe/models/tally"
)

// mostQuiet is how far those without an order are counted: a tab of the list tells it on every
// page, and 10,000 entries of an index take longer than all the rest of it.
const mostQuiet = 1_000

// Count counts the associates that the filters leave. The whole list and those of a standing
// are known exactly without counting; those without an order are counted up to mostQuiet, and
// anything else up to page.MostCounted. It answers as List does.
func Count(ctx context.Context, tx *db.DB, input ListInput, now time.Time) (counted page.Counted, err error) {
	if err := input.Check(); err != nil {
		return counted, err
	}
	if input.filtersOnly(ListInput{Standing: input.Standing}) {
		standings, err := CountStandings(ctx, tx)
		return standings.Of(input.Standing), err
	}
	if input.filtersOnly(ListInput{NoOrderFor: input.NoOrderFor}) {
		return db.CountMost(quiet(tx.WithContext(ctx), input.quietSince(now)), mostQuiet)
	}
	err = input.read(ctx, tx, now, func(filtered *db.DB) error {
		counted, err = db.CountMost(filtered, page.MostCounted)
		return err
	})
	return counted, err
}

// StandingCounts is how many associates stand how; absent standings have none.
type StandingCounts map[Standing]int

// Of counts those of one standing, or with none of them all.
func (c StandingCounts) Of(standing Standing) page.Counted {
	if standing != "" {
		return page.Counted{Rows: c[standing]}
	}
	all := 0
	for _, count := range c {
		all += count
	}
	return page.Counted{Rows: all}
}

// CountStandings gives how many associates stand how, patients left out.
func CountStandings(ctx context.Context, tx *db.DB) (StandingCounts, error) {
	keys, err := tally.Of(ctx, tx, tally.Associates)
	counts := make(StandingCounts, len(keys))
	for key, count := range keys {
		counts[Standing(key)] = count
	}
	return counts, err
}

// quiet are those who took no order since then: two stretches of one index, since who never
// ordered stands apart.
func quiet(tx *db.DB, since time.Time) *db.DB {
	before := tx.Table("last_orders").Select("1").Where("admitted and taken_at < ?", since)
	never := tx.Table("last_orders").Select("1").Where("admitted and taken_at is null")
	return tx.Table("(? union all ?) as quiet", before, never)
}

// filtersOnly tells that these filters and no others are on.
func (in ListInput) filtersOnly(filters ListInput) bool {
	in.Window, in.Sort = filters.Window, filters.Sort
	return in == filters
}
