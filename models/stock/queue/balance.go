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
		ordered := map[string]int{}
		for _, item := range order.Items {
			if _, found := known[item.Code]; found {
				ordered[item.Code] += item.Quantity
			}
		}
		if balance := compare(ordered, taken[order.ID]); balance != (Balance{}) {
			balances[order.ID] = balance
		}
	}
	return balances, err
}

// BalanceOf compares an order that is being separated.
func BalanceOf(s stock.Separating) Balance {
	ordered := map[string]int{}
	for _, line := range s.Lines {
		ordered[line.Product.Code] = line.Ordered
	}
	return compare(ordered, s.Taken)
}

// compare compares the ordered units of products, by their codes, with the separated ones.
func compare(ordered map[string]int, taken []stock.Taken) (balance Balance) {
	for _, one := range taken {
		ordered[one.Code] -= one.Quantity
	}
	for _, units := range ordered {
		balance.Missing, balance.Surplus = balance.Missing+max(units, 0), balance.Surplus+max(-units, 0)
	}
	return balance
}
