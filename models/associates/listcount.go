package associates

import (
	"context"
	"time"

	"acolhe/models/db"
	"acolhe/models/page"
	"acolhe/models/tally"
)

// Count counts the associates that the filters leave. The whole list and those of a standing
// are known exactly without counting; anything else is counted up to page.MostCounted. It
// answers as List does.
func Count(ctx context.Context, tx *db.DB, input ListInput, now time.Time) (counted page.Counted, err error) {
	if err := input.Check(); err != nil {
		return counted, err
	}
	if input.filtersOnly(ListInput{Standing: input.Standing}) {
		return countStanding(ctx, tx, input.Standing)
	}
	if input.filtersOnly(ListInput{NoOrderFor: input.NoOrderFor}) {
		return db.CountMost(quiet(tx.WithContext(ctx), input.quietSince(now)))
	}
	return counted, input.read(ctx, tx, now, func(filtered *db.DB) error {
		counted, err = db.CountMost(filtered)
		return err
	})
}

// CountStandings gives how many associates stand how; who looks may see them all.
func CountStandings(ctx context.Context, tx *db.DB) (map[Standing]int, error) {
	keys, err := tally.Of(ctx, tx, tally.Associates)
	counts := make(map[Standing]int, len(keys))
	for key, count := range keys {
		counts[Standing(key)] = count
	}
	return counts, err
}

// countStanding counts those of one standing, or all of them.
func countStanding(ctx context.Context, tx *db.DB, standing Standing) (page.Counted, error) {
	counts, err := CountStandings(ctx, tx)
	if standing != "" {
		return page.Counted{Rows: counts[standing]}, err
	}
	all := 0
	for _, count := range counts {
		all += count
	}
	return page.Counted{Rows: all}, err
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
