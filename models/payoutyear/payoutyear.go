// Package payoutyear sums up what an association paid to a professional in a civil year: the closed months, the open one, and
// what counts for the income tax. Months are closed and paid in models/reports.
package payoutyear

import (
	"context"
	"slices"
	"strconv"

	"acolhe/models/platform/db"
	"acolhe/models/reports"
	"acolhe/models/types/auth"
	"acolhe/models/types/civil"
	"acolhe/models/types/errs"
	"acolhe/models/types/money"
)

// firstYear is the first year that can be asked for.
const firstYear = 2000

// most is the number of statements that are read: those of twenty years.
const most = 240

// Month is a month of the year. Statement is nil while the month is open; Count and Payable are those so far.
type Month struct {
	Month     civil.Month
	Statement *reports.Statement
	Count     int
	Payable   money.Amount
}

// Year is a civil year of the calling professional.
type Year struct {
	Year int
	// Months are those with services, the latest first.
	Months []Month
	// PaidIn are the statements that were paid in this year, by the day of the payment, whatever month they are about.
	PaidIn []reports.Statement
	// Paid and Due sum up the statements of the months; Count are their services.
	Paid, Due money.Amount
	Count     int
}

// Received returns what was paid in the year, by the day of the payment.
func (y Year) Received() money.Amount {
	sum := money.Zero
	for _, statement := range y.PaidIn {
		sum = sum.Add(statement.Payable)
	}
	return sum
}

// FindOwn returns a year of the calling professional. It returns 400 VALIDATION_ERROR for a year outside 2000 to the current one.
func FindOwn(ctx context.Context, tx *db.DB, by auth.Caller, year int) (Year, error) {
	zone, err := reports.Zone(ctx, tx)
	if err != nil {
		return Year{}, err
	}
	now := by.Now.In(zone)
	if year < firstYear || year > now.Year() {
		return Year{}, errs.Invalid("ano", "escolha um ano até o atual")
	}
	statements, err := reports.ListOwnStatements(ctx, tx, by, most)
	if err != nil {
		return Year{}, err
	}
	found := Year{Year: year}
	for i, statement := range statements {
		if statement.PaidOn != nil && statement.PaidOn.In(zone).Year() == year {
			found.PaidIn = append(found.PaidIn, statement)
		}
		if statement.Month.In(zone).From.Year() == year {
			found.add(Month{statement.Month, &statements[i], statement.Count, statement.Payable})
		}
	}
	slices.SortStableFunc(found.PaidIn, func(a, b reports.Statement) int { return b.PaidOn.DaysUntil(*a.PaidOn) })
	return found, found.addOpen(ctx, tx, by, civil.MonthOf(now))
}

// addOpen adds the current month, which no statement has yet.
func (y *Year) addOpen(ctx context.Context, tx *db.DB, by auth.Caller, current civil.Month) error {
	if current.String()[:4] != strconv.Itoa(y.Year) || slices.ContainsFunc(y.Months, func(m Month) bool { return m.Month == current }) {
		return nil
	}
	report, err := reports.Find(ctx, tx, by, reports.Input{Month: current.String(), Limit: new(-1)})
	if err != nil || report.Totals.Count == 0 {
		return err
	}
	y.Months = append([]Month{{Month: current, Count: report.Totals.Count, Payable: report.Totals.PayableSum}}, y.Months...)
	y.Count += report.Totals.Count
	return nil
}

func (y *Year) add(month Month) {
	y.Months = append(y.Months, month)
	y.Count += month.Count
	if month.Statement.PaidOn != nil {
		y.Paid = y.Paid.Add(month.Payable)
	} else {
		y.Due = y.Due.Add(month.Payable)
	}
}
