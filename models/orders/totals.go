package orders

import (
	"context"

	"acolhe/models/platform/db"
	"acolhe/models/types/errs"
	"acolhe/models/types/money"
)

// CodeTotalMismatch refuses a total that is not the server's.
const CodeTotalMismatch = "TOTAL_MISMATCH"

// tolerance is how far a client's total may be from the server's (specification, Limits).
var tolerance = money.FromCents(1)

// Totals is the server's computation, line by line (specification, "Server computation").
type Totals struct {
	Products money.Amount
	// Freight is 0 where store.freight.apply_to_total leaves it out.
	Freight money.Amount
	// Discount is the discount with every custom_payment value.
	Discount money.Amount
	Donation money.Amount
	// Total is never below 0.
	Total money.Amount
}

// Priced is what the computation reads of an order.
type Priced struct {
	Items         []Item
	DeliveryPrice money.Amount
	Discount      money.Amount
	Donation      money.Amount
	CustomPayment []CustomPayment
}

// TotalsOf computes an order whose freight counts.
func TotalsOf(p Priced) Totals {
	totals := TotalsWithoutFreight(p)
	totals.Freight = p.DeliveryPrice
	return totals.summed()
}

// TotalsWithoutFreight computes an order whose freight is paid apart.
func TotalsWithoutFreight(p Priced) Totals {
	totals := Totals{Discount: p.Discount, Donation: p.Donation}
	for _, item := range p.Items {
		totals.Products = totals.Products.Add(item.Price())
	}
	for _, payment := range p.CustomPayment {
		totals.Discount = totals.Discount.Add(payment.Value)
	}
	return totals.summed()
}

func (t Totals) summed() Totals {
	t.Total = t.Products.Add(t.Freight).Sub(t.Discount).Sub(t.Donation).OrZero()
	return t
}

// accept refuses a client's total that is off by more than the tolerance: 400 TOTAL_MISMATCH.
func (t Totals) accept(claimed money.Amount) error {
	if claimed.Distance(t.Total).Cmp(tolerance) <= 0 {
		return nil
	}
	return errs.New(errs.KindInvalid, CodeTotalMismatch,
		"O total calculado é R$\u00a0"+t.Total.Typed()+", e não R$\u00a0"+claimed.Typed()+". Confira e envie de novo.")
}

// Totals returns the lines of a stored order as they led to its total. The total itself says whether freight
// counted, because the configuration may have changed since.
func (o Order) Totals() Totals {
	priced := o.Priced()
	if withFreight := TotalsOf(priced); withFreight.Total.Equal(o.Total) {
		return withFreight
	}
	return TotalsWithoutFreight(priced)
}

// Preview returns the totals that Change would leave the order with at these prices: its own if none of them differs,
// else those that are computed by the current configuration.
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
