package orders

import (
	"context"
	"errors"
	"time"

	"acolhe/models/platform/db"
	"acolhe/models/platform/settings"
	"acolhe/models/types/auth"
	"acolhe/models/types/money"
)

// Pending is an order that waits for its next step, with the time of its status.
type Pending struct {
	Order
	Since time.Time `gorm:"column:since"`
}

// sortedByWaiting is the number of earliest placed orders that are sorted by their waiting time.
const sortedByWaiting = 200

// OldestIn lists the orders of a status that the caller may see, at most limit, those first that have had it longest.
func OldestIn(ctx context.Context, tx *db.DB, by auth.Caller, status Status, limit int) ([]Pending, error) {
	placedFirst := tx.WithContext(ctx).Model(&Order{}).Scopes(Visible(by)).Where("status = ?", status).Order("date_created, id").
		Limit(sortedByWaiting)
	since := tx.WithContext(ctx).Table("order_changes c").Select("max(c.date_created)").
		Where("c.order_id = o.id and " + changedTo + " = o.status")
	var pending []Pending
	err := tx.WithContext(ctx).Table("(?) as o", placedFirst).Select("o.*, coalesce((?), o.date_created) as since", since).
		Order("since, id").Limit(limit).Scan(&pending).Error
	return pending, err
}

// Receivable sums the orders that await their payment. Overdue counts those placed more than Days days ago.
type Receivable struct {
	Count   int
	Total   money.Amount
	Overdue int
	Days    int
}

// overdueDays is the configured number of days after which an unpaid order is overdue.
var overdueDays = settings.Key[int]{System: "store", Name: "payment_overdue_days", Type: settings.Number, Check: checkDays, Default: 3,
	Required:    true,
	Description: "Depois de quantos dias um pedido sem pagamento merece atenção."}

func checkDays(days int) error {
	if days < 1 || days > 365 {
		return errors.New("deve ser um número de dias, de 1 a 365")
	}
	return nil
}

// SumReceivable sums the orders that the caller may see and that await their payment.
func SumReceivable(ctx context.Context, tx *db.DB, by auth.Caller) (Receivable, error) {
	days, err := settings.Get(ctx, tx, overdueDays)
	receivable := Receivable{Days: days}
	if err != nil {
		return receivable, err
	}
	// The status is a literal, so that the planner uses the partial index of these orders.
	err = tx.WithContext(ctx).Model(&Order{}).Scopes(Visible(by)).Where("status = 'Aguardando pagamento'").
		Select("count(*), coalesce(sum(total), 0), count(*) filter (where date_created < ?)", by.Now.AddDate(0, 0, -days)).
		Row().Scan(&receivable.Count, &receivable.Total, &receivable.Overdue)
	return receivable, err
}
