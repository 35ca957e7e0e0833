package freight_test

import (
	"context"
	"errors"
	"testing"
	"time"

	"acolhe/models/externalservices"
	"acolhe/models/freight"
	"acolhe/models/platform/db"
	"acolhe/models/platform/dbtest"
	"acolhe/models/platform/encryption"
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
	input *freight.Shipment
	name  externalservices.Name
	// freight.Provider provides the methods that no test calls.
	freight.Provider
}

func (c fakeProvider) Service() externalservices.Name {
	if c.name == "" {
		return externalservices.CarrierB
	}
	return c.name
}

func (c fakeProvider) Quote(ctx context.Context, request freight.Shipment) ([]freight.Option, error) {
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

func (c fakeProvider) Catalog(context.Context) ([]freight.ServiceOption, error) {
	var options []freight.ServiceOption
	for _, o := range c.options {
		options = append(options, freight.ServiceOption{OptionKey: o.OptionKey, Provider: o.Provider, ServiceLabel: o.ServiceLabel})
	}
	return options, nil
}

// newQuoter returns a quoter whose carriers are enabled, with the settings that a quote needs.
func newQuoter(t *testing.T, conn *db.Connection, carriers []freight.Provider) freight.Quoter {
	t.Helper()
	for i, carrier := range carriers {
		if fake, isFake := carrier.(fakeProvider); isFake && i > 0 && fake.name == "" {
			fake.name = externalservices.CarrierA
			carriers[i] = fake
		}
	}
	_, err := conn.Pool.Exec(t.Context(), `insert into system_configs (system, key, value_type, value) values
		('store', 'package.weight_g', 'number', '300'), ('store', 'package.length_cm', 'number', '20'), ('store', 'package.width_cm', 'number', '15'),
		('store', 'package.height_cm', 'number', '10'), ('store', 'ship_from', 'object', '{"name":"A","document":"52998224725","phone":"","email":"","street":"R",
		"number":"1","complement":"","neighborhood":"C","city":"F","state":"SC","cep":"88010000"}') on conflict do nothing`)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := conn.Pool.Exec(t.Context(),
		"update external_services set enabled = true, use_for_quote = true where service <> 'calendar'"); err != nil {
		t.Fatal(err)
	}
	return freight.Quoter{DB: conn.DB, Providers: carriers, Services: externalservices.New(conn.DB, encryption.Key{}, nil)}
}

// forget empties the cache.
func forget(t *testing.T, conn *db.Connection) {
	t.Helper()
	if _, err := conn.Pool.Exec(t.Context(), "delete from freight_quotes"); err != nil {
		t.Fatal(err)
	}
}

func offer(key, price, status string) freight.Option {
	return freight.Option{OptionKey: key, Provider: key[:9], Price: money.MustParse(price), ETADays: 3, Status: status}
}

var parcel = freight.QuoteInput{Address: freight.Address{CEP: "88010-000", State: " sc "},
	Items: []freight.Item{{Code: "OLEO", Quantity: 1}}}

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
		"the cheapest that is ready": {[]freight.Provider{fakeProvider{options: []freight.Option{express, economic}},
			fakeProvider{options: []freight.Option{pac, unready}}}, "", pac.OptionKey, 4, ""},
		"the favourite": {[]freight.Provider{fakeProvider{options: []freight.Option{express, economic}},
			fakeProvider{options: []freight.Option{pac}}}, express.OptionKey, express.OptionKey, 3, ""},
		"the favourite by its type": {[]freight.Provider{fakeProvider{options: []freight.Option{express, economic}}},
			"carrier_a:FREIGHT_TYPE_EXPRESS", express.OptionKey, 2, ""},
		"a favourite that nobody offers": {[]freight.Provider{fakeProvider{options: []freight.Option{express, economic}}}, pac.OptionKey,
			economic.OptionKey, 2, ""},
		"none is ready":                    {[]freight.Provider{fakeProvider{options: []freight.Option{unready}}}, "", "", 1, ""},
		"one fails beside another":         {[]freight.Provider{down, fakeProvider{options: []freight.Option{pac}}}, "", pac.OptionKey, 1, ""},
		"all fail":                         {[]freight.Provider{down, down}, "", "", 0, freight.CodeProvider},
		"one fails, the other offers none": {[]freight.Provider{down, fakeProvider{}}, "", "", 0, freight.CodeProvider},
		"nobody goes there":                {[]freight.Provider{fakeProvider{}, fakeProvider{}}, "", "", 0, freight.CodeNoQuote},
		"no carrier is on":                 {nil, "", "", 0, externalservices.CodeDisabled},
	} {
		quoter := newQuoter(t, conn, c.carriers)
		choose(t, conn, quoter, c.favourite)
		forget(t, conn)
		quote, _, err := quoter.Quote(t.Context(), dbtest.Today, parcel)
		if c.code != "" {
			if !errs.HasCode(err, c.code) {
				t.Errorf("%s: %v, want %s", name, err, c.code)
			}
			continue
		}
		if err != nil || quote.SelectedOptionKey != c.selected || len(quote.Options) != c.options || !quote.ApplyToTotal ||
			quote.DefaultOptionKey != c.favourite {
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
	if _, err := quoter.ChooseDefaultOption(t.Context(), auth.Caller{Kind: auth.System}.At(dbtest.Today),
		freight.DefaultOptionInput{OptionKey: key}); err != nil {
		t.Fatal(err)
	}
}

// Carriers are slow, so they are called concurrently, with the normalised address.
func TestQuote_Parallel(t *testing.T) {
	t.Parallel()
	conn := dbtest.New(t)
	meets := make(chan struct{})
	var received freight.Shipment
	pac := []freight.Option{offer("carrier_b:1-1", "18.90", freight.Ready)}
	quoter := newQuoter(t, conn, []freight.Provider{fakeProvider{options: pac, meets: meets, input: &received},
		fakeProvider{options: pac, meets: meets, name: externalservices.CarrierA}})
	ctx, cancel := context.WithTimeout(t.Context(), 5*time.Second)
	defer cancel()
	if quote, _, err := quoter.Quote(ctx, dbtest.Today, parcel); err != nil || len(quote.Options) != 2 {
		t.Errorf("%+v, %v", quote, err)
	}
	if received.To.CEP != "88010000" || received.To.State != "SC" {
		t.Errorf("the carrier is asked for %+v", received.To)
	}
	if options, err := quoter.Catalog(t.Context()); err != nil || len(options) != 2 || options[0].OptionKey != "carrier_b:1-1" {
		t.Errorf("the catalogue is %v", options)
	}
}
