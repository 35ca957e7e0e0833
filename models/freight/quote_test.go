package freight_test

import (
	"context"
	"errors"
	"testing"
	"time"

	"acolhe/models/freight"
	"acolhe/models/platform/db"
	"acolhe/models/platform/dbtest"
	"acolhe/models/types/auth"
	"acolhe/models/types/errs"
	"acolhe/models/types/money"
)

// fakeProvider is a provider that returns these options, or fails.
type fakeProvider struct {
	options []freight.Option
	err     error
	// meets makes two providers wait for each other, which only concurrent calls can.
	meets chan struct{}
	input *freight.QuoteInput
}

func (c fakeProvider) Quote(ctx context.Context, request freight.QuoteInput) ([]freight.Option, error) {
	if c.input != nil {
		*c.input = request
	}
	if c.meets == nil {
		return c.options, c.err
	}
	select {
	case c.meets <- struct{}{}:
	case <-c.meets:
	case <-ctx.Done():
		return nil, ctx.Err()
	}
	return c.options, c.err
}

func (c fakeProvider) Catalog() []freight.ServiceOption {
	var options []freight.ServiceOption
	for _, o := range c.options {
		options = append(options, freight.ServiceOption{OptionKey: o.OptionKey, Provider: o.Provider, ServiceLabel: o.ServiceLabel})
	}
	return options
}

func offer(key, price, status string) freight.Option {
	return freight.Option{OptionKey: key, Provider: key[:9], Price: money.MustParse(price), ETADays: 3, Status: status}
}

var parcel = freight.QuoteInput{Address: freight.Address{CEP: "88010-000", State: " sc "}, Items: []freight.Item{{Code: "OLEO", Quantity: 1}}}

func TestQuote(t *testing.T) {
	t.Parallel()
	conn := dbtest.New(t)
	economic, express := offer("carrier_a:ECONOMIC", "20.00", freight.Ready), offer("carrier_a:EXPRESS", "35.10", freight.Ready)
	pac, unready := offer("carrier_b:1-1", "18.90", freight.Ready), offer("carrier_b:1-9", "1.00", "pending")
	down := fakeProvider{err: errors.New("connection refused")}
	for name, c := range map[string]struct {
		carriers  []freight.Provider
		favourite string
		selected  string
		options   int
		code      string
	}{
		"the cheapest that is ready":       {[]freight.Provider{fakeProvider{options: []freight.Option{express, economic}}, fakeProvider{options: []freight.Option{pac, unready}}}, "", pac.OptionKey, 4, ""},
		"the favourite":                    {[]freight.Provider{fakeProvider{options: []freight.Option{express, economic}}, fakeProvider{options: []freight.Option{pac}}}, express.OptionKey, express.OptionKey, 3, ""},
		"a favourite that nobody offers":   {[]freight.Provider{fakeProvider{options: []freight.Option{express, economic}}}, pac.OptionKey, economic.OptionKey, 2, ""},
		"none is ready":                    {[]freight.Provider{fakeProvider{options: []freight.Option{unready}}}, "", "", 1, ""},
		"one fails beside another":         {[]freight.Provider{down, fakeProvider{options: []freight.Option{pac}}}, "", pac.OptionKey, 1, ""},
		"all fail":                         {[]freight.Provider{down, down}, "", "", 0, freight.CodeProvider},
		"one fails, the other offers none": {[]freight.Provider{down, fakeProvider{}}, "", "", 0, freight.CodeProvider},
		"nobody goes there":                {[]freight.Provider{fakeProvider{}, fakeProvider{}}, "", "", 0, freight.CodeNoQuote},
		"no carrier is on":                 {nil, "", "", 0, freight.CodeModuleDisabled},
	} {
		quoter := freight.Quoter{DB: conn.DB, Providers: c.carriers}
		choose(t, conn, quoter, c.favourite)
		quote, err := quoter.Quote(t.Context(), parcel)
		if c.code != "" {
			if !errs.HasCode(err, c.code) {
				t.Errorf("%s: %v, want %s", name, err, c.code)
			}
			continue
		}
		if err != nil || quote.SelectedOptionKey != c.selected || len(quote.Options) != c.options || !quote.ApplyToTotal || quote.DefaultOptionKey != c.favourite {
			t.Errorf("%s: %+v, %v", name, quote, err)
		}
	}
}

// choose sets the favourite; an empty key removes it.
func choose(t *testing.T, conn *db.Connection, quoter freight.Quoter, key string) {
	t.Helper()
	if _, err := conn.Pool.Exec(t.Context(), "delete from system_configs where key = 'freight.default_option'"); err != nil {
		t.Fatal(err)
	}
	if key == "" {
		return
	}
	if _, err := quoter.ChooseFavourite(t.Context(), auth.Caller{Kind: auth.System}.At(dbtest.Today), freight.FavouriteInput{OptionKey: key}); err != nil {
		t.Fatal(err)
	}
}

// Carriers are slow, so they are called concurrently, with the normalised address.
func TestQuote_Parallel(t *testing.T) {
	t.Parallel()
	conn := dbtest.New(t)
	meets := make(chan struct{})
	var received freight.QuoteInput
	pac := []freight.Option{offer("carrier_b:1-1", "18.90", freight.Ready)}
	quoter := freight.Quoter{DB: conn.DB, Providers: []freight.Provider{fakeProvider{options: pac, meets: meets, input: &received}, fakeProvider{options: pac, meets: meets}}}
	ctx, cancel := context.WithTimeout(t.Context(), 5*time.Second)
	defer cancel()
	if quote, err := quoter.Quote(ctx, parcel); err != nil || len(quote.Options) != 2 {
		t.Errorf("%+v, %v", quote, err)
	}
	if received.Address.CEP != "88010000" || received.Address.State != "SC" {
		t.Errorf("the carrier is asked for %+v", received.Address)
	}
	if options := quoter.Catalog(); len(options) != 2 || options[0].OptionKey != "carrier_b:1-1" {
		t.Errorf("the catalogue is %v", options)
	}
}
