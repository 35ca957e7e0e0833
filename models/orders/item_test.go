package orders_test

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"acolhe/models/orders"
	"acolhe/models/platform/dbtest"
	"acolhe/models/types/errs"
	"acolhe/models/types/money"
	"acolhe/models/types/patch"
)

func TestItem_ExtraMembers(t *testing.T) {
	t.Parallel()
	connection := dbtest.New(t)
	input := newOrder()
	sent := `{"code":"A","amount":10.00,"quantity":2,"Amount":"dez","batch":"L-7 \u003c","free":false,"lot":1.50,"nothing":null}`
	if err := json.Unmarshal([]byte("["+sent+"]"), &input.Items); err != nil {
		t.Fatal(err)
	}
	placed, err := orders.Place(t.Context(), connection.DB, dbtest.Bruno.Caller().At(now), input)
	if err != nil {
		t.Fatal(err)
	}
	for name, order := range map[string]orders.Order{"answered": placed, "stored": stored(t, connection, placed.ID)} {
		if raw, err := json.Marshal(order.Items[0]); err != nil || string(raw) != sent {
			t.Errorf("%s %s (%v), want %s", name, raw, err, sent)
		}
	}
	var again orders.Extra
	if err := again.UnmarshalText([]byte(placed.Items[0].Extra.String())); err != nil || again.String() != placed.Items[0].Extra.String() {
		t.Errorf("a form sends back %s (%v)", again, err)
	}
}

func TestPlace_ExtraMembersBounded(t *testing.T) {
	t.Parallel()
	connection := dbtest.New(t)
	many := func(n int) orders.Extra {
		extra := orders.Extra{}
		for i := range n {
			extra[fmt.Sprint("x", i)] = true
		}
		return extra
	}
	for name, c := range map[string]struct {
		extra orders.Extra
		path  string
	}{
		"20 members": {many(20), ""}, "21 members": {many(21), "items[0]"}, "long": {orders.Extra{"x": strings.Repeat("y", 2048)}, "items[0]"},
		"as long as may be": {orders.Extra{"x": strings.Repeat("y", 2040)}, ""}, "no name": {orders.Extra{" ": 1}, "items[0]"},
		"long name": {orders.Extra{strings.Repeat("n", 61): "x"}, "items[0]"},
		"a list":    {orders.Extra{"x": []any{}}, "items[0].x"}, "an object": {orders.Extra{"x": map[string]any{}}, "items[0].x"},
		"a huge number":  {orders.Extra{"x": json.Number("1e200000")}, "items[0].x"},
		"more than huge": {orders.Extra{"x": json.Number("1e99999999999999")}, "items[0].x"},
		"a tiny number":  {orders.Extra{"x": json.Number("1e-40")}, "items[0].x"}, "a number": {orders.Extra{"x": json.Number("-12.5e3")}, ""},
	} {
		t.Run(name, func(t *testing.T) {
			input := newOrder()
			input.Items = patch.Of([]orders.Item{{Code: "A", Amount: money.MustParse("10"), Quantity: 2, Extra: c.extra}})
			_, err := orders.Place(t.Context(), connection.DB, dbtest.Bruno.Caller().At(now), input)
			if c.path == "" && err != nil || c.path != "" && (len(errs.FieldsOf(err)) == 0 || errs.FieldsOf(err)[0].Path != c.path) {
				t.Errorf("answered %v, want a problem with %q", err, c.path)
			}
		})
	}
}
