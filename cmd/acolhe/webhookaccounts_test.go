package main

import (
	"fmt"
	"strings"
	"testing"
	"time"
)

// ended returns the number of deliveries that are delivered or dead.
func (a *accounting) ended(t *testing.T) int {
	return scan[int](t, a.conn, "select count(*) from webhook_deliveries where status in ('delivered', 'dead')")
}

// drain makes time pass until every delivery has ended.
func (a *accounting) drain(t *testing.T) {
	t.Helper()
	a.down.Store(false)
	ticker := time.NewTicker(500 * time.Millisecond)
	defer ticker.Stop()
	for deadline := time.Now().Add(*webhookLimit); scan[bool](t, a.conn, `select exists (select from webhook_outbox)
		or exists (select from webhook_deliveries where status in ('queued', 'failed'))`); <-ticker.C {
		if time.Now().After(deadline) {
			t.Fatalf("not every delivery ended: %s", a.summary(t))
		}
		if _, err := a.conn.Pool.Exec(t.Context(),
			"update webhook_deliveries set next_attempt_at = now() where status = 'failed' and next_attempt_at > now()"); err != nil {
			t.Fatal(err)
		}
	}
}

// check checks that nothing is lost and nothing was invented.
func (a *accounting) check(t *testing.T) {
	t.Helper()
	const (
		captured = "select table_name, action, record_id from webhook_events"
		made     = "select table_name, action, record_id from audit.changes"
	)
	for what, sql := range map[string]string{
		"events without a change":          "select count(*) from (" + captured + " except all " + made + ") invented",
		"events without a delivery":        "select count(*) from webhook_events e cross join webhook_endpoints w where not exists (select from webhook_deliveries d where d.event_id = e.id and d.endpoint_id = w.id)",
		"dead deliveries without a reason": "select count(*) from webhook_deliveries where status = 'dead' and coalesce(error, '') = ''",
		"deliveries that have not ended":   "select count(*) from webhook_deliveries where status not in ('delivered', 'dead')",
		"endpoints that were switched off": "select count(*) from webhook_endpoints where not enabled",
	} {
		if found := scan[int](t, a.conn, sql); found > 0 {
			t.Errorf("%d %s", found, what)
		}
	}
	for _, lost := range rowsOf[struct {
		TableName, Action string
		Count             int
	}](t, a.conn, "select table_name, action, count(*) from ("+made+" except all "+captured+") lost group by 1, 2 order by 1, 2") {
		t.Errorf("%d changes without an event: %s of %s", lost.Count, lost.Action, lost.TableName)
	}
	for _, receiver := range a.all {
		a.checkReceived(t, receiver)
	}
}

// checkReceived compares what a receiver got with what is stored.
func (a *accounting) checkReceived(t *testing.T, r *receiver) {
	t.Helper()
	r.mu.Lock()
	defer r.mu.Unlock()
	if len(r.problems) > 0 {
		t.Errorf("%s: %s", r.name, strings.Join(r.problems[:min(3, len(r.problems))], "; "))
	}
	var lost []string
	for _, row := range rowsOf[struct{ ID, Event string }](t, a.conn, `select d.id::text, d.event_id::text as event from webhook_deliveries d
		join webhook_endpoints e on e.id = d.endpoint_id where d.status = 'delivered' and e.name = '`+r.name+"'") {
		if r.got[row.ID].event != row.Event {
			lost = append(lost, row.ID)
		}
	}
	if len(lost) > 0 {
		t.Errorf("%s: %d deliveries did not come or came for another event, such as %s", r.name, len(lost), lost[0])
	}
	// A receiver that always answers gets all events of a record in their order, another one those that it accepts at once.
	if r.name == "steady" || r.name == "slow" {
		a.checkOrder(t, r.name, r.events)
	}
	a.checkOrder(t, r.name, r.prompt)
}

// checkOrder checks that the events of each record came in their order.
func (a *accounting) checkOrder(t *testing.T, receiver string, came []string) {
	t.Helper()
	if len(came) == 0 {
		t.Errorf("%s accepted nothing at once", receiver)
	}
	type event struct {
		ID, Record string
		Sequence   int64
	}
	events, last, late := map[string]event{}, map[string]int64{}, 0
	for _, row := range rowsOf[event](t, a.conn, "select id::text, table_name || '/' || record_id as record, sequence from webhook_events") {
		events[row.ID] = row
	}
	for _, id := range came {
		of := events[id]
		if of.Sequence < last[of.Record] {
			late++
		}
		last[of.Record] = max(last[of.Record], of.Sequence)
	}
	if late > 0 {
		t.Errorf("%s: %d of %d events came after a later one of their record", receiver, late, len(came))
	}
}

// summary describes how the deliveries of each receiver went.
func (a *accounting) summary(t *testing.T) string {
	t.Helper()
	var told []string
	for _, r := range a.all {
		r.mu.Lock()
		requests, distinct := r.requests, len(r.got)
		r.mu.Unlock()
		counts := rowsOf[struct{ Status, Count string }](t, a.conn, `select d.status, count(*)::text as count from webhook_deliveries d
			join webhook_endpoints e on e.id = d.endpoint_id where e.name = '`+r.name+"' group by d.status order by 1")
		told = append(told, fmt.Sprintf("%s: %v, %d requests, %d repeated", r.name, counts, requests, requests-distinct))
	}
	return strings.Join(told, "; ")
}
