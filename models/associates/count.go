package associates

import (
	"context"
	"reflect"
	"time"

	"acolhe/models/platform/counters"
	"acolhe/models/platform/db"
	"acolhe/models/types/access"
	"acolhe/models/types/auth"
	"acolhe/models/types/page"
)

// Count counts the associates that the caller may see and that match the filters. The number is exact without filters
// and for a membership status alone, else limited. It returns the errors of List.
func Count(ctx context.Context, tx *db.DB, by auth.Caller, input ListInput, limit int) (counted page.Counted, err error) {
	if err := input.validate(); err != nil {
		return counted, err
	}
	if input.filtersOnly(ListInput{MembershipStatus: input.MembershipStatus}) {
		counts, err := CountByMembershipStatus(ctx, tx, by)
		return counts.Of(input.MembershipStatus), err
	}
	if input.filtersOnly(ListInput{DaysWithoutOrders: input.DaysWithoutOrders}) {
		return db.CountUpTo(withoutOrders(tx.WithContext(ctx), input.withoutOrdersSince(by.Now)).Scopes(visibleTo(by)), limit)
	}
	err = input.read(ctx, tx, by, func(filtered *db.DB) error {
		counted, err = db.CountUpTo(filtered, limit)
		return err
	})
	return counted, err
}

// CountNew counts the associates that the caller may see, without patients, registered since a moment.
func CountNew(ctx context.Context, tx *db.DB, by auth.Caller, since time.Time) (int, error) {
	var count int64
	err := tx.WithContext(ctx).Model(&Associate{}).Scopes(visibleTo(by)).Where("status <> ? and date_created >= ?", Patient, since).Count(&count).Error
	return int(count), err
}

// CountMemberships counts the associates that the caller may see and that match the filters, by membership status, up
// to a limit for all statuses together; the empty status counts all. It returns the errors of List.
func CountMemberships(ctx context.Context, tx *db.DB, by auth.Caller, input ListInput, limit int) (counted map[MembershipStatus]page.Counted, err error) {
	if input.filtersOnly(ListInput{}) {
		counts, err := CountByMembershipStatus(ctx, tx, by)
		counted = map[MembershipStatus]page.Counted{"": counts.Of("")}
		for status := range counts {
			counted[status] = counts.Of(status)
		}
		return counted, err
	}
	err = input.read(ctx, tx, by, func(filtered *db.DB) error {
		counted, err = db.CountByUpTo[MembershipStatus](filtered, membershipStatus, limit)
		return err
	})
	return counted, err
}

// MembershipCounts holds the number of associates by membership status; a status without associates is absent.
type MembershipCounts map[MembershipStatus]int

// Of returns the count of one membership status, or of all if it is empty.
func (c MembershipCounts) Of(status MembershipStatus) page.Counted {
	if status != "" {
		return page.Counted{Rows: c[status]}
	}
	all := 0
	for _, count := range c {
		all += count
	}
	return page.Counted{Rows: all}
}

// CountByMembershipStatus returns the counters of associates, without patients, for a caller who may read them.
func CountByMembershipStatus(ctx context.Context, tx *db.DB, by auth.Caller) (MembershipCounts, error) {
	if !access.Can(by, "users", access.Read) {
		return MembershipCounts{}, nil
	}
	keys, err := counters.Of(ctx, tx, counters.Associates)
	counts := make(MembershipCounts, len(keys))
	for key, count := range keys {
		counts[MembershipStatus(key)] = count
	}
	return counts, err
}

// withoutOrders selects the associates without an order since a moment. The union reads two ranges of one index:
// associates who never ordered, and those whose last order is older.
func withoutOrders(tx *db.DB, since time.Time) *db.DB {
	before := tx.Table("last_orders").Select("1").Where("admitted and taken_at < ?", since)
	never := tx.Table("last_orders").Select("1").Where("admitted and taken_at is null")
	return tx.Table("(? union all ?) as without_orders", before, never)
}

// filtersOnly reports whether exactly these filters are set.
func (in ListInput) filtersOnly(filters ListInput) bool {
	in.Window, in.Sort = filters.Window, filters.Sort
	return reflect.DeepEqual(in, filters)
}
