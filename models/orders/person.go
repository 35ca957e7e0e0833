package orders

import (
	"context"

	"github.com/google/uuid"

	"acolhe/models/platform/db"
	"acolhe/models/types/auth"
	"acolhe/models/types/money"
)

// PersonTotals sums up the orders of one associate, without cancelled ones.
type PersonTotals struct {
	Orders, Awaiting, PaidOrders int
	Paid                         money.Amount
}

// TotalsByUser sums up the orders of an associate that the caller may see.
func TotalsByUser(ctx context.Context, tx *db.DB, by auth.Caller, code uuid.UUID) (PersonTotals, error) {
	var totals PersonTotals
	err := tx.WithContext(ctx).Model(&Order{}).Scopes(visibleTo(by)).Where("user_code = ? and status <> ?", code, Cancelled).
		Select(`count(*) as orders, count(*) filter (where status = @awaiting) as awaiting, count(*) filter (where status <> @awaiting) as paid_orders,
			coalesce(sum(total) filter (where status <> @awaiting), 0) as paid`, map[string]any{"awaiting": AwaitingPayment}).Scan(&totals).Error
	return totals, err
}
