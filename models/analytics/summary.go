package analytics

import (
	"context"

	"acolhe/models/analytics/periods"
	"acolhe/models/bookings"
	"acolhe/models/platform/db"
	"acolhe/models/types/auth"
)

// Pair are the numbers of a period and of the one before.
type Pair struct{ Now, Before int64 }

// Summary are the numbers of each area, as the answers of the areas have them without filters.
type Summary struct {
	Period                                  periods.Period
	Associates, Services, Orders, Reception Pair
}

// FindSummary returns the numbers of a number of days until today. It returns 403 FORBIDDEN without the permission on
// reports.
func FindSummary(ctx context.Context, tx *db.DB, by auth.Caller, days int) (found Summary, err error) {
	query, err := begin(ctx, tx, by, domain{}, periods.Input{})
	if err != nil {
		return found, err
	}
	found.Period = periods.LastDays(days, query.period.End)
	before := found.Period.Before()
	for _, summed := range []struct {
		rollup, where string
		into          *Pair
	}{
		{associateDomain.rollup, "true", &found.Associates}, {serviceDomain.rollup, "status = '" + string(bookings.Paid) + "'", &found.Services},
		{orderDomain.rollup, "true", &found.Orders}, {receptionDomain.rollup, "true", &found.Reception},
	} {
		err := tx.WithContext(ctx).Table(summed.rollup).Where(summed.where).Where("day between ? and ?", before.Start, found.Period.End).
			Select("coalesce(sum(count) filter (where day >= @first), 0)::bigint as now, coalesce(sum(count) filter (where day < @first), 0)::bigint as before",
				map[string]any{"first": found.Period.Start}).Scan(summed.into).Error
		if err != nil {
			return found, err
		}
	}
	return found, nil
}
