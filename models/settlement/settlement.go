// Package settlement finds what the closing of months waits for.
package settlement

import (
	"context"

	"acolhe/models/bookings"
	"acolhe/models/platform/db"
	"acolhe/models/platform/settings"
	"acolhe/models/reports"
	"acolhe/models/reports/contests"
	"acolhe/models/types/access"
	"acolhe/models/types/auth"
	"acolhe/models/types/civil"
	"acolhe/models/types/money"
	"acolhe/models/types/page"
)

// Settlement is what the closing of months waits for.
type Settlement struct {
	// Month is the month of Unvalidated: the one before, until all its services are validated, then the current one.
	Month       civil.Month
	Unvalidated page.Counted
	// Contested are all contested services, by month.
	Contested []contests.OpenMonth
	// Payouts counts the closed statements that are not paid, First is the month of the earliest, and Payable their sum.
	Payouts int
	First   civil.Month
	Payable money.Amount
}

// Find returns what waits for those who close months, counting services up to a limit. It is 403 FORBIDDEN unless
// access.CanSettle.
func Find(ctx context.Context, tx *db.DB, by auth.Caller, limit int) (found Settlement, err error) {
	if err := access.RequireSettle(by); err != nil {
		return found, err
	}
	zone, err := settings.Location(ctx, tx)
	if err != nil {
		return found, err
	}
	current := civil.MonthOf(by.Now.In(zone))
	for _, month := range []civil.Month{current.Add(-1), current} {
		none := bookings.Validation("")
		services, err := bookings.SelectReported(ctx, tx, by, bookings.ReportedInput{Span: month.In(zone), Validation: &none})
		if err != nil {
			return found, err
		}
		found.Month = month
		if found.Unvalidated, err = db.CountUpTo(services.Model(&bookings.Service{}), limit); err != nil {
			return found, err
		}
		if found.Unvalidated.Rows > 0 {
			break
		}
	}
	if found.Contested, err = contests.ListOpen(ctx, tx, by); err != nil {
		return found, err
	}
	unpaid := tx.WithContext(ctx).Model(&reports.Statement{}).Where("is_closed and paid_on is null").
		Select("count(*), coalesce(min(month), cast(? as date)), coalesce(sum(payable), 0)", found.Month)
	return found, db.ScanRow(unpaid, &found.Payouts, &found.First, &found.Payable)
}
