package webhooks_test

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"
	"time"

	"acolhe/models/types/patch"
	"acolhe/models/webhooks/endpoints"
)

// listened returns the tables and operations that are captured.
func (b *bench) listened(t *testing.T) (pairs string) {
	t.Helper()
	const all = `select coalesce(string_agg(t || ' ' || o, ', ' order by t, o), '') from unnest($1::text[]) t, unnest('{INSERT,UPDATE,DELETE}'::text[]) o where webhook_listens(t::name, o)`
	if err := b.Pool.QueryRow(t.Context(), all, endpoints.Tables()).Scan(&pairs); err != nil {
		t.Fatal(err)
	}
	return pairs
}

// Capture follows the endpoints: what they listen to, and whether they are enabled.
func TestCapture_Listeners(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	require := func(after, want string) {
		t.Helper()
		if got := b.listened(t); got != want {
			t.Errorf("after %s %q is listened to, want %q", after, got, want)
		}
	}
	change := func(id int64, fields endpoints.Fields) {
		t.Helper()
		if _, err := b.Change(t.Context(), admin(), endpoints.ChangeInput{ID: id, Fields: fields}); err != nil {
			t.Fatal(err)
		}
	}
	to := func(tables []endpoints.Table, actions []endpoints.Action) func(*endpoints.Fields) {
		return func(f *endpoints.Fields) { f.Tables, f.Actions = patch.Of(tables), patch.Of(actions) }
	}
	require("nothing", "")
	first := b.add(t, to([]endpoints.Table{"tags"}, []endpoints.Action{endpoints.Create}))
	second := b.add(t, to([]endpoints.Table{"tags", "orders"}, []endpoints.Action{endpoints.Create, endpoints.Delete}))
	require("two endpoints", "orders DELETE, orders INSERT, tags DELETE, tags INSERT")
	change(second.ID, endpoints.Fields{Enabled: patch.Of(false)})
	require("one is off", "tags INSERT")
	change(first.ID, endpoints.Fields{Tables: patch.Of([]endpoints.Table{"users"}), Actions: patch.Of([]endpoints.Action{endpoints.Update})})
	require("the other is changed", "users DELETE, users UPDATE")
	if _, err := b.Remove(t.Context(), admin(), first.ID); err != nil {
		t.Fatal(err)
	}
	require("it is removed", "")
	change(second.ID, endpoints.Fields{Enabled: patch.Of(true)})
	require("one is on again", "orders DELETE, orders INSERT, tags DELETE, tags INSERT")
}

// Two transactions that change endpoints at the same time do not lose what the other one's endpoint listens to.
func TestCapture_ListenersChangedTogether(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	off, on := b.add(t, nil), b.add(t, nil)
	b.exec(t, "update webhook_endpoints set enabled = id = $1", off.ID)
	first, err := b.Pool.Begin(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if _, err := first.Exec(t.Context(), "update webhook_endpoints set enabled = false where id = $1", off.ID); err != nil {
		t.Fatal(err)
	}
	second := make(chan error)
	go func() {
		_, err := b.Pool.Exec(t.Context(), "update webhook_endpoints set enabled = true where id = $1", on.ID)
		second <- err
	}()
	const waiting = "select count(*) from pg_locks where not granted and locktype = 'advisory' and objid = 7600096 and database = (select oid from pg_database where datname = current_database())"
	for deadline := time.Now().Add(20 * time.Second); b.count(t, waiting) == 0; {
		if time.Now().After(deadline) {
			t.Fatal("the second transaction does not wait")
		}
	}
	if err := first.Commit(t.Context()); err != nil {
		t.Fatal(err)
	}
	if err := <-second; err != nil {
		t.Fatal(err)
	}
	if got := b.listened(t); !strings.Contains(got, "tags INSERT") {
		t.Errorf("%q is listened to", got)
	}
}

// Events have no hidden column, and a change of nothing else is no event.
func TestFanOut_HiddenColumns(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	to := b.add(t, nil)
	b.exec(t, "update users set account_password = 'segredo-1', date_updated = now()")
	b.run(t, to.ID)
	if events := b.count(t, "select count(*) from webhook_events"); events > 0 {
		t.Errorf("%d events of a hidden column", events)
	}
	b.exec(t, "update users set account_password = 'segredo-2', phone = '11999998888' where id = 1")
	b.run(t, to.ID)
	if b.count(t, "select count(*) from webhook_events where data ->> 'phone' = '11999998888' and data::text not like '%segredo%'") != 1 ||
		b.count(t, "select count(*) from webhook_outbox") > 0 {
		t.Error("the event is not there, has the hidden column, or its row is left in the outbox")
	}
}

// A statement that changes many rows has an event for each of them, and the fan-out takes several rounds.
func TestFanOut_ManyRows(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	b.add(t, nil)
	b.exec(t, "insert into tags (id, name) select 10000 + n, 'Etiqueta ' || n from generate_series(1, 2500) n")
	b.exec(t, "update tags set color = '#112233' where id > 10000")
	if err := b.sender.FanOut(t.Context()); err != nil {
		t.Fatal(err)
	}
	const inOrder = `select count(*) from (select record_id, array_agg(action order by sequence) actions from webhook_events group by 1) w where actions = '{create,update}'`
	if b.count(t, inOrder) != 2500 || b.count(t, "select count(*) from webhook_deliveries") != 5000 {
		t.Errorf("%d records have their two events", b.count(t, inOrder))
	}
}

// The data of an update are those that it changed, though the record changed again or was removed before the fan-out, and
// removals that an endpoint does not listen to are no events.
func TestFanOut_ChangedAgain(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	to := b.add(t, func(f *endpoints.Fields) {
		f.Actions = patch.Of([]endpoints.Action{endpoints.Create, endpoints.Update})
	})
	b.exec(t, "insert into tags (id, name, color) values (900, 'Primeiro nome', '#000001'), (901, 'Fica', '#000001')")
	b.exec(t, "update tags set name = 'Volta', color = '#000002' where id = 900")
	b.exec(t, "update tags set color = '#000003' where id >= 900")
	b.exec(t, "update tags set color = '#000001' where id = 900")
	b.exec(t, "delete from tags where id = 900")
	b.run(t, to.ID)
	var updates []string
	for _, sent := range b.receiver.got() {
		if data, _ := json.Marshal(sent.event.Data); sent.event.Action == "update" {
			updates = append(updates, string(data))
		} else if sent.event.Action == "delete" {
			t.Errorf("a removal is sent: %s", data)
		}
	}
	slices.Sort(updates)
	want := []string{`{"color":"#000001","id":900}`, `{"color":"#000002","id":900,"name":"Volta"}`, `{"color":"#000003","id":900}`,
		`{"color":"#000003","id":901}`}
	if !slices.Equal(updates, want) {
		t.Errorf("%q, want %q", updates, want)
	}
	if events := b.count(t, "select count(*) from webhook_events"); events != 6 || b.count(t, "select count(*) from webhook_outbox") > 0 {
		t.Errorf("%d events", events)
	}
}
