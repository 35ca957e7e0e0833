package orders

import (
	"context"

	"github.com/google/uuid"

	"acolhe/models/platform/db"
	"acolhe/models/types/auth"
	"acolhe/models/types/money"
)

// PersonTotals sums up the orders of one associate, without cancelled ones. Mean is the mean of the paid ones.
type PersonTotals struct {
	Orders, Awaiting, PaidOrders int
	Paid, Mean                   money.Amount
}

// TotalsByUser sums up the orders of an associate that the caller may see.
func TotalsByUser(ctx context.Context, tx *db.DB, by auth.Caller, code uuid.UUID) (PersonTotals, error) {
	var totals PersonTotals
	err := tx.WithContext(ctx).Model(&Order{}).Scopes(Visible(by)).Where("user_code = ? and status <> ?", code, Cancelled).
		Select(`count(*) as orders, count(*) filter (where status = @awaiting) as awaiting, count(*) filter (where status <> @awaiting) as paid_orders,
			coalesce(sum(total) filter (where status <> @awaiting), 0) as paid, coalesce(round(avg(total) filter (where status <> @awaiting), 2), 0) as mean`, map[string]any{"awaiting": AwaitingPayment}).Scan(&totals).Error
	return totals, err
}
