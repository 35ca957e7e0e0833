package stock

import (
	"context"
	"time"

	"acolhe/models/orders"
	"acolhe/models/platform/db"
	"acolhe/models/types/access"
	"acolhe/models/types/auth"
)

// Went is what a person has of a lot through one order, with the contacts.
type Went struct {
	OrderID   int64         `gorm:"column:order_id"`
	Status    orders.Status `gorm:"column:status"`
	UserID    int64         `gorm:"column:user_id"`
	Name      string        `gorm:"column:name"`
	Email     *string       `gorm:"column:email"`
	Phone     *string       `gorm:"column:phone"`
	Quantity  int           `gorm:"column:quantity"`
	Separated time.Time     `gorm:"column:separated"`
}

// MaxWent is the maximum number of orders of one lot that are listed.
const MaxWent = 5_000

// WhereDidItGo lists the orders that have units of a lot, the latest first, for a caller who may read orders and associates;
// others get none.
func WhereDidItGo(ctx context.Context, tx *db.DB, by auth.Caller, lot int64) ([]Went, error) {
	isAllowed := access.Can(by, "orders", access.Read) && access.Can(by, "users", access.Read)
	var found []Went
	err := WentRows(tx.WithContext(ctx), lot).Scopes(db.Allowed(isAllowed)).Order("separated desc, order_id desc").Limit(MaxWent).
		Find(&found).Error
	return found, err
}

// WentRows selects the rows of Went of a lot, for a caller who is allowed to see them.
func WentRows(tx *db.DB, lot int64) *db.DB {
	return tx.Table("(?) as moved", moved(tx, lot)).Joins("join orders o on o.id = moved.order_id").Joins("join users u on u.id = o.user_id").
		Select(`moved.*, o.status, o.user_id, o.name_associate as name, coalesce(u.email, u.email_account, o.email) as email,
			coalesce(u.phone, u.phone_secondary) as phone, ` + hasLeft + ` as has_left`)
}

// hasLeft holds for an order o whose units may be with the person: it was sent, or cancelled, maybe after that.
const hasLeft = "o.status in ('Enviado', 'Entregue', 'Cancelado')"

// Receivers selects user_id of the people who may have units of a lot.
func Receivers(tx *db.DB, lot int64) *db.DB {
	return tx.Table("(?) as moved", moved(tx, lot)).Joins("join orders o on o.id = moved.order_id").Where(hasLeft).Select("o.user_id")
}

// moved selects what each order has of a lot.
func moved(tx *db.DB, lot int64) *db.DB {
	return tx.Table("stock_movements").Where("lot_id = ? and order_id is not null", lot).
		Group("order_id").Having("sum(quantity) < 0").Select("order_id, -sum(quantity) as quantity, max(date_created) as separated")
}

// ReceivedLot is what an associate has of a lot through one order.
type ReceivedLot struct {
	Taken     `gorm:"embedded"`
	Separated time.Time `gorm:"column:separated"`
}

// LotsOf lists the lots from which an associate has units, the latest orders first, at most limit, for a caller who may read
// orders.
func LotsOf(ctx context.Context, tx *db.DB, by auth.Caller, user int64, limit int) ([]ReceivedLot, error) {
	var found []ReceivedLot
	err := tx.WithContext(ctx).Table("stock_movements m").Scopes(db.Allowed(access.Can(by, "orders", access.Read))).
		Joins("join orders o on o.id = m.order_id").Joins("join lots on lots.id = m.lot_id").Joins("join products p on p.id = lots.product_id").
		Select(`o.id as order_id, lots.id as lot_id, p.id as product_id, p.code, p.name, lots.number, lots.expires_on, lots.blocked_at,
			-sum(m.quantity) as quantity, max(m.date_created) as separated`).
		Where("o.user_id = ?", user).Group("o.id, lots.id, p.id").Having("sum(m.quantity) < 0").Order("o.id desc, p.name, lots.id").Limit(limit).
		Find(&found).Error
	return found, err
}

// Flow is where the units of a lot went. Its parts add up: what came in is with people, separated, in the stock or lost, up to what
// was corrected.
type Flow struct {
	Received int `gorm:"column:received"`
	// Sent are with people, Separated in orders that are not sent yet.
	Sent      int `gorm:"column:sent"`
	Separated int `gorm:"column:separated"`
	// Cancelled are in cancelled orders and were not put back.
	Cancelled int `gorm:"column:cancelled"`
	Lost      int `gorm:"column:lost"`
	// Corrected is what counts and corrections added, below 0 what they took away.
	Corrected int `gorm:"column:corrected"`
}

// FlowOf returns where the units of a lot went, for a caller who may read products; others get zeros.
func FlowOf(ctx context.Context, tx *db.DB, by auth.Caller, lot int64) (flow Flow, err error) {
	query := tx.WithContext(ctx).Table("stock_movements m").Joins("left join orders o on o.id = m.order_id").Scopes(visibleTo(by)).Where("m.lot_id = ?", lot)
	err = query.Select(`coalesce(sum(m.quantity) filter (where m.kind = @receipt), 0) as received,
		coalesce(-sum(m.quantity) filter (where o.status in ('Enviado', 'Entregue')), 0) as sent,
		coalesce(-sum(m.quantity) filter (where o.status not in ('Enviado', 'Entregue', 'Cancelado')), 0) as separated,
		coalesce(-sum(m.quantity) filter (where o.status = 'Cancelado'), 0) as cancelled,
		coalesce(-sum(m.quantity) filter (where m.kind = @loss), 0) as lost,
		coalesce(sum(m.quantity) filter (where m.kind in (@correction, @count)), 0) as corrected`,
		map[string]any{"receipt": Receipt, "loss": Loss, "correction": Correction, "count": Counted}).Scan(&flow).Error
	return flow, err
}
