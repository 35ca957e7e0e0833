package webhooks_test

import (
	"context"
	"math/rand/v2"
	"net/http"
	"net/http/httptest"
	"testing"
	"time"
)

// Every captured change is delivered at least once or dead with its reason, though the receiver fails, resets connections
// and takes its time, and jobs are cut short at any moment. Duplicates carry the same ids.
func TestDeliver_Accounting(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	inner := b.receiver.Config.Handler
	chance := rand.New(rand.NewPCG(1, 2))
	b.receiver.answer = func(int) int { return []int{200, 200, 200, 500, 503}[chance.IntN(5)] }
	flaky := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if rand.IntN(10) == 0 {
			panic(http.ErrAbortHandler)
		}
		inner.ServeHTTP(w, r)
	}))
	defer flaky.Close()
	b.receiver.URL = flaky.URL
	to := b.add(t, nil)
	changes := 0
	for round := range 12 {
		b.exec(t, "insert into tags (id, name) select $1 + n, 'Etiqueta ' || $1 + n from generate_series(1, 40) n", 10_000+100*round)
		b.exec(t, "update tags set color = '#112233' where id > $1", 10_000+100*round)
		b.exec(t, "delete from tags where id > $1 and id % 2 = 0", 10_000+100*round)
		changes += 40 + 40 + 20
		ctx, cancel := context.WithTimeout(t.Context(), time.Duration(rand.IntN(60))*time.Millisecond)
		_ = b.sender.FanOut(ctx)
		_ = b.sender.Deliver(ctx, to.ID)
		cancel()
		b.ahead += 2 * time.Minute // the lease of a job that was cut short has ended
	}
	const waiting = "select (select count(*) from webhook_outbox) + (select count(*) from webhook_deliveries where status in ('queued', 'failed'))"
	for b.count(t, waiting) > 0 {
		b.run(t, to.ID)
		b.ahead += 40 * time.Minute
	}
	if events := b.count(t, "select count(*) from webhook_events"); events != changes {
		t.Errorf("%d events of %d changes", events, changes)
	}
	accepted, bodies := map[string]bool{}, map[string]string{}
	for _, sent := range b.receiver.got() {
		id := sent.header.Get("Webhook-Id") + " " + sent.header.Get("X-Service-Delivery")
		accepted[sent.header.Get("X-Service-Delivery")] = true
		if bodies[id] == "" {
			bodies[id] = string(sent.body)
		}
		if bodies[id] != string(sent.body) {
			t.Errorf("%s has another body", id)
		}
	}
	rows, err := b.Pool.Query(t.Context(), "select id::text, status, coalesce(error, '') from webhook_deliveries")
	if err != nil {
		t.Fatal(err)
	}
	total := 0
	for rows.Next() {
		var id, status, reason string
		if err := rows.Scan(&id, &status, &reason); err != nil {
			t.Fatal(err)
		}
		if total++; status == "delivered" && !accepted[id] || status == "dead" && reason == "" {
			t.Errorf("delivery %s is %s without a request or a reason", id, status)
		}
	}
	if total != changes {
		t.Errorf("%d deliveries of %d changes", total, changes)
	}
}
