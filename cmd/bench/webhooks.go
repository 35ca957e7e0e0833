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
	"sync"
	"text/tabwriter"
	"time"

	"acolhe/models/platform/mail"
	"acolhe/models/platform/outbound"
	"acolhe/models/types/auth"
	"acolhe/models/types/patch"
	"acolhe/models/webhooks"
)

// webhooksName is the name of this measurement for -only.
const webhooksName = "webhooks: capture and delivery"

// capturedWrites are the writes of a round in each mode; deliveredPerRound are the deliveries of a round.
const (
	capturedWrites    = 60
	deliveredPerRound = 1000
)

// captureModes are how the writes are captured, with the statements before and after a round.
var captureModes = []struct{ name, before, after string }{
	{"without triggers", captureTriggers("disable"), captureTriggers("enable")},
	{"no endpoint", "update webhook_endpoints set enabled = false", ""},
	{"one endpoint", "update webhook_endpoints set enabled = true", "delete from webhook_events"},
}

func captureTriggers(verb string) string {
	return fmt.Sprintf("alter table orders %[1]s trigger webhook_came, %[1]s trigger webhook_gone, %[1]s trigger webhook_moved", verb)
}

// events measures webhooks of one endpoint that listens to orders and etiquetas.
type events struct {
	bed      *testbed
	sender   webhooks.Sender
	endpoint int64
	address  string
}

// measureWebhooks times writes of orders with and without capture, and deliveries beside a sender that only signs and posts.
func (g *testbed) measureWebhooks(ctx context.Context, rounds int, out io.Writer) error {
	e, err := g.newEvents(ctx)
	if err != nil {
		return fmt.Errorf("%s: %w", webhooksName, err)
	}
	took := map[string][]time.Duration{}
	for round := range rounds {
		for place := range captureModes {
			if err := e.timeWrites(ctx, (round+place)%len(captureModes), took); err != nil {
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
	reportWebhooks(out, took, delivered, bare)
	return nil
}

// newEvents makes a receiver that accepts everything, and an endpoint for it.
func (g *testbed) newEvents(ctx context.Context) (*events, error) {
	address, err := g.serve(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) { _, _ = io.Copy(io.Discard, r.Body) }), "receiver")
	if err != nil {
		return nil, err
	}
	tx, guard := g.contracts.DB, outbound.Guard{AllowPrivate: true}
	e := &events{bed: g, address: "http://" + address}
	e.sender = webhooks.Sender{DB: tx, Key: g.contracts.Key, Client: guard.Client(), Mail: mail.Outbox{Key: g.contracts.Key}, Log: slog.New(slog.DiscardHandler), Now: time.Now}
	administrator := auth.Caller{Kind: auth.Operator, Roles: []auth.Role{auth.Administrador}}.At(time.Now())
	added, err := webhooks.Endpoints{DB: tx, Key: g.contracts.Key, Guard: guard}.Add(ctx, administrator, webhooks.AddInput{Fields: webhooks.Fields{
		Name: patch.Of("Medidas"), URL: patch.Of(e.address), Tables: patch.Of([]webhooks.Table{"orders", "tags"}), Actions: patch.Of(webhooks.Actions())}})
	e.endpoint = added.ID
	return e, err
}

// timeWrites times writes in a mode: an order placed by the JSON interface, and one changed by plain SQL.
func (e *events) timeWrites(ctx context.Context, mode int, took map[string][]time.Duration) error {
	m := captureModes[mode]
	if _, err := e.bed.pool.Exec(ctx, m.before); err != nil {
		return err
	}
	for n := range capturedWrites {
		placed, err := e.bed.timeOne(post(e.bed.acolhe, "/api/v1/orders", e.bed.session, e.bed.order()), http.StatusCreated)
		if err != nil {
			return err
		}
		begun := time.Now()
		if _, err := e.bed.pool.Exec(ctx, "update orders set info = $1, date_updated = now() where id = (select max(id) from orders)", fmt.Sprint(m.name, n)); err != nil {
			return err
		}
		took["place an order, "+m.name] = append(took["place an order, "+m.name], placed)
		took["change an order by SQL, "+m.name] = append(took["change an order by SQL, "+m.name], time.Since(begun))
	}
	if m.after == "" {
		return nil
	}
	_, err := e.bed.pool.Exec(ctx, m.after)
	return err
}

// timeDeliveries returns the time from captured events to their stored deliveries, and that of posting as many bodies bare.
func (e *events) timeDeliveries(ctx context.Context) (delivered, bare time.Duration, err error) {
	for _, statement := range []string{
		"update webhook_endpoints set enabled = true",
		fmt.Sprintf("insert into tags (name, color) select 'Medida ' || gen_random_uuid(), '#112233' from generate_series(1, %d)", deliveredPerRound),
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

func reportWebhooks(out io.Writer, took map[string][]time.Duration, delivered, bare []time.Duration) {
	same := func(d time.Duration) time.Duration { return d }
	fmt.Fprintln(out, webhooksName)
	table := tabwriter.NewWriter(out, 10, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprintln(table, "\truns\tmedian ms\tto no triggers\t")
	for _, write := range []string{"place an order, ", "change an order by SQL, "} {
		without := medianOf(took[write+captureModes[0].name], same)
		for _, mode := range captureModes {
			median := medianOf(took[write+mode.name], same)
			fmt.Fprintf(table, "%s\t%d\t%s\t%.2f\t\n", write+mode.name, len(took[write+mode.name]), milliseconds(median), float64(median)/float64(without))
		}
	}
	_ = table.Flush() // the output may be closed
	perSecond := func(took []time.Duration) float64 { return deliveredPerRound / medianOf(took, same).Seconds() }
	fmt.Fprintf(out, "deliveries a second: %.0f, a bare sender %.0f, ratio %.2f\n", perSecond(delivered), perSecond(bare), perSecond(delivered)/perSecond(bare))
	fmt.Fprint(out, "capture is to cost at most 5 % of a write without an endpoint, 25 % with one\n\n")
}
