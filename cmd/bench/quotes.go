package main

import (
	"context"
	"fmt"
	"io"
	"net/http"
	"slices"
	"strings"
	"text/tabwriter"
	"time"

	"acolhe/models/externalservices"
	"acolhe/models/freight"
	"acolhe/models/types/auth"
	"acolhe/models/types/patch"
	"acolhe/simulators/control"
	"acolhe/simulators/loggi"
	"acolhe/simulators/melhorenvio"
)

// quotesName is the name of this measurement for -only.
const quotesName = "quotes: freight of both carriers"

// The limits of a quote (issue 19): beyond the slowest carrier, from the answers so far, and beyond the deadline.
const (
	quoteBeyondSlowest  = 50 * time.Millisecond
	quoteCachedLimit    = 5 * time.Millisecond
	quoteBeyondDeadline = 200 * time.Millisecond
)

// slowestCarrier is how long Melhor Envio takes to quote in this measurement; Loggi takes a third of it.
const slowestCarrier = 300 * time.Millisecond

// hangingRounds is the number of quotes that wait for the deadline.
const hangingRounds = 3

// quoteSettings are the usual parcel and the sender.
const quoteSettings = `insert into system_configs (system, key, value_type, value) values ('store', 'package.weight_g', 'number', '300'),
	('store', 'package.length_cm', 'number', '20'), ('store', 'package.width_cm', 'number', '15'), ('store', 'package.height_cm', 'number', '10'),
	('store', 'ship_from', 'object', '{"name":"A","document":"52998224725","phone":"","email":"","street":"R","number":"1","complement":"",
	"neighborhood":"C","city":"F","state":"SC","cep":"88010000"}') on conflict (system, key) do update set value = excluded.value`

const quoteBody = `{"address":{"cep":"01001000"},"items":[{"code":"CBD-3000","quantity":2}]}`

// measureQuotes times quotes by HTTP, one caller alone: of both carriers, of the answers so far, and of a carrier that never answers.
func (g *testbed) measureQuotes(ctx context.Context, rounds int, out io.Writer) error {
	carriers, err := g.connectCarriers(ctx)
	if err != nil {
		return fmt.Errorf("%s: %w", quotesName, err)
	}
	deadline := freight.DefaultTimeouts().Quote
	table := tabwriter.NewWriter(out, 10, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprintln(out, quotesName)
	fmt.Fprintln(table, "\truns\tmedian ms\tmaximum ms\tlimit\t")
	for _, one := range []struct {
		name          string
		runs          int
		forgets       bool
		hangs         bool
		beyond, limit time.Duration
	}{
		{"both answer, beyond the slowest", 5 * rounds, true, false, slowestCarrier, quoteBeyondSlowest},
		{"both answers are known", 20 * rounds, false, false, 0, quoteCachedLimit},
		{"one hangs, beyond the deadline", min(rounds, hangingRounds), true, true, deadline, quoteBeyondDeadline},
	} {
		var took []time.Duration
		for range one.runs {
			if one.forgets {
				if _, err := g.pool.Exec(ctx, "delete from freight_quotes"); err != nil {
					return err
				}
			}
			if one.hangs {
				carriers.Fail("/quotations", control.Hang, 1)
			}
			once, err := g.timeOne(post(g.acolhe, "/api/v1/freight/quote", g.session, quoteBody), http.StatusOK)
			if err != nil {
				return fmt.Errorf("%s: %w", one.name, err)
			}
			took = append(took, once-one.beyond)
		}
		fmt.Fprintf(table, "%s\t%d\t%s\t%s\t%s\t\n", one.name, one.runs, milliseconds(medianDuration(took)), milliseconds(slices.Max(took)),
			milliseconds(one.limit))
	}
	_ = table.Flush() // the output may be closed
	fmt.Fprintf(out, "the slowest carrier answers in %v, the deadline is %v\n\n", slowestCarrier, deadline)
	return nil
}

// connectCarriers makes simulators of both carriers the ones of Acolhe, and returns Loggi's.
func (g *testbed) connectCarriers(ctx context.Context) (*loggi.Simulator, error) {
	if _, err := g.pool.Exec(ctx, quoteSettings); err != nil {
		return nil, err
	}
	app := melhorenvio.Default
	app.PerMinute = 1 << 20
	first := loggi.New(loggi.Default)
	for name, one := range map[externalservices.Name]struct {
		carrier http.Handler
		takes   time.Duration
		fields  map[string]string
	}{
		externalservices.CarrierA: {first, slowestCarrier / 3, map[string]string{externalservices.ClientID: loggi.Default.ClientID,
			externalservices.ClientSecret: loggi.Default.ClientSecret, externalservices.CompanyID: loggi.Default.CompanyID}},
		externalservices.CarrierB: {melhorenvio.New(app), slowestCarrier, map[string]string{externalservices.PersonalToken: app.PersonalToken,
			externalservices.SupportEmail: "suporte@exemplo.org.br"}},
	} {
		address, err := g.serve(slow(one.carrier, one.takes))
		if err != nil {
			return nil, err
		}
		one.fields[externalservices.BaseURL] = "http://" + address
		if err := g.connectCarrier(ctx, name, one.fields); err != nil {
			return nil, err
		}
	}
	return first, nil
}

func (g *testbed) connectCarrier(ctx context.Context, name externalservices.Name, fields map[string]string) error {
	office := externalservices.Office{Store: externalservices.New(g.contracts.DB, g.contracts.Key, nil)}
	administrator := auth.Caller{Kind: auth.Operator, Roles: []auth.Role{auth.Administrador}}.At(time.Now())
	if _, err := office.Save(ctx, administrator,
		externalservices.SaveInput{Service: name, Fields: fields, RunTest: patch.Of(false)}); err != nil {
		return err
	}
	_, err := g.pool.Exec(ctx, "update external_services set enabled = true, use_for_quote = true where service = $1", string(name))
	return err
}

// slow delays the quotes of a carrier.
func slow(carrier http.Handler, takes time.Duration) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if strings.HasSuffix(r.URL.Path, "/quotations") || strings.HasSuffix(r.URL.Path, "/calculate") {
			time.Sleep(takes)
		}
		carrier.ServeHTTP(w, r)
	})
}
