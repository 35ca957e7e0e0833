package orders

import (
	"context"

	"acolhe/models/platform/db"
	"acolhe/models/types/errs"
	"acolhe/models/types/money"
)

// CodeTotalMismatch is the code for a total that differs from the server's.
const CodeTotalMismatch = "TOTAL_MISMATCH"

// tolerance is the maximum difference between the client's total and the server's (specification, Limits).
var tolerance = money.FromCents(1)

// Totals are the lines of the server's computation (specification, "Server computation").
type Totals struct {
	Products money.Amount
	// Freight is 0 if store.freight.apply_to_total is off.
	Freight money.Amount
	// Discount includes every custom_payment value.
	Discount money.Amount
	Donation money.Amount
	// Total is never below 0.
	Total money.Amount
}

// Priced is the input of the computation.
type Priced struct {
	Items         []Item
	DeliveryPrice money.Amount
	Discount      money.Amount
	Donation      money.Amount
	CustomPayment []CustomPayment
}

// TotalsOf computes the totals of an order with freight.
func TotalsOf(p Priced) Totals {
	totals := TotalsWithoutFreight(p)
	totals.Freight = p.DeliveryPrice
	return totals.summed()
}

// TotalsWithoutFreight computes the totals of an order whose freight is paid separately.
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

// Excess returns the amount by which the deductions exceed the sum; the total is then 0.
func (t Totals) Excess() money.Amount {
	return t.Discount.Add(t.Donation).Sub(t.Products).Sub(t.Freight).OrZero()
}

// accept returns 400 TOTAL_MISMATCH if the client's total differs by more than the tolerance.
func (t Totals) accept(claimed money.Claimed) error {
	if claimed.Distance(t.Total).Cmp(tolerance) <= 0 {
		return nil
	}
	return errs.New(errs.KindInvalid, CodeTotalMismatch,
		"O total calculado é R$\u00a0"+t.Total.Typed()+", e não R$\u00a0"+claimed.Typed()+". Confira e envie de novo.")
}

// Totals returns the lines of a stored order that add up to its total. The total determines whether
// freight counted, because the configuration may have changed since.
func (o Order) Totals() Totals {
	priced := o.Priced()
	if withFreight := TotalsOf(priced); withFreight.Total.Equal(o.Total) {
		return withFreight
	}
	return TotalsWithoutFreight(priced)
}

// Preview returns the totals that the order would have after Change with these prices: the stored ones if no price
// differs, else new ones with the current configuration.
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
