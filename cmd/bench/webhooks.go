package main

import (
	"bytes"
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"strings"
	"sync"
	"text/tabwriter"
	"time"

	"acolhe/models/areas"
	"acolhe/models/platform/mail"
	"acolhe/models/platform/outbound"
	"acolhe/models/types/auth"
	"acolhe/models/types/patch"
	"acolhe/models/webhooks"
	"acolhe/models/webhooks/endpoints"
)

// webhooksName is the name of this measurement for -only.
const webhooksName = "webhooks: capture and delivery"

// capturedWrites are the writes of a round in each mode; deliveredPerRound are the deliveries of a round.
const (
	capturedWrites    = 60
	deliveredPerRound = 1000
)

// The modes of capture, with the statements before and after a round. Disabled triggers would still collect the rows of a
// statement, so those of the first mode are dropped.
const (
	dropTriggers    = "drop trigger webhook_insert on orders; drop trigger webhook_delete on orders; drop trigger webhook_update on orders"
	definedTriggers = `select string_agg(pg_get_triggerdef(oid), ';') from pg_trigger where tgrelid = 'orders'::regclass and tgname like 'webhook\_%'`
)

type captureMode struct{ name, before, after string }

// captureModes returns the modes; the triggers are the statements that create them again.
func captureModes(triggers string) []captureMode {
	return []captureMode{
		{"without triggers", dropTriggers, triggers},
		{"no endpoint", "update webhook_endpoints set enabled = false", ""},
		{"one endpoint", "update webhook_endpoints set enabled = true", "delete from webhook_outbox; vacuum webhook_outbox"},
	}
}

// events measures webhooks of one endpoint that listens to orders and etiquetas.
type events struct {
	bed      *testbed
	sender   webhooks.Sender
	endpoint int64
	address  string
	modes    []captureMode
}

// measureWebhooks times writes of orders with and without capture, and deliveries beside a sender that only signs and posts.
func (g *testbed) measureWebhooks(ctx context.Context, rounds int, out io.Writer) error {
	e, err := g.newEvents(ctx)
	if err != nil {
		return fmt.Errorf("%s: %w", webhooksName, err)
	}
	took := map[string][]time.Duration{}
	for round := range rounds {
		for place := range e.modes {
			if err := e.timeWrites(ctx, e.modes[(round+place)%len(e.modes)], took); err != nil {
				return fmt.Errorf("%s: %w", webhooksName, err)
			}
		}
	}
	var delivered, bare []time.Duration
	for range rounds {
		one, other, err := e.timeDeliveries(ctx)
		if err != nil {
			return fmt.Errorf("%s: %w", webhooksName, err)
		}
		delivered, bare = append(delivered, one), append(bare, other)
	}
	e.report(out, took, delivered, bare)
	return nil
}

// newEvents makes a receiver that accepts everything, and an endpoint for it.
func (g *testbed) newEvents(ctx context.Context) (*events, error) {
	address, err := g.serve(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) { _, _ = io.Copy(io.Discard, r.Body) }))
	if err != nil {
		return nil, err
	}
	tx, guard := g.contracts.DB, outbound.Guard{AllowPrivate: true}
	e := &events{bed: g, address: "http://" + address}
	e.sender = webhooks.Sender{DB: tx, Collections: areas.Described(), Key: g.contracts.Key, Client: guard.Client(),
		Mail: mail.Outbox{Key: g.contracts.Key}, Log: slog.New(slog.DiscardHandler), Now: time.Now}
	administrator := auth.Caller{Kind: auth.Operator, Roles: []auth.Role{auth.Administrador}}.At(time.Now())
	added, err := endpoints.Registry{DB: tx, Key: g.contracts.Key, Guard: guard}.Add(ctx, administrator,
		endpoints.AddInput{Fields: endpoints.Fields{
			Name: patch.Of("Medidas"), URL: patch.Of(e.address), Tables: patch.Of([]endpoints.Table{"orders", "tags"}),
			Actions: patch.Of(endpoints.Actions())}})
	if err != nil {
		return nil, err
	}
	e.endpoint = added.ID
	var triggers string
	err = g.pool.QueryRow(ctx, definedTriggers).Scan(&triggers)
	e.modes = captureModes(triggers)
	return e, err
}

// timeWrites times writes in a mode, an order placed by the JSON interface and one changed by plain SQL, and adds the medians
// of the round.
func (e *events) timeWrites(ctx context.Context, m captureMode, took map[string][]time.Duration) error {
	if err := e.execAll(ctx, m.before); err != nil {
		return err
	}
	var placed, changed []time.Duration
	for n := range capturedWrites {
		one, err := e.bed.timeOne(post(e.bed.acolhe, "/api/v1/orders", e.bed.session, e.bed.order()), http.StatusCreated)
		if err != nil {
			return err
		}
		begun := time.Now()
		if _, err := e.bed.pool.Exec(ctx, "update orders set info = $1, date_updated = now() where id = (select max(id) from orders)",
			fmt.Sprint(m.name, n)); err != nil {
			return err
		}
		placed, changed = append(placed, one), append(changed, time.Since(begun))
	}
	for name, times := range map[string][]time.Duration{placing: placed, changing: changed} {
		took[name+m.name] = append(took[name+m.name], medianOf(times, identity))
	}
	return e.execAll(ctx, m.after)
}

