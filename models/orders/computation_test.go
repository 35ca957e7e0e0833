package orders

import (
	"encoding/json"
	"flag"
	"fmt"
	"math/big"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"acolhe/models/platform/db"
	"acolhe/models/platform/dbtest"
	"acolhe/models/types/access"
	"acolhe/models/types/auth"
	"acolhe/models/types/errs"
	"acolhe/models/types/money"
	"acolhe/models/types/patch"
)

// maxCents is the largest price in cents.
const maxCents = 999_999_999

// randomOrder is an order of a client with its totals in whole cents, computed without decimals.
type randomOrder struct {
	members       string
	with, without *big.Int
}

func draw(r *rapid.T) randomOrder {
	cents := rapid.OneOf(rapid.Int64Range(0, 300), rapid.Int64Range(0, 100_000), rapid.Int64Range(0, maxCents))
	sum := new(big.Int)
	var items, payments []string
	for range rapid.IntRange(1, 8).Draw(r, "items") {
		amount, quantity := cents.Draw(r, "amount"), rapid.Int64Range(1, maxQuantity).Draw(r, "quantity")
		items = append(items, fmt.Sprintf(`{"code": "A", "amount": %s, "quantity": %d}`, jsonNumber(r, amount), quantity))
		sum.Add(sum, new(big.Int).Mul(big.NewInt(amount), big.NewInt(quantity)))
	}
	for range rapid.IntRange(0, 4).Draw(r, "payments") {
		value := cents.Draw(r, "value") * rapid.SampledFrom([]int64{1, -1}).Draw(r, "sign")
		payments = append(payments, fmt.Sprintf(`{"item": "x", "qnt": %d, "value": %s}`, rapid.IntRange(0, maxQuantity).Draw(r, "qnt"),
			jsonNumber(r, value)))
		sum.Sub(sum, big.NewInt(value))
	}
	freight, discount, donation := cents.Draw(r, "freight"), cents.Draw(r, "discount"), cents.Draw(r, "donation")
	sum.Sub(sum, big.NewInt(discount))
	sum.Sub(sum, big.NewInt(donation))
	return randomOrder{
		members: fmt.Sprintf(`"items": [%s], "custom_payment": [%s], "delivery_price": %s, "discount": %s, "donation": %s`,
			strings.Join(items, ","), strings.Join(payments, ","), jsonNumber(r, freight), jsonNumber(r, discount), jsonNumber(r, donation)),
		with: floor(new(big.Int).Add(sum, big.NewInt(freight))), without: floor(sum),
	}
}

func floor(cents *big.Int) *big.Int {
	if cents.Sign() < 0 {
		return new(big.Int)
	}
	return cents
}

// jsonNumber returns cents in one of the equal forms of a JSON number.
func jsonNumber(r *rapid.T, cents int64) string {
	sign := ""
	if cents < 0 {
		sign, cents = "-", -cents
	}
	full := fmt.Sprintf("%s%d.%02d", sign, cents/100, cents%100)
	forms := []string{full, full + "0", fmt.Sprintf("%s%de-2", sign, cents)}
	if cents%100 == 0 {
		forms = append(forms, fmt.Sprintf("%s%d", sign, cents/100))
	}
	return rapid.SampledFrom(forms).Draw(r, "spelling")
}

// wanted returns the expected total with or without freight, and its text.
func (o randomOrder) wanted(freightCounts bool) (cents *big.Int, text string) {
	cents = o.without
	if freightCounts {
		cents = o.with
	}
	reais, rest := new(big.Int).QuoRem(cents, big.NewInt(100), new(big.Int))
	return cents, fmt.Sprintf("%s.%02d", reais, rest)
}

func check(t *testing.T, cases string, property func(*rapid.T)) {
	t.Helper()
	if err := flag.Set("rapid.checks", cases); err != nil {
		t.Fatal(err)
	}
	rapid.Check(t, property)
}

