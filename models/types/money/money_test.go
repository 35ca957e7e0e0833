package money

import (
	"encoding/json"
	"errors"
	"testing"

	"pgregory.net/rapid"
)

func TestUnmarshalJSON(t *testing.T) {
	for raw, want := range map[string]string{
		`0`: "0.00", `10`: "10.00", `1234.5`: "1234.50", `0.01`: "0.01", `1e3`: "1000.00", `1.50e1`: "15.00", `9999999.99`: "9999999.99",
		`-3`: "-3.00",
	} {
		var amount Amount
		if err := json.Unmarshal([]byte(raw), &amount); err != nil || amount.String() != want {
			t.Errorf("%s is %s (%v), want %s", raw, amount, err, want)
		}
	}
	for raw, want := range map[string]error{
		`"1"`: ErrNotMoney, `true`: ErrNotMoney, `0.001`: ErrPrecision, `1.005`: ErrPrecision, `1e-3`: ErrPrecision,
		`1e20`: ErrRange, `1e-40`: ErrRange, `1e999999999`: ErrNotMoney, `123456789012345678901234567890123`: ErrNotMoney,
	} {
		var amount Amount
		if err := json.Unmarshal([]byte(raw), &amount); !errors.Is(err, want) {
			t.Errorf("%s gives %v, want %v", raw, err, want)
		}
	}
}

// A claimed amount has the decimals of any binary float, and no text.
func TestClaimed_UnmarshalJSON(t *testing.T) {
	for raw, distance := range map[string]string{
		`10`: "0", `10.015`: "0.015", `30.299999999999997`: "20.299999999999997", `-5`: "15", `1e-8`: "9.99999999", `2.7755575615628914e-17`: "",
		`5e-324`: "",
	} {
		var claimed Claimed
		if err := json.Unmarshal([]byte(raw), &claimed); err != nil || distance != "" && claimed.Distance(FromCents(1000)).value.String() != distance {
			t.Errorf("%s is %s (%v), want %s from 10", raw, claimed, err, distance)
		}
	}
	for raw, want := range map[string]error{`"1"`: ErrNotMoney, `true`: ErrNotMoney, `1e400`: ErrRange, `1e-400`: ErrRange,
		`1e999999999`: ErrNotMoney} {
		var claimed Claimed
		if err := json.Unmarshal([]byte(raw), &claimed); !errors.Is(err, want) {
			t.Errorf("%s gives %v, want %v", raw, err, want)
		}
	}
}

func TestUnmarshalText(t *testing.T) {
	for typed, want := range map[string]string{
		"1234,5": "1234.50", "1.234,50": "1234.50", "R$ 1.234,50": "1234.50", "R$\u00a01.234,50": "1234.50", "1.234": "1234.00",
		"1.234.567,89": "1234567.89", "1234.50": "1234.50", "12.5": "12.50", "10": "10.00", "-5,00": "-5.00",
	} {
		var amount Amount
		if err := amount.UnmarshalText([]byte(typed)); err != nil || amount.String() != want {
			t.Errorf("%q is %s (%v), want %s", typed, amount, err, want)
		}
	}
	for _, typed := range []string{"abc", "1,234", "1.2.3", "1,2,3", "12.34,5", "1e3", ",5", "R$"} {
		var amount Amount
		if err := amount.UnmarshalText([]byte(typed)); err == nil {
			t.Errorf("%q was accepted as %s", typed, amount)
		}
	}
}

func TestCheckPrice(t *testing.T) {
	for text, right := range map[string]bool{"0": true, "9999999.99": true, "10000000": false, "-0.01": false} {
		if err := MustParse(text).CheckPrice(); (err == nil) != right {
			t.Errorf("%s: %v", text, err)
		}
	}
}

// Amounts agree with integer arithmetic on cents.
func TestArithmetic_AgreesWithCents(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		cents := rapid.Int64Range(-999_999_999, 999_999_999)
		a, b := cents.Draw(t, "a"), cents.Draw(t, "b")
		times := rapid.IntRange(0, 9999).Draw(t, "times")
		want := a*int64(times) - b
		if got := FromCents(a).Times(times).Sub(FromCents(b)); !got.Equal(FromCents(want)) {
			t.Fatalf("%d × %d − %d = %s, want %s", a, times, b, got, FromCents(want))
		}
	})
}

func TestAmount_RoundTrip(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		amount := FromCents(rapid.Int64Range(0, 999_999_999).Draw(t, "cents"))
		raw, err := json.Marshal(amount)
		var read, typed, stored Amount
		value, _ := amount.Value()
		if err != nil || json.Unmarshal(raw, &read) != nil || typed.UnmarshalText([]byte(amount.Typed())) != nil || stored.Scan(value) != nil {
			t.Fatalf("%s does not come back (%v)", raw, err)
		}
		if !read.Equal(amount) || !typed.Equal(amount) || !stored.Equal(amount) {
			t.Fatalf("%s came back as %s, %s, %s", amount, read, typed, stored)
		}
	})
}
