package reports_test

import (
	"math/big"
	"math/rand/v2"
	"testing"

	"acolhe/models/reports"
	"acolhe/models/types/money"
)

// payables are services with their price and what is paid for them. An empty amount is null.
var payables = []struct {
	paid, agreed, professional, kind, fee, donation string
	deducts, contested                              bool
	price, payable                                  string
}{
	{"", "", "", "", "0", "0", true, true, "0.00", "0.00"},
	{"", "", "", "90", "60", "20", false, false, "90.00", "30.00"},
	{"", "", "0", "", "0.01", "0.02", true, false, "0.00", "0.00"},
	{"", "", "0", "90", "150.01", "500", false, true, "0.00", "0.00"},
	{"", "", "100", "", "9999999.99", "0", true, false, "100.00", "0.00"},
	{"", "", "100", "90", "0", "0.02", false, false, "100.00", "100.00"},
	{"", "0", "", "", "60", "500", true, true, "0.00", "0.00"},
	{"", "0", "", "90", "0.01", "0", false, false, "0.00", "0.00"},
	{"", "0", "0", "", "150.01", "20", true, false, "0.00", "0.00"},
	{"", "0", "0", "90", "9999999.99", "0.02", false, true, "0.00", "0.00"},
	{"", "0", "100", "", "0", "0", true, false, "0.00", "0.00"},
	{"", "0", "100", "90", "60", "20", false, false, "0.00", "0.00"},
	{"", "120.50", "", "", "0.01", "0.02", true, true, "120.50", "120.47"},
	{"", "120.50", "", "90", "150.01", "500", false, false, "120.50", "0.00"},
	{"", "120.50", "0", "", "9999999.99", "0", true, false, "120.50", "0.00"},
	{"", "120.50", "0", "90", "0", "0.02", false, true, "120.50", "120.50"},
	{"", "120.50", "100", "", "60", "500", true, false, "120.50", "0.00"},
	{"", "120.50", "100", "90", "0.01", "0", false, false, "120.50", "120.49"},
	{"0", "", "", "", "150.01", "20", true, true, "0.00", "0.00"},
	{"0", "", "", "90", "9999999.99", "0.02", false, false, "90.00", "0.00"},
	{"0", "", "0", "", "0", "0", true, false, "0.00", "0.00"},
	{"0", "", "0", "90", "60", "20", false, true, "0.00", "0.00"},
	{"0", "", "100", "", "0.01", "0.02", true, false, "100.00", "99.97"},
	{"0", "", "100", "90", "150.01", "500", false, false, "100.00", "0.00"},
	{"0", "0", "", "", "9999999.99", "0", true, true, "0.00", "0.00"},
	{"0", "0", "", "90", "0", "0.02", false, false, "0.00", "0.00"},
	{"0", "0", "0", "", "60", "500", true, false, "0.00", "0.00"},
	{"0", "0", "0", "90", "0.01", "0", false, true, "0.00", "0.00"},
	{"0", "0", "100", "", "150.01", "20", true, false, "0.00", "0.00"},
	{"0", "0", "100", "90", "9999999.99", "0.02", false, false, "0.00", "0.00"},
	{"0", "120.50", "", "", "0", "0", true, true, "120.50", "120.50"},
	{"0", "120.50", "", "90", "60", "20", false, false, "120.50", "60.50"},
	{"0", "120.50", "0", "", "0.01", "0.02", true, false, "120.50", "120.47"},
	{"0", "120.50", "0", "90", "150.01", "500", false, true, "120.50", "0.00"},
	{"0", "120.50", "100", "", "9999999.99", "0", true, false, "120.50", "0.00"},
	{"0", "120.50", "100", "90", "0", "0.02", false, false, "120.50", "120.50"},
	{"150.01", "", "", "", "60", "500", true, true, "150.01", "0.00"},
	{"150.01", "", "", "90", "0.01", "0", false, false, "150.01", "150.00"},
	{"150.01", "", "0", "", "150.01", "20", true, false, "150.01", "0.00"},
	{"150.01", "", "0", "90", "9999999.99", "0.02", false, true, "150.01", "0.00"},
	{"150.01", "", "100", "", "0", "0", true, false, "150.01", "150.01"},
	{"150.01", "", "100", "90", "60", "20", false, false, "150.01", "90.01"},
	{"150.01", "0", "", "", "0.01", "0.02", true, true, "150.01", "149.98"},
	{"150.01", "0", "", "90", "150.01", "500", false, false, "150.01", "0.00"},
	{"150.01", "0", "0", "", "9999999.99", "0", true, false, "150.01", "0.00"},
	{"150.01", "0", "0", "90", "0", "0.02", false, true, "150.01", "150.01"},
	{"150.01", "0", "100", "", "60", "500", true, false, "150.01", "0.00"},
	{"150.01", "0", "100", "90", "0.01", "0", false, false, "150.01", "150.00"},
	{"150.01", "120.50", "", "", "150.01", "20", true, true, "150.01", "0.00"},
	{"150.01", "120.50", "", "90", "9999999.99", "0.02", false, false, "150.01", "0.00"},
	{"150.01", "120.50", "0", "", "0", "0", true, false, "150.01", "150.01"},
	{"150.01", "120.50", "0", "90", "60", "20", false, true, "150.01", "90.01"},
	{"150.01", "120.50", "100", "", "0.01", "0.02", true, false, "150.01", "149.98"},
	{"150.01", "120.50", "100", "90", "150.01", "500", false, false, "150.01", "0.00"},
	{"100", "", "", "", "0", "0", true, false, "100.00", "100.00"},
	{"100", "", "", "", "0", "0", false, false, "100.00", "100.00"},
	{"100", "", "", "", "0", "0.01", true, false, "100.00", "99.99"},
	{"100", "", "", "", "0", "0.01", false, false, "100.00", "100.00"},
	{"100", "", "", "", "0", "99.99", true, false, "100.00", "0.01"},
	{"100", "", "", "", "0", "99.99", false, false, "100.00", "100.00"},
	{"100", "", "", "", "0.01", "0", true, false, "100.00", "99.99"},
	{"100", "", "", "", "0.01", "0", false, false, "100.00", "99.99"},
	{"100", "", "", "", "0.01", "0.01", true, false, "100.00", "99.98"},
	{"100", "", "", "", "0.01", "0.01", false, false, "100.00", "99.99"},
	{"100", "", "", "", "0.01", "99.99", true, false, "100.00", "0.00"},
	{"100", "", "", "", "0.01", "99.99", false, false, "100.00", "99.99"},
	{"100", "", "", "", "100", "0", true, false, "100.00", "0.00"},
	{"100", "", "", "", "100", "0", false, false, "100.00", "0.00"},
	{"100", "", "", "", "100", "0.01", true, false, "100.00", "0.00"},
	{"100", "", "", "", "100", "0.01", false, false, "100.00", "0.00"},
	{"100", "", "", "", "100", "99.99", true, false, "100.00", "0.00"},
	{"100", "", "", "", "100", "99.99", false, false, "100.00", "0.00"},
	{"100", "", "", "", "100.01", "0", true, false, "100.00", "0.00"},
	{"100", "", "", "", "100.01", "0", false, false, "100.00", "0.00"},
	{"100", "", "", "", "100.01", "0.01", true, false, "100.00", "0.00"},
	{"100", "", "", "", "100.01", "0.01", false, false, "100.00", "0.00"},
	{"100", "", "", "", "100.01", "99.99", true, false, "100.00", "0.00"},
	{"100", "", "", "", "100.01", "99.99", false, false, "100.00", "0.00"},
	{"9999999.99", "", "", "", "0.01", "0.01", true, true, "9999999.99", "9999999.97"},
	{"0.03", "", "", "", "0.01", "0.01", true, true, "0.03", "0.01"},
}

