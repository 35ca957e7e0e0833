package orders

import (
	"testing"

	"pgregory.net/rapid"

	"acolhe/models/errs"
	"acolhe/models/money"
)

func TestTotals(t *testing.T) {
	thirds := []Item{{Amount: money.MustParse("33.33"), Quantity: 3}}
	for name, c := range map[string]struct {
		priced         Priced
		with, without  string
		discountOfBoth string
	}{
		"nothing":                 {Priced{}, "0.00", "0.00", "0.00"},
		"products":                {Priced{Items: thirds}, "99.99", "99.99", "0.00"},
		"freight":                 {Priced{Items: thirds, DeliveryPrice: money.MustParse("0.01")}, "100.00", "99.99", "0.00"},
		"discount":                {Priced{Items: thirds, Discount: money.MustParse("9.99")}, "90.00", "90.00", "9.99"},
		"custom payments count":   {Priced{Items: thirds, Discount: money.MustParse("1"), CustomPayment: []CustomPayment{{Qnt: 5, Value: money.MustParse("2.99")}, {Value: money.MustParse("6")}}}, "90.00", "90.00", "9.99"},
		"donation":                {Priced{Items: thirds, Donation: money.MustParse("0.99")}, "99.00", "99.00", "0.00"},
		"never below 0":           {Priced{Items: thirds, Discount: money.MustParse("100")}, "0.00", "0.00", "100.00"},
		"freight lifts above 0":   {Priced{Items: thirds, Discount: money.MustParse("100"), DeliveryPrice: money.MustParse("0.02")}, "0.01", "0.00", "100.00"},
		"the floor comes at last": {Priced{Items: thirds, DeliveryPrice: money.MustParse("10"), Donation: money.MustParse("109.99")}, "0.00", "0.00", "0.00"},
	} {
		t.Run(name, func(t *testing.T) {
			with, without := TotalsOf(c.priced), TotalsWithoutFreight(c.priced)
			if with.Total.String() != c.with || without.Total.String() != c.without {
				t.Errorf("%s with freight and %s without, want %s and %s", with.Total, without.Total, c.with, c.without)
			}
			if with.Discount.String() != c.discountOfBoth || !without.Freight.IsZero() || !with.Freight.Equal(c.priced.DeliveryPrice) {
				t.Errorf("lines %+v", with)
			}
		})
	}
}

// Whole cents, added up without decimals, must come to the same.
func TestTotalsAreThoseOfCents(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		cents := rapid.Int64Range(0, 999_999_999)
		var priced Priced
		var sum int64
		for range rapid.IntRange(0, 6).Draw(t, "items") {
			amount, quantity := cents.Draw(t, "amount"), rapid.IntRange(1, 9999).Draw(t, "quantity")
			priced.Items = append(priced.Items, Item{Amount: money.FromCents(amount), Quantity: quantity})
			sum += amount * int64(quantity)
		}
		for range rapid.IntRange(0, 3).Draw(t, "payments") {
			value := cents.Draw(t, "value")
			priced.CustomPayment = append(priced.CustomPayment, CustomPayment{Value: money.FromCents(value)})
			sum -= value
		}
		freight, discount, donation := cents.Draw(t, "freight"), cents.Draw(t, "discount"), cents.Draw(t, "donation")
		priced.DeliveryPrice, priced.Discount, priced.Donation = money.FromCents(freight), money.FromCents(discount), money.FromCents(donation)
		sum += freight - discount - donation
		if got := TotalsOf(priced).Total; !got.Equal(money.FromCents(max(sum, 0))) {
			t.Fatalf("%s, want %d cents", got, max(sum, 0))
		}
	})
}

func TestTheToleranceIsOneCent(t *testing.T) {
	totals := TotalsOf(Priced{Items: []Item{{Amount: money.MustParse("10"), Quantity: 1}}})
	for claimed, accepted := range map[string]bool{"10": true, "10.01": true, "9.99": true, "10.02": false, "9.98": false, "0": false} {
		err := totals.accept(money.MustParse(claimed))
		if (err == nil) != accepted || err != nil && !errs.HasCode(err, CodeTotalMismatch) {
			t.Errorf("%s: %v", claimed, err)
		}
	}
}

func TestAStoredOrderTellsWhetherFreightCounted(t *testing.T) {
	order := Order{Items: []Item{{Amount: money.MustParse("10"), Quantity: 1}}, DeliveryPrice: money.MustParse("5")}
	for total, freight := range map[string]string{"15": "5.00", "10": "0.00"} {
		order.Total = money.MustParse(total)
		if got := order.Totals(); got.Freight.String() != freight || !got.Total.Equal(order.Total) {
			t.Errorf("an order of %s shows %+v", total, got)
		}
	}
}
