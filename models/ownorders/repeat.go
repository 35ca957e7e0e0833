package ownorders

import (
	"context"

	"acolhe/models/orders"
	"acolhe/models/platform/db"
	"acolhe/models/products"
	"acolhe/models/types/auth"
	"acolhe/models/types/money"
)

// Repeated is what an order is today: its products that are still sold, at the current prices.
type Repeated struct {
	Order orders.Order
	Items []orders.Item
	// Gone names the products that are no longer sold, Changed are those with another price than then.
	Gone    []string
	Changed []PriceChange
}

// PriceChange is the price of a product then and now.
type PriceChange struct {
	Name          string
	Before, Today money.Amount
}

// Repeat returns an order as it is today. An order that the caller may not see is 404 NOT_FOUND.
func Repeat(ctx context.Context, tx *db.DB, by auth.Caller, id int64) (Repeated, error) {
	order, err := orders.FindFor(ctx, tx, by, id)
	repeated := Repeated{Order: order}
	if err != nil {
		return repeated, err
	}
	codes := make([]string, len(order.Items))
	for i, one := range order.Items {
		codes[i] = one.Code
	}
	current, err := products.FindByCodes(ctx, tx, codes)
	for _, one := range order.Items {
		product, isKnown := current[one.Code]
		if !isKnown || !product.Active {
			repeated.Gone = append(repeated.Gone, one.Name)
			continue
		}
		repeated.Items = append(repeated.Items, orders.Item{Code: one.Code, Name: product.Name, Amount: product.Price, Quantity: one.Quantity})
		if product.Price.Cmp(one.Amount) != 0 {
			repeated.Changed = append(repeated.Changed, PriceChange{product.Name, one.Amount, product.Price})
		}
	}
	return repeated, err
}

// LastOf returns the number of the last order of an associate that is not cancelled; 0 without one.
func LastOf(ctx context.Context, tx *db.DB, associate int64) (id int64, err error) {
	var found []int64
	err = tx.WithContext(ctx).Model(&orders.Order{}).Where("user_id = ? and status <> ?", associate, orders.Cancelled).
		Order("date_created desc, id desc").Limit(1).Pluck("id", &found).Error
	if len(found) > 0 {
		id = found[0]
	}
	return id, err
}
