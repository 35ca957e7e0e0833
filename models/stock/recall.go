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
	moved := tx.WithContext(ctx).Table("stock_movements").Where("lot_id = ? and order_id is not null", lot).
		Group("order_id").Having("sum(quantity) < 0").Select("order_id, -sum(quantity) as quantity, max(date_created) as separated")
	var found []Went
	err := tx.WithContext(ctx).Table("(?) as moved", moved).Scopes(db.Allowed(isAllowed)).
		Joins("join orders o on o.id = moved.order_id").Joins("join users u on u.id = o.user_id").
		Select("moved.*, o.status, o.user_id, o.name_associate as name, coalesce(u.email, u.email_account, o.email) as email, coalesce(u.phone, u.phone_secondary) as phone").
		Order("separated desc, order_id desc").Limit(MaxWent).Find(&found).Error
	return found, err
}

// LotsOf lists the lots from which an associate has units, the latest orders first, at most limit, for a caller who may read
// orders.
func LotsOf(ctx context.Context, tx *db.DB, by auth.Caller, user int64, limit int) ([]Taken, error) {
	var found []Taken
	err := tx.WithContext(ctx).Table("stock_movements m").Scopes(db.Allowed(access.Can(by, "orders", access.Read))).
		Joins("join orders o on o.id = m.order_id").Joins("join lots on lots.id = m.lot_id").Joins("join products p on p.id = lots.product_id").
		Select("o.id as order_id, lots.id as lot_id, p.id as product_id, p.code, p.name, lots.number, lots.expires_on, -sum(m.quantity) as quantity").
		Where("o.user_id = ?", user).Group("o.id, lots.id, p.id").Having("sum(m.quantity) < 0").Order("o.id desc, p.name, lots.id").Limit(limit).
		Find(&found).Error
	return found, err
}
