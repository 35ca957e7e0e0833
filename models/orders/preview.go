package orders

import (
	"context"

	"acolhe/models/platform/db"
)

// Preview gives the totals that Change would leave the order with at these prices: those that
// it has while none of them differs, else what is computed by the configuration of now.
func (o Order) Preview(ctx context.Context, tx *db.DB, priced Priced) (Totals, error) {
	changed := o
	changed.Items, changed.DeliveryPrice, changed.Discount = priced.Items, priced.DeliveryPrice, priced.Discount
	changed.Donation, changed.CustomPayment = priced.Donation, priced.CustomPayment
	changed.fillLists()
	found, err := differences(o, changed)
	if err != nil || len(found) == 0 {
		return o.Totals(), err
	}
	return Compute(ctx, tx, priced)
}
