package orders

import (
	"strconv"
	"strings"
	"testing"

	"acolhe/models/types/errs"
	"acolhe/models/types/money"
	"acolhe/models/types/pieces"
)

// A row of the table: the components of an order, and its totals with and without freight. Items are written 33.33×3,
// lines of custom_payment only by their values.
var totals = []struct{ items, freight, discount, payments, donation, with, without string }{
	// Only products.
	{"", "0", "0", "", "0", "0.00", "0.00"},
	{"0×1", "0", "0", "", "0", "0.00", "0.00"},
	{"0×9999", "0", "0", "", "0", "0.00", "0.00"},
	{"0.01×1", "0", "0", "", "0", "0.01", "0.01"},
	{"0.01×9999", "0", "0", "", "0", "99.99", "99.99"},
	{"1×1", "0", "0", "", "0", "1.00", "1.00"},
	{"290×1 68.50×2", "0", "0", "", "0", "427.00", "427.00"},
	{"290.00×1 68.5×2", "0", "0", "", "0", "427.00", "427.00"},
	{"19.99×3 0.03×1", "0", "0", "", "0", "60.00", "60.00"},
	// Fractions that binary floats do not have.
	{"0.1×3", "0", "0", "", "0", "0.30", "0.30"},
	{"0.1×1 0.2×1", "0", "0", "", "0", "0.30", "0.30"},
	{"1.1×3", "0", "0", "", "0", "3.30", "3.30"},
	{"0.07×100", "0", "0", "", "0", "7.00", "7.00"},
	{"4.35×100", "0", "0", "", "0", "435.00", "435.00"},
	{"1.15×1", "0", "0.10", "", "0", "1.05", "1.05"},
	{"8.41×1", "0", "8.40", "", "0", "0.01", "0.01"},
	// Thirds: nothing is divided, so nothing is rounded.
	{"33.33×3", "0", "0", "", "0", "99.99", "99.99"},
	{"33.33×2 33.34×1", "0", "0", "", "0", "100.00", "100.00"},
	{"33.33×3", "0.01", "0", "", "0", "100.00", "99.99"},
	{"66.67×3", "0", "0.01", "", "0", "200.00", "200.00"},
	{"0.33×3", "0", "0", "", "0", "0.99", "0.99"},
	{"16.66×6", "0", "0", "", "0", "99.96", "99.96"},
	// Freight.
	{"10×1", "5", "0", "", "0", "15.00", "10.00"},
	{"10×1", "0.01", "0", "", "0", "10.01", "10.00"},
	{"0×1", "23.90", "0", "", "0", "23.90", "0.00"},
	{"10×1", "9999989.99", "0", "", "0", "9999999.99", "10.00"},
	// Discount.
	{"10×1", "0", "0.01", "", "0", "9.99", "9.99"},
	{"10×1", "0", "9.99", "", "0", "0.01", "0.01"},
	{"10×1", "0", "10", "", "0", "0.00", "0.00"},
	{"99.99×1", "0", "9.99", "", "0", "90.00", "90.00"},
	{"10×1", "5", "12", "", "0", "3.00", "0.00"},
	// Donation.
	{"10×1", "0", "0", "", "0.01", "9.99", "9.99"},
	{"10×1", "0", "0", "", "10", "0.00", "0.00"},
	{"33.33×3", "0", "0", "", "0.99", "99.00", "99.00"},
	{"10×1", "2", "3", "", "4", "5.00", "3.00"},
	// custom_payment counts as discount, by its value and not by its count.
	{"10×1", "0", "0", "1", "0", "9.00", "9.00"},
	{"10×1", "0", "0", "1 1", "0", "8.00", "8.00"},
	{"10×1", "0", "0", "0", "0", "10.00", "10.00"},
	{"10×1", "0", "1", "2.99 6", "0", "0.01", "0.01"},
	{"99.99×1", "0", "1", "2.99 6", "0", "90.00", "90.00"},
	{"10×1", "0", "0", "0.01 0.01 0.01", "0", "9.97", "9.97"},
	{"10×1", "0", "0", "9999999.99", "0", "0.00", "0.00"},
	// Below 0 it is a surcharge.
	{"10×1", "0", "0", "-1", "0", "11.00", "11.00"},
	{"10×1", "0", "0", "-0.01", "0", "10.01", "10.01"},
	{"10×1", "0", "0", "-1 1", "0", "10.00", "10.00"},
	{"10×1", "0", "0", "-1 0.99", "0", "10.01", "10.01"},
	{"10×1", "0", "5", "-5", "0", "10.00", "10.00"},
	{"10×1", "0", "5", "-6", "0", "11.00", "11.00"},
	{"10×1", "0", "100", "-95", "0", "5.00", "5.00"},
	{"10×1", "3", "0", "-2", "5", "10.00", "7.00"},
	{"0×1", "0", "0", "-9999999.99", "0", "9999999.99", "9999999.99"},
	// The minimum: never below 0, applied last.
	{"10×1", "0", "10.01", "", "0", "0.00", "0.00"},
	{"10×1", "0", "9999999.99", "", "9999999.99", "0.00", "0.00"},
	{"33.33×3", "0", "100", "", "0", "0.00", "0.00"},
	{"33.33×3", "0.02", "100", "", "0", "0.01", "0.00"},
	{"33.33×3", "10", "0", "", "109.99", "0.00", "0.00"},
	{"33.33×3", "10.01", "0", "", "109.99", "0.01", "0.00"},
	{"10×1", "5", "20", "-6", "0", "1.00", "0.00"},
	{"10×1", "5", "10", "", "5", "0.00", "0.00"},
	{"10×1", "5", "10", "", "5.01", "0.00", "0.00"},
	// The largest values; whether they can be stored is checked later.
	{"9999999.99×1", "0", "0", "", "0", "9999999.99", "9999999.99"},
	{"9999999.99×1", "0.01", "0", "", "0", "10000000.00", "9999999.99"},
	{"9999999.99×1", "0.01", "0.01", "", "0", "9999999.99", "9999999.98"},
	{"9999999.99×2", "0", "9999999.99", "", "0", "9999999.99", "9999999.99"},
	{"9999999.99×9999", "0", "0", "", "0", "99989999900.01", "99989999900.01"},
	{"9999999.99×9999", "9999999.99", "0", "-9999999.99", "0", "100009999899.99", "99999999900.00"},
}

