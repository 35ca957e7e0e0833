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
		return db.CountUpTo(input.withoutOrders(tx.WithContext(ctx), by), limit)
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
	err := tx.WithContext(ctx).Model(&Associate{}).Scopes(visibleTo(by)).Where("status <> ? and date_created >= ?", Patient, since).
		Count(&count).Error
	return int(count), err
}

// Groups are the numbers of associates in the groups of a list.
type Groups struct {
	// Memberships holds the number by membership status; the empty status counts all.
	Memberships map[MembershipStatus]page.Counted
	// Lapsed are those without an order in LapsedDays, counted up to MostLapsed.
	Lapsed page.Counted
}

// LapsedDays is the number of days without an order after which an associate counts as lapsed. They are counted up to
// MostLapsed, because each is an entry of an index.
const (
	LapsedDays = 90
	MostLapsed = 1_000
)

// CountGroups counts the groups of the associates that the caller may see and that match the filters, those by membership
// status up to a limit for all together. It returns the errors of List.
func CountGroups(ctx context.Context, tx *db.DB, by auth.Caller, input ListInput, limit int) (groups Groups, err error) {
	if input.filtersOnly(ListInput{}) {
		return countAllGroups(tx.WithContext(ctx), by)
	}
	err = input.read(ctx, tx, by, func(filtered *db.DB) error {
		groups.Memberships, err = db.CountByUpTo[MembershipStatus](filtered, membershipStatus, limit)
		return err
	})
	if err != nil {
		return groups, err
	}
	input.DaysWithoutOrders = LapsedDays
	groups.Lapsed, err = Count(ctx, tx, by, input, MostLapsed)
	return groups, err
}

// countAllGroups counts the groups of all associates in one statement, because every first page of the list shows them.
func countAllGroups(tx *db.DB, by auth.Caller) (Groups, error) {
	var counts MembershipCounts
	var lapsed int
	all := counters.SelectAll(tx, counters.Associates).Scopes(visibleTo(by))
	lapsedRows := ListInput{DaysWithoutOrders: LapsedDays}.withoutOrders(tx, by)
	err := db.ScanRow(tx.Raw("select (?), (?)", all, db.CountOf(lapsedRows, MostLapsed+1)), db.JSON(&counts), &lapsed)
	groups := Groups{Memberships: map[MembershipStatus]page.Counted{"": counts.Of("")}, Lapsed: page.CountedUpTo(lapsed, MostLapsed)}
	for status := range counts {
		groups.Memberships[status] = counts.Of(status)
	}
	return groups, err
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

// withoutOrders selects the associates without an order in DaysWithoutOrders, those who never ordered included: one range
// of an index alone.
func (in ListInput) withoutOrders(tx *db.DB, by auth.Caller) *db.DB {
	return tx.Table("last_orders").Where("admitted and coalesce(taken_at, '-infinity') < ?", in.withoutOrdersSince(by.Now)).
		Scopes(visibleTo(by))
}

// filtersOnly reports whether exactly these filters are set.
func (in ListInput) filtersOnly(filters ListInput) bool {
	in.Window, in.Sort = filters.Window, filters.Sort
	return reflect.DeepEqual(in, filters)
}