func TestTotalsOf_Random(t *testing.T) {
	check(t, "10000", func(r *rapid.T) {
		drawn := draw(r)
		var order Order
		if err := json.Unmarshal([]byte("{"+drawn.members+"}"), &order); err != nil {
			r.Fatal(err)
		}
		_, with := drawn.wanted(true)
		_, without := drawn.wanted(false)
		if got := TotalsOf(order.Priced()).Total.String(); got != with {
			r.Errorf("with freight %s, want %s", got, with)
		}
		if got := TotalsWithoutFreight(order.Priced()).Total.String(); got != without {
			r.Errorf("without freight %s, want %s", got, without)
		}
	})
}

// Placing an order and changing it into another one stores the exact cents if the client's total is
// right to one cent, and is refused otherwise.
func TestPlaceAndChange_RandomTotals(t *testing.T) {
	connection := dbtest.New(t)
	by := auth.Caller{Kind: auth.Token, Name: "script", Scopes: []string{access.Everything}}
	check(t, "300", func(r *rapid.T) {
		freightCounts := rapid.Bool().Draw(r, "freight counts")
		configureFreight(r, connection, freightCounts)
		first, want := draw(r), ""
		input := PlaceInput{User: patch.Of(dbtest.Carla.ID)}
		decode(r, first.members, &input)
		claimed, code := claim(r, first, freightCounts, &want)
		input.Total = patch.Of(money.Claimed{Amount: claimed})
		before := count(r, connection)
		order, err := Place(r.Context(), connection.DB, by.At(dbtest.Today), input)
		if code != "" {
			if !errs.HasCode(err, code) || count(r, connection) != before {
				r.Fatalf("claimed %s for %s: %v, %d orders more", claimed, want, err, count(r, connection)-before)
			}
			return
		}
		if err != nil || order.Total.String() != want {
			r.Fatalf("placed with %s (%v), want %s", order.Total, err, want)
		}
		mustBeStored(r, connection, by, order.ID, want)

		second, placed := draw(r), want
		change := ChangeInput{ID: order.ID}
		decode(r, second.members, &change)
		claimed, code = claim(r, second, freightCounts, &want)
		change.Total = patch.Of(money.Claimed{Amount: claimed})
		_, err = Change(r.Context(), connection.DB, by.At(dbtest.Today), change)
		if code != "" && !errs.HasCode(err, code) || code == "" && err != nil {
			r.Fatalf("changed, claiming %s for %s: %v", claimed, want, err)
		}
		if code != "" {
			want = placed
		}
		mustBeStored(r, connection, by, order.ID, want)
	})
}

// claim returns the client's total, which may differ by a few cents, and the expected code.
func claim(r *rapid.T, drawn randomOrder, freightCounts bool, want *string) (money.Amount, string) {
	cents, text := drawn.wanted(freightCounts)
	*want = text
	if cents.Cmp(big.NewInt(maxCents)) > 0 {
		return money.FromCents(maxCents), errs.CodeValidation
	}
	claimed := min(max(cents.Int64()+rapid.Int64Range(-2, 2).Draw(r, "off"), 0), maxCents)
	if off := claimed - cents.Int64(); off < -1 || off > 1 {
		return money.FromCents(claimed), CodeTotalMismatch
	}
	return money.FromCents(claimed), ""
}

func decode(r *rapid.T, members string, into any) {
	if err := json.Unmarshal([]byte("{"+members+"}"), into); err != nil {
		r.Fatal(err)
	}
}

func configureFreight(r *rapid.T, connection *db.Connection, counts bool) {
	err := connection.DB.Exec(`insert into system_configs (system, key, value) values ('store', 'freight.apply_to_total', to_jsonb(?::boolean))
		on conflict (system, key) do update set value = excluded.value`, counts).Error
	if err != nil {
		r.Fatal(err)
	}
}

func count(r *rapid.T, connection *db.Connection) int64 {
	var orders int64
	if err := connection.DB.Model(&Order{}).Count(&orders).Error; err != nil {
		r.Fatal(err)
	}
	return orders
}

func mustBeStored(r *rapid.T, connection *db.Connection, by auth.Caller, id int64, total string) {
	order, err := FindFor(r.Context(), connection.DB, by, id)
	if err != nil || order.Total.String() != total {
		r.Fatalf("stored with %s (%v), want %s", order.Total, err, total)
	}
}
