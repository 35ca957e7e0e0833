// Package queue lists the orders in separation with what is separated of each; the separation itself belongs to package stock.
package queue

import (
	"context"

	"acolhe/models/picking"
	"acolhe/models/platform/db"
	"acolhe/models/stock"
	"acolhe/models/types/auth"
)

// Order is an order in separation with the units that were separated for it.
type Order struct {
	picking.Order
	Separated int
}

// Ordered is the number of units of the order.
func (o Order) Ordered() (units int) {
	for _, item := range o.Items {
		units += item.Quantity
	}
	return units
}

// IsReady reports whether every unit is separated.
func (o Order) IsReady() bool { return o.Separated >= o.Ordered() }

// Read returns the orders in separation that the caller may see, the oldest first, at most 200.
func Read(ctx context.Context, tx *db.DB, by auth.Caller) ([]Order, error) {
	found, err := picking.ListOrders(ctx, tx, by)
	if err != nil || len(found) == 0 {
		return nil, err
	}
	ids := make([]int64, len(found))
	for i, order := range found {
		ids[i] = order.ID
	}
	taken, err := stock.TakenByMany(ctx, tx, ids)
	queued := make([]Order, len(found))
	for i, order := range found {
		queued[i].Order = order
		for _, units := range taken[order.ID] {
			queued[i].Separated += units.Quantity
		}
	}
	return queued, err
}