// The measured writes, before the names of their modes.
const placing, changing = "place an order, ", "change an order by SQL, "

func identity(d time.Duration) time.Duration { return d }

// execAll executes statements, each in a transaction of its own.
func (e *events) execAll(ctx context.Context, statements string) error {
	for statement := range strings.SplitSeq(statements, ";") {
		if _, err := e.bed.pool.Exec(ctx, statement); err != nil {
			return err
		}
	}
	return nil
}

// timeDeliveries returns the time from captured events to their stored deliveries, and that of posting as many bodies bare.
func (e *events) timeDeliveries(ctx context.Context) (delivered, bare time.Duration, err error) {
	for _, statement := range []string{
		"update webhook_endpoints set enabled = true",
		fmt.Sprintf("insert into tags (name, color) select 'Medida ' || gen_random_uuid(), '#112233' from generate_series(1, %d)",
			deliveredPerRound),
	} {
		if _, err := e.bed.pool.Exec(ctx, statement); err != nil {
			return 0, 0, err
		}
	}
	begun := time.Now()
	if err := e.sender.FanOut(ctx); err != nil {
		return 0, 0, err
	}
	if err := e.sender.Deliver(ctx, e.endpoint); err != nil {
		return 0, 0, err
	}
	delivered = time.Since(begun)
	var left int
	if err := e.bed.pool.QueryRow(ctx, "select count(*) from webhook_deliveries where status <> 'delivered'").Scan(&left); err != nil {
		return 0, 0, err
	}
	if left > 0 {
		return 0, 0, fmt.Errorf("%d deliveries are left", left)
	}
	begun = time.Now()
	err = e.postBare(ctx)
	return delivered, time.Since(begun), err
}

// bareSenders is the number of concurrent requests to the receiver, as many as Acolhe makes.
const bareSenders = 16

// postBare signs and posts deliveredPerRound bodies and stores nothing.
func (e *events) postBare(ctx context.Context) error {
	body := []byte(`{"id":"evt_00000000-0000-4000-8000-000000000001","table":"tags","action":"create","record_id":"1","occurred_at":"2026-01-02T03:04:05Z","data":{"id":1}}`)
	turns, problems := make(chan struct{}), make(chan error, deliveredPerRound)
	var senders sync.WaitGroup
	for range bareSenders {
		senders.Go(func() {
			for range turns {
				problems <- e.postOne(ctx, body)
			}
		})
	}
	for range deliveredPerRound {
		turns <- struct{}{}
	}
	close(turns)
	senders.Wait()
	close(problems)
	for err := range problems {
		if err != nil {
			return err
		}
	}
	return nil
}

func (e *events) postOne(ctx context.Context, body []byte) error {
	mac := hmac.New(sha256.New, []byte("secret"))
	mac.Write(body)
	request, err := http.NewRequestWithContext(ctx, http.MethodPost, e.address, bytes.NewReader(body))
	if err != nil {
		return err
	}
	request.Header.Set("X-Service-Signature", hex.EncodeToString(mac.Sum(nil)))
	answer, err := e.sender.Client.Do(request)
	if err != nil {
		return err
	}
	return answer.Body.Close()
}

func (e *events) report(out io.Writer, took map[string][]time.Duration, delivered, bare []time.Duration) {
	fmt.Fprintln(out, webhooksName)
	table := tabwriter.NewWriter(out, 10, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprintln(table, "\trounds\tmedian ms\tto no triggers\t")
	for _, write := range []string{placing, changing} {
		without := took[write+e.modes[0].name]
		for _, mode := range e.modes {
			times := took[write+mode.name]
			to := ratiosOf(times, without)
			fmt.Fprintf(table, "%s\t%d\t%s\t%.2f (%.2f–%.2f)\t\n", write+mode.name, len(times), milliseconds(medianOf(times, identity)), to.middle,
				to.low, to.high)
		}
	}
	_ = table.Flush() // the output may be closed
	perSecond := func(took []time.Duration) float64 { return deliveredPerRound / medianOf(took, identity).Seconds() }
	fmt.Fprintf(out, "deliveries a second: %.0f, a bare sender %.0f, ratio %.2f\n", perSecond(delivered), perSecond(bare),
		perSecond(delivered)/perSecond(bare))
	fmt.Fprint(out, "capture is to cost at most 5 % of a write without an endpoint, 25 % with one; the ratio is the median of the rounds with the quartiles\n\n")
}
