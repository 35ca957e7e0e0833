package freight_test

import (
	"errors"
	"strings"
	"testing"
	"time"

	"acolhe/models/freight"
	"acolhe/models/platform/dbtest"
	"acolhe/models/types/errs"
)

// An answer holds for 15 minutes, a failure is asked again.
func TestQuote_Cached(t *testing.T) {
	t.Parallel()
	conn := dbtest.New(t)
	var received freight.Shipment
	pac := []freight.Option{offer("carrier_b:1-1", "18.90", freight.Ready)}
	quoter := newQuoter(t, conn, []freight.Provider{fakeProvider{options: pac, input: &received}, fakeProvider{err: errors.New("down")}})
	ask := func(after time.Duration, wantAsked bool) {
		t.Helper()
		received = freight.Shipment{}
		quote, meta, err := quoter.Quote(t.Context(), dbtest.Today.Add(after), parcel)
		if err != nil || len(quote.Options) != 1 || len(meta.Failed) != 1 || meta.Failed[0].Provider != "carrier_a" ||
			meta.Failed[0].Code != freight.CodeProvider {
			t.Errorf("%v: %+v, %+v, %v", after, quote, meta, err)
		}
		if asked := received.To.CEP != ""; asked != wantAsked {
			t.Errorf("after %v asked: %v", after, asked)
		}
	}
	if _, _, isKnown, err := quoter.Cached(t.Context(), dbtest.Today, parcel); isKnown || err != nil {
		t.Errorf("known before the first quote: %v, %v", isKnown, err)
	}
	ask(0, true)
	ask(14*time.Minute, false)
	if quote, meta, isKnown, err := quoter.Cached(t.Context(), dbtest.Today.Add(14*time.Minute), parcel); !isKnown || err != nil ||
		len(quote.Options) != 1 || len(meta.Failed) != 1 {
		t.Errorf("cached: %+v, %+v, %v, %v", quote, meta, isKnown, err)
	}
	ask(15*time.Minute, true)
}

// Without settings the error names each missing key; the usual parcel is needed only by products without sizes.
func TestQuote_ConfigIncomplete(t *testing.T) {
	t.Parallel()
	conn := dbtest.New(t)
	pac := []freight.Option{offer("carrier_b:1-1", "18.90", freight.Ready)}
	quoter := newQuoter(t, conn, []freight.Provider{fakeProvider{options: pac}})
	if _, err := conn.Pool.Exec(t.Context(), "delete from system_configs where system = 'store'"); err != nil {
		t.Fatal(err)
	}
	_, _, err := quoter.Quote(t.Context(), dbtest.Today, parcel)
	refused := errs.As(err)
	if refused == nil || refused.Code != freight.CodeConfigIncomplete {
		t.Fatalf("got %v", err)
	}
	for _, key := range []string{"store.ship_from", "store.package.weight_g", "store.package.length_cm", "store.package.width_cm",
		"store.package.height_cm"} {
		if !strings.Contains(refused.Message, key) {
			t.Errorf("%s is not in %q", key, refused.Message)
		}
	}
	known := parcel
	known.Items = []freight.Item{{Code: dbtest.Oil.Code, Quantity: 2}}
	if _, _, err := quoter.Quote(t.Context(), dbtest.Today, known); err == nil || strings.Contains(err.Error(), "package") {
		t.Errorf("with sizes: %v", err)
	}
}

// All units go into one box, as long and wide as the largest unit and as high as their volume needs.
func TestQuote_Packs(t *testing.T) {
	t.Parallel()
	conn := dbtest.New(t)
	var received freight.Shipment
	quoter := newQuoter(t, conn, []freight.Provider{fakeProvider{input: &received,
		options: []freight.Option{offer("carrier_b:1-1", "18.90", freight.Ready)}}})
	input := parcel
	input.Items = []freight.Item{{Code: dbtest.Oil.Code, Quantity: 3}, {Code: "NOVO", Quantity: 1}}
	if _, _, err := quoter.Quote(t.Context(), dbtest.Today, input); err != nil {
		t.Fatal(err)
	}
	// The oil is 12 × 5 × 5 cm and 95 g, the unknown product the usual parcel of 20 × 15 × 10 cm and 300 g: 3900 cm³ on 300 cm².
	if want := (freight.Package{WeightG: 585, LengthCm: 20, WidthCm: 15, HeightCm: 13}); received.Package != want {
		t.Errorf("packed as %+v, want %+v", received.Package, want)
	}
	if received.Value.String() != "870.00" {
		t.Errorf("worth %s", received.Value)
	}
}
