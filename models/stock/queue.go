package stock

import (
	"context"

	"acolhe/models/picking"
	"acolhe/models/platform/db"
	"acolhe/models/types/auth"
)

// Queued is an order in separation with the units that were separated for it.
type Queued struct {
	picking.Order
	Separated int
}

// Ordered is the number of units of the order.
func (q Queued) Ordered() (units int) {
	for _, item := range q.Items {
		units += item.Quantity
	}
	return units
}

// IsReady reports whether every unit is separated.
func (q Queued) IsReady() bool { return q.Separated >= q.Ordered() }

// ReadQueue returns the orders in separation that the caller may see, the oldest first, at most 200.
func ReadQueue(ctx context.Context, tx *db.DB, by auth.Caller) ([]Queued, error) {
	found, err := picking.ListOrders(ctx, tx, by)
	if err != nil || len(found) == 0 {
		return nil, err
	}
	ids := make([]int64, len(found))
	for i, order := range found {
		ids[i] = order.ID
	}
	taken, err := TakenByMany(ctx, tx, ids)
	queue := make([]Queued, len(found))
	for i, order := range found {
		queue[i].Order = order
		for _, units := range taken[order.ID] {
			queue[i].Separated += units.Quantity
		}
	}
	return queue, err
}
