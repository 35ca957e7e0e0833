package cashbook

import (
	"context"
	"time"

	"acolhe/models/bookings"
	"acolhe/models/orders"
	"acolhe/models/platform/db"
	"acolhe/models/platform/settings"
	"acolhe/models/types/access"
	"acolhe/models/types/auth"
	"acolhe/models/types/civil"
	"acolhe/models/types/errs"
	"acolhe/models/types/fmtbr"
	"acolhe/models/types/money"
)

// Closing is a row of cash_months: who closed a month, and when.
type Closing struct {
	Month      civil.Month `gorm:"column:month;primaryKey"`
	ClosedBy   string      `gorm:"column:closed_by"`
	DateClosed time.Time   `gorm:"column:date_closed"`
}

// TableName returns the name of the table.
func (Closing) TableName() string { return "cash_months" }

// Result is what came in and went out in a month.
type Result struct {
	Month civil.Month
	// Orders and Services are what was received for them, donations included; Payouts what was paid to professionals.
	Orders, Services, Payouts money.Amount
	// Income and Costs are the sums of the entries.
	Income, Costs money.Amount
	Entries       []Entry
	// Closing is nil while the month is open.
	Closing *Closing
}

// In returns all that came in.
func (r Result) In() money.Amount { return r.Orders.Add(r.Services).Add(r.Income) }

// Out returns all that went out.
func (r Result) Out() money.Amount { return r.Payouts.Add(r.Costs) }

// Balance returns what is left.
func (r Result) Balance() money.Amount { return r.In().Sub(r.Out()) }

// Of returns the result of a month of the association. It returns 403 FORBIDDEN for callers who do not settle accounts.
func Of(ctx context.Context, tx *db.DB, by auth.Caller, month civil.Month, zone *time.Location) (result Result, err error) {
	if err := require(by); err != nil {
		return result, err
	}
	result.Month = month
	tx = tx.WithContext(ctx)
	spans := []civil.Span{month.In(zone)}
	received, err := orders.SumPaid(ctx, tx, by, spans)
	if err != nil {
		return result, err
	}
	result.Orders = received[0]
	if received, err = bookings.SumPaid(ctx, tx, by, spans); err != nil {
		return result, err
	}
	result.Services = received[0]
	paid := tx.Table("statements").Select("coalesce(sum(payable), 0)").Where("is_closed and paid_on >= ? and paid_on < ?", month, month.Add(1))
	if err := db.ScanRow(paid, &result.Payouts); err != nil {
		return result, err
	}
	if err := inMonth(tx, month).Order("day desc, id desc").Limit(maxEntries).Find(&result.Entries).Error; err != nil {
		return result, err
	}
	for _, entry := range result.Entries {
		if entry.Kind == Income {
			result.Income = result.Income.Add(entry.Value)
		} else {
			result.Costs = result.Costs.Add(entry.Value)
		}
	}
	result.Closing, err = closingOf(tx, month)
	return result, err
}

// closingOf returns the closing of a month, nil for an open one.
func closingOf(tx *db.DB, month civil.Month) (*Closing, error) {
	var found []Closing
	err := tx.Where("month = ?", month).Limit(1).Find(&found).Error
	if err != nil || len(found) == 0 {
		return nil, err
	}
	return &found[0], nil
}

// refuseClosed returns 409 CONFLICT, with who closed it, if the month of a day is closed. It keeps the month as it is until the
// end of the transaction.
func refuseClosed(tx *db.DB, day civil.Date) error {
	month := MonthOf(day)
	if err := lock(tx, month); err != nil {
		return err
	}
	closing, err := closingOf(tx, month)
	if err != nil || closing == nil {
		return err
	}
	return errs.Conflict(errs.CodeConflict,
		fmtbr.Capitalized(fmtbr.LongMonth(month.In(time.UTC).From, time.UTC))+" foi fechado por "+closing.ClosedBy+".")
}

func lock(tx *db.DB, month civil.Month) error {
	return tx.Exec("select pg_advisory_xact_lock(hashtext('cash_months ' || ?::text))", month.String()).Error
}

// Verb closes or reopens a month.
type Verb func(ctx context.Context, tx *db.DB, by auth.Caller, month civil.Month) error

// Close closes a month; one that is closed stays so. It returns 403 FORBIDDEN for callers who do not settle accounts, and 409
// CONFLICT for a month to come.
func Close(ctx context.Context, tx *db.DB, by auth.Caller, month civil.Month) error {
	if err := require(by); err != nil {
		return err
	}
	zone, err := settings.Location(ctx, tx)
	if err != nil {
		return err
	}
	if !month.In(zone).From.Before(by.Now) {
		return errs.Conflict(errs.CodeConflict, "Este mês ainda não começou.")
	}
	return tx.WithContext(ctx).Transaction(func(tx *db.DB) error {
		if err := lock(tx, month); err != nil {
			return err
		}
		return tx.Exec("insert into cash_months (month, closed_by, date_closed) values (?, ?, ?) on conflict do nothing", month, by.FullName(),
			by.Now).Error
	})
}

// Reopen opens a month again. It returns 403 FORBIDDEN unless the caller is an administrator.
func Reopen(ctx context.Context, tx *db.DB, by auth.Caller, month civil.Month) error {
	if !access.IsAdministrator(by) {
		return errs.Forbidden("Só a Administração reabre um mês.")
	}
	return tx.WithContext(ctx).Where("month = ?", month).Delete(&Closing{}).Error
}
