package orders

// Totals gives the lines of a stored order as they led to its total. Whether freight
// counted then is told by the total itself, because the configuration may have changed since.
func (o Order) Totals() Totals {
	priced := o.Priced()
	if withFreight := TotalsOf(priced); withFreight.Total.Equal(o.Total) {
		return withFreight
	}
	return TotalsWithoutFreight(priced)
}