func TestDivide_Table(t *testing.T) {
	if len(payables) != 80 {
		t.Fatalf("%d rows", len(payables))
	}
	for i, c := range payables {
		price := reports.Prices{Paid: amount(c.paid), Agreed: amount(c.agreed), Professional: amount(c.professional),
			Type: amount(c.kind)}.Resolve()
		donation := money.Zero
		if c.deducts {
			donation = money.MustParse(c.donation)
		}
		share := reports.Divide(price, money.MustParse(c.fee), donation)
		if price.String() != c.price || share.Payable.String() != c.payable ||
			!share.Payable.Equal(share.Received.Sub(share.Fee).Sub(share.Donation)) {
			t.Errorf("row %d, %+v: price %s, share %+v", i, c, price, share)
		}
	}
}

// 10,000 random rows agree with a computation in rational numbers.
func TestDivide_AgreesWithRationals(t *testing.T) {
	random := rand.New(rand.NewPCG(18, 1))
	draw := func() string {
		switch random.IntN(5) {
		case 0:
			return ""
		case 1:
			return "0"
		}
		return money.FromCents(random.Int64N(1_000_000_000)).String()
	}
	rational := func(text string) *big.Rat {
		number, ok := new(big.Rat).SetString(text)
		if !ok {
			return new(big.Rat)
		}
		return number
	}
	for range 10_000 {
		paid, agreed, professional, kind, fee, donation := draw(), draw(), draw(), draw(), "0"+draw(), "0"+draw()
		want := rational(paid)
		for _, price := range []string{agreed, professional, kind, "0"} {
			if want.Sign() > 0 {
				break
			}
			if price != "" {
				want = rational(price)
				break
			}
		}
		want = new(big.Rat).Sub(new(big.Rat).Sub(want, rational(fee)), rational(donation))
		if want.Sign() < 0 {
			want = new(big.Rat)
		}
		price := reports.Prices{Paid: amount(paid), Agreed: amount(agreed), Professional: amount(professional), Type: amount(kind)}.Resolve()
		share := reports.Divide(price, *amount(fee), *amount(donation))
		if share.Payable.String() != want.FloatString(2) {
			t.Fatalf("%s %s %s %s − %s − %s is %s, want %s", paid, agreed, professional, kind, fee, donation, share.Payable, want.FloatString(2))
		}
		if least := share.Received.Sub(share.Fee).Sub(share.Donation); !least.Equal(share.Payable) {
			t.Fatalf("%+v does not add up", share)
		}
	}
}

func amount(text string) *money.Amount {
	if text == "" {
		return nil
	}
	return new(money.MustParse(text))
}
