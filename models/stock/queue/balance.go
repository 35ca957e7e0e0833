package queue

import (
	"context"

	"acolhe/models/orders"
	"acolhe/models/platform/db"
	"acolhe/models/products"
	"acolhe/models/stock"
)

// Balance compares the units of an order with those that were separated for it.
type Balance struct {
	// Missing units would leave without a lot. Surplus units were separated before the order was reduced.
	Missing, Surplus int
}

// Balances compares orders while the stock is switched on; those without a difference are absent. Products that the catalogue
// lacks have no lots.
func Balances(ctx context.Context, tx *db.DB, of ...orders.Order) (map[int64]Balance, error) {
	ids, codes := make([]int64, len(of)), []string{}
	for i, order := range of {
		ids[i] = order.ID
		for _, item := range order.Items {
			codes = append(codes, item.Code)
		}
	}
	taken, isOn, err := stock.TakenWhileOn(ctx, tx, ids)
	if err != nil || !isOn {
		return nil, err
	}
	known, err := products.FindByCodes(ctx, tx, codes)
	balances := map[int64]Balance{}
	for _, order := range of {
		if balance := balanceOf(order.Items, known, taken[order.ID]); balance != (Balance{}) {
			balances[order.ID] = balance
		}
	}
	return balances, err
}

func balanceOf(items []orders.Item, known map[string]products.Product, taken []stock.Taken) (balance Balance) {
	open := map[string]int{}
	for _, item := range items {
		if _, found := known[item.Code]; found {
			open[item.Code] += item.Quantity
		}
	}
	for _, one := range taken {
		open[one.Code] -= one.Quantity
	}
	for _, units := range open {
		balance.Missing, balance.Surplus = balance.Missing+max(units, 0), balance.Surplus+max(-units, 0)
	}
	return balance
}
