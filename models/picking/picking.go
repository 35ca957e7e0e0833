// Package picking sums up the products of the orders that are being picked, and keeps which of them are picked.
package picking

import (
	"cmp"
	"context"
	"slices"
	"time"

	"gorm.io/gorm/clause"

	"acolhe/models/orders"
	"acolhe/models/platform/db"
	"acolhe/models/types/auth"
	"acolhe/models/types/errs"
	"acolhe/models/types/texts"
)

// maxPicking is the maximum number of orders of a picking list.
const maxPicking = 200

// List sums up the products of the orders that are being picked, by name.
type List struct {
	Products []Product
	Orders   int
}

// Product is a product of a picking list: how many units the orders hold, and how many of them are picked.
type Product struct {
	Code, Name       string
	Quantity, Picked int
	Orders           []int64
}

// IsPicked reports whether every unit is picked.
func (p Product) IsPicked() bool { return p.Picked == p.Quantity }

// MarkInput marks a product of the picking list as picked or not. Everyone picks for all orders that are being picked, and
// not only for those of the caller.
type MarkInput struct {
	Code     string `form:"code"`
	Picked   bool   `form:"picked"`
	Everyone bool   `form:"everyone"`
}

// pick is a row of order_picks.
type pick struct {
	OrderID     int64     `gorm:"column:order_id;primaryKey"`
	Code        string    `gorm:"column:code;primaryKey"`
	Quantity    int       `gorm:"column:quantity"`
	ActorName   *string   `gorm:"column:actor_name"`
	DateCreated time.Time `gorm:"column:date_created"`
}

// TableName returns the name of the table.
func (pick) TableName() string { return "order_picks" }

// Read sums up the orders that the caller moved to picking and that are still there.
func Read(ctx context.Context, tx *db.DB, by auth.Caller) (List, error) {
	return read(tx.WithContext(ctx), picking(tx.WithContext(ctx), by).Where("id in (?)", pickedBy(tx, by)))
}

// ReadWhole sums up all orders that are being picked, the 200 oldest at most.
func ReadWhole(ctx context.Context, tx *db.DB, by auth.Caller) (List, error) {
	return read(tx.WithContext(ctx), picking(tx.WithContext(ctx), by))
}

// Order is an order that is being picked, with the operator who moved it there; both are empty for an order of long ago.
type Order struct {
	orders.Order
	PickerCode string
	PickerName string
}

// IsOf reports whether the caller moved the order to picking.
func (i Order) IsOf(by auth.Caller) bool { return by.Code != "" && i.PickerCode == by.Code }

// ListOrders returns the orders that are being picked, the 200 oldest at most.
func ListOrders(ctx context.Context, tx *db.DB, by auth.Caller) (found []Order, err error) {
	const last = `left join lateral (select actor_code, actor_name from order_changes c where c.order_id = orders.id
		and c.changes #>> '{status,to}' = 'Em separação' order by c.id desc limit 1) picker on true`
	err = picking(tx.WithContext(ctx), by).Joins(last).
		Select("orders.id", "orders.name_associate", "orders.items", "orders.address", "coalesce(picker.actor_code::text, '') as picker_code", "coalesce(picker.actor_name, '') as picker_name").
		Order("orders.date_created, orders.id").Limit(maxPicking).Find(&found).Error
	return found, err
}

// Mark marks a product of a picking list. The marks belong to the orders, so colleagues see them too. A product that is not
// in the list is 404 NOT_FOUND.
func Mark(ctx context.Context, tx *db.DB, by auth.Caller, input MarkInput) error {
	read := Read
	if input.Everyone {
		read = ReadWhole
	}
	return tx.WithContext(ctx).Transaction(func(tx *db.DB) error {
		list, err := read(ctx, tx, by)
		if err != nil {
			return err
		}
		at := slices.IndexFunc(list.Products, func(p Product) bool { return p.Code == input.Code })
		if at < 0 {
			return errs.NotFound("Este produto não está mais na lista.")
		}
		product := list.Products[at]
		if !input.Picked {
			return tx.Where("order_id in ? and code = ?", product.Orders, product.Code).Delete(&pick{}).Error
		}
		return product.mark(tx, by)
	})
}

// mark stores the marks of a product, with the quantity that each order has now.
func (p Product) mark(tx *db.DB, by auth.Caller) error {
	var found []orders.Order
	if err := tx.Model(&orders.Order{}).Select("id", "items").Where("id in ?", p.Orders).Order("id").Find(&found).Error; err != nil {
		return err
	}
	picks := make([]pick, len(found))
	for i, order := range found {
		picks[i] = pick{order.ID, p.Code, quantities(order)[p.Code], texts.Optional(by.FullName()), by.Now}
	}
	return tx.Clauses(clause.OnConflict{UpdateAll: true}).Create(&picks).Error
}

func picking(tx *db.DB, by auth.Caller) *db.DB {
	return tx.Model(&orders.Order{}).Scopes(orders.Visible(by)).Where("status = ?", orders.Picking)
}

// pickedBy selects the orders whose last move to picking was the caller's.
func pickedBy(tx *db.DB, by auth.Caller) *db.DB {
	const later = "exists (select from order_changes l where l.order_id = c.order_id and l.changes #>> '{status,to}' = 'Em separação' and l.id > c.id)"
	return tx.Session(&db.Session{NewDB: true}).Table("order_changes c").Select("c.order_id").
		Where("c.changes #>> '{status,to}' = 'Em separação' and c.actor_code = ? and not "+later, by.Code)
}

func read(tx, placed *db.DB) (list List, err error) {
	var found []orders.Order
	if err = placed.Select("id", "items").Order("date_created, id").Limit(maxPicking).Find(&found).Error; err != nil || len(found) == 0 {
		return list, err
	}
	ids := make([]int64, len(found))
	for i, order := range found {
		ids[i] = order.ID
	}
	var picks []pick
	if err = tx.Where("order_id in ?", ids).Find(&picks).Error; err != nil {
		return list, err
	}
	picked := map[pick]bool{}
	for _, mark := range picks {
		picked[pick{OrderID: mark.OrderID, Code: mark.Code, Quantity: mark.Quantity}] = true
	}
	return List{sumProducts(found, picked), len(found)}, nil
}

func sumProducts(placed []orders.Order, picked map[pick]bool) []Product {
	var products []Product
	for _, order := range placed {
		for code, quantity := range quantities(order) {
			at := slices.IndexFunc(products, func(p Product) bool { return p.Code == code })
			if at < 0 {
				at = len(products)
				products = append(products, Product{Code: code, Name: nameOf(order, code)})
			}
			product := &products[at]
			product.Quantity += quantity
			product.Orders = append(product.Orders, order.ID)
			if picked[pick{OrderID: order.ID, Code: code, Quantity: quantity}] {
				product.Picked += quantity
			}
		}
	}
	slices.SortFunc(products, func(a, b Product) int { return cmp.Or(cmp.Compare(a.Name, b.Name), cmp.Compare(a.Code, b.Code)) })
	return products
}

// quantities returns the ordered units by the code of the product.
func quantities(o orders.Order) map[string]int {
	units := map[string]int{}
	for _, item := range o.Items {
		units[item.Code] += item.Quantity
	}
	return units
}

func nameOf(o orders.Order, code string) string {
	at := slices.IndexFunc(o.Items, func(item orders.Item) bool { return item.Code == code })
	return cmp.Or(o.Items[at].Name, code)
}
