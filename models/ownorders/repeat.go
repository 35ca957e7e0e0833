package ownorders

import (
	"context"

	"github.com/google/uuid"

	"acolhe/models/associates"
	"acolhe/models/orders"
	"acolhe/models/platform/db"
	"acolhe/models/prescriptions"
	"acolhe/models/products"
	"acolhe/models/stock"
	"acolhe/models/types/auth"
	"acolhe/models/types/money"
)

// Repeated is what an order is today: its products that can be ordered again, at the current prices.
type Repeated struct {
	Order orders.Order
	Items []orders.Item
	// Gone names the products that are no longer sold, OutOfStock those whose lots have no free units, and OffPrescription those
	// that no valid prescription allows. Changed are those with another price than then.
	Gone, OutOfStock, OffPrescription []string
	Changed                           []PriceChange
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
	if err != nil {
		return repeated, err
	}
	refused, err := refusals(ctx, tx, by, order, codes)
	if err != nil {
		return repeated, err
	}
	for _, one := range order.Items {
		product, isKnown := current[one.Code]
		switch {
		case !isKnown || !product.Active:
			repeated.Gone = append(repeated.Gone, one.Name)
			continue
		case refused.isOut(one.Code):
			repeated.OutOfStock = append(repeated.OutOfStock, product.Name)
			continue
		case refused.isOff(one.Code):
			repeated.OffPrescription = append(repeated.OffPrescription, product.Name)
			continue
		}
		repeated.Items = append(repeated.Items, orders.Item{Code: one.Code, Name: product.Name, Amount: product.Price, Quantity: one.Quantity})
		if product.Price.Cmp(one.Amount) != 0 {
			repeated.Changed = append(repeated.Changed, PriceChange{product.Name, one.Amount, product.Price})
		}
	}
	return repeated, nil
}

// refused is why products of an order cannot be ordered again, while the stock and the rule of prescriptions are switched on.
type refused struct {
	free      map[string]int
	allowance prescriptions.Allowance
}

func refusals(ctx context.Context, tx *db.DB, by auth.Caller, order orders.Order, codes []string) (found refused, err error) {
	if found.free, err = stock.FreeOf(ctx, tx, by, codes); err != nil {
		return found, err
	}
	// The order itself counts as taken, since it is placed once more.
	again := order.Prescribed()
	again.ID = 0
	found.allowance, err = prescriptions.ReadAllowance(ctx, tx, by, again)
	return found, err
}

func (r refused) isOut(code string) bool {
	free, isKept := r.free[code]
	return isKept && free <= 0
}

// isOff reports whether no valid prescription allows the product. More than one allows stays, for the cart to say so.
func (r refused) isOff(code string) bool {
	line, _ := r.allowance.Of(code)
	return line.Problem == prescriptions.Missing || line.Problem == prescriptions.Past || line.Problem == prescriptions.Other
}

// ItemsOf returns what a request for a release asked to let pass, at the current prices, for the cart of its person; nothing for
// another person's.
func ItemsOf(ctx context.Context, tx *db.DB, by auth.Caller, release int64, associate uuid.UUID) ([]orders.Item, error) {
	request, err := prescriptions.FindRelease(ctx, tx, by, release)
	if err != nil {
		return nil, err
	}
	person, err := associates.FindByCodeFor(ctx, tx, by, associate)
	if err != nil || person.ID != request.User {
		return nil, err
	}
	var codes []string
	for _, item := range request.Items {
		codes = append(codes, item.Code)
	}
	current, err := products.FindByCodes(ctx, tx, codes)
	var items []orders.Item
	for _, one := range request.Items {
		if product, isKnown := current[one.Code]; isKnown {
			items = append(items, orders.Item{Code: product.Code, Name: product.Name, Amount: product.Price, Quantity: one.Quantity})
		}
	}
	return items, err
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
