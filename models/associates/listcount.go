package associates

import (
	"context"
	"time"

	"acolhe/models/platform/counters"
	"acolhe/models/platform/db"
	"acolhe/models/types/page"
)

// mostQuiet is how far those without an order are counted: a tab shows the number on every page,
// and counting 10,000 entries of the index takes longer than everything else on it.
const mostQuiet = 1_000

// Count counts the associates that match the filters. The whole list and those of a standing
// are known exactly without counting; those without an order are counted up to mostQuiet, and
// anything else up to page.CountLimit. It answers as List does.
func Count(ctx context.Context, tx *db.DB, input ListInput, now time.Time) (counted page.Counted, err error) {
	if err := input.Check(); err != nil {
		return counted, err
	}
	if input.filtersOnly(ListInput{Standing: input.Standing}) {
		standings, err := CountByMembershipStatus(ctx, tx)
		return standings.Of(input.Standing), err
	}
	if input.filtersOnly(ListInput{NoOrderFor: input.NoOrderFor}) {
		return db.CountUpTo(quiet(tx.WithContext(ctx), input.quietSince(now)), mostQuiet)
	}
	err = input.read(ctx, tx, now, func(filtered *db.DB) error {
		counted, err = db.CountUpTo(filtered, page.CountLimit)
		return err
	})
	return counted, err
}

// StandingCounts is how many associates have each standing; an absent standing has none.
type StandingCounts map[MembershipStatus]int

// Of is the count of one standing, or of all when it is empty.
func (c StandingCounts) Of(standing MembershipStatus) page.Counted {
	if standing != "" {
		return page.Counted{Rows: c[standing]}
	}
	all := 0
	for _, count := range c {
		all += count
	}
	return page.Counted{Rows: all}
}

// CountByMembershipStatus counts the associates of each standing, without patients.
func CountByMembershipStatus(ctx context.Context, tx *db.DB) (StandingCounts, error) {
	keys, err := counters.Of(ctx, tx, counters.Associates)
	counts := make(StandingCounts, len(keys))
	for key, count := range keys {
		counts[MembershipStatus(key)] = count
	}
	return counts, err
}

// quiet selects those without an order since then. The union reads two ranges of one index, in
// which those who never ordered stand apart.
func quiet(tx *db.DB, since time.Time) *db.DB {
	before := tx.Table("last_orders").Select("1").Where("admitted and taken_at < ?", since)
	never := tx.Table("last_orders").Select("1").Where("admitted and taken_at is null")
	return tx.Table("(? union all ?) as quiet", before, never)
}

// filtersOnly tells whether exactly these filters are on.
func (in ListInput) filtersOnly(filters ListInput) bool {
	in.Window, in.Sort = filters.Window, filters.Sort
	return in == filters
}