func TestTotalsOf(t *testing.T) {
	for _, c := range totals {
		priced := pricedOf(c.items, c.payments)
		priced.DeliveryPrice, priced.Discount, priced.Donation = money.MustParse(c.freight), money.MustParse(c.discount),
			money.MustParse(c.donation)
		with, without := TotalsOf(priced), TotalsWithoutFreight(priced)
		if with.Total.String() != c.with || without.Total.String() != c.without {
			t.Errorf("%+v: %s with freight and %s without", c, with.Total, without.Total)
		}
		if !without.Freight.IsZero() || !with.Freight.Equal(priced.DeliveryPrice) || !with.Donation.Equal(priced.Donation) {
			t.Errorf("%+v: lines %+v", c, with)
		}
	}
}

func pricedOf(items, payments string) Priced {
	var priced Priced
	for item := range strings.FieldsSeq(items) {
		amount, quantity, _ := strings.Cut(item, "×")
		count, err := strconv.Atoi(quantity)
		if err != nil {
			panic(err)
		}
		priced.Items = append(priced.Items, Item{Amount: money.MustParse(amount), Quantity: count})
	}
	for i, value := range strings.Fields(payments) {
		priced.CustomPayment = append(priced.CustomPayment, CustomPayment{Qnt: pieces.Count(i * 3), Value: money.MustParse(value)})
	}
	return priced
}

// The largest order: 500 items, each 9,999 times, at the largest price.
func TestTotalsOf_LargestOrder(t *testing.T) {
	largest := Item{Amount: money.MustParse("9999999.99"), Quantity: maxQuantity}
	var priced Priced
	for range maxItems {
		priced.Items = append(priced.Items, largest)
	}
	if got := TotalsOf(priced).Total.String(); got != "49994999950005.00" {
		t.Errorf("it comes to %s", got)
	}
}

func TestTotals_Tolerance(t *testing.T) {
	for total, claims := range map[string]map[string]bool{
		"10.00": {"10": true, "10.01": true, "10.02": false, "9.98": false, "0": false, "1000": false,
			"10.0099999999999998": true, "10.015": false, "10.010000000000001": false, "9.989999999999998": false, "-10": false},
		"0.00":       {"0": true, "0.01": true, "0.02": false, "-0.01": true, "-0.02": false, "-2.7755575615628914e-17": true},
		"0.01":       {"0": true, "0.01": true, "0.02": true, "0.03": false},
		"9999999.99": {"9999999.99": true, "9999999.98": true, "9999999.97": false},
		"0.30":       {"0.3": true, "0.31": true, "0.29": true, "0.32": false, "0.28": false, "0.30000000000000004": true},
	} {
		for claimed, accepted := range claims {
			var claim money.Claimed
			if err := claim.UnmarshalJSON([]byte(claimed)); err != nil {
				t.Fatal(err)
			}
			err := Totals{Total: money.MustParse(total)}.accept(claim)
			if (err == nil) != accepted || err != nil && !errs.HasCode(err, CodeTotalMismatch) {
				t.Errorf("%s for %s: %v", claimed, total, err)
			}
		}
	}
}

func TestTotals_OfStoredOrder(t *testing.T) {
	order := Order{Items: []Item{{Amount: money.MustParse("10"), Quantity: 1}}, DeliveryPrice: money.MustParse("5")}
	for total, freight := range map[string]string{"15": "5.00", "10": "0.00"} {
		order.Total = money.MustParse(total)
		if got := order.Totals(); got.Freight.String() != freight || !got.Total.Equal(order.Total) {
			t.Errorf("an order of %s shows %+v", total, got)
		}
	}
}
