package retention_test

import (
	"testing"
	"time"

	"acolhe/models/platform/db"
	"acolhe/models/platform/dbtest"
	"acolhe/models/platform/retention"
)

// seed has a statement for each table that inserts rows of a time.
var seed = map[string]string{
	"security_events": "insert into security_events (kind, actor_kind, subject, user_agent, date_created) select 'login.failed', 'nobody', '', '', $1 from generate_series(1, $2::int)",
	"user_changes":    "insert into user_changes (user_id, action, date_created) select (select min(id) from users), 'update', $1 from generate_series(1, $2::int)",
	"mails": `insert into mails (kind, recipient, status, encryption_key_id, letter_expires, date_created, date_sent)
		select 'reset', 'a@exemplo.org.br', 'sent', '', $1, $1, $1 from generate_series(1, $2::int)`,
	"system_errors": `with of as (insert into system_error_groups (error_hash, message, last_seen) values ('12345678', 'x', '2026-03-01') on conflict do nothing)
		insert into system_errors (error_hash, message, source, date_created) select '12345678', 'x', 'server', $1 from generate_series(1, $2::int)`,
	"web_vitals": "insert into web_vitals (metric_id, name, value, path, date_created) select gen_random_uuid()::text, 'LCP', 1, '/', $1 from generate_series(1, $2::int)",
}

// Records are kept for two years, or as long as the association says, and all of them are removed then.
func TestRemove(t *testing.T) {
	t.Parallel()
	conn := dbtest.New(t)
	now := time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC)
	const many = 5_001 // more than one batch
	for table, statement := range seed {
		exec(t, conn, "delete from "+table)
		exec(t, conn, statement, now.AddDate(-2, 0, 0).Add(-time.Hour), many)
		exec(t, conn, statement, now.AddDate(-2, 0, 0).Add(time.Hour), 2)
	}
	remover := retention.Remover{DB: conn.DB, Now: func() time.Time { return now }}
	if err := remover.Remove(t.Context()); err != nil {
		t.Fatal(err)
	}
	requireLeft(t, conn, "after two years", 2)
	exec(t, conn, `insert into system_configs (system, key, value_type, value) values ('system', 'records_years', 'number', '1')
		on conflict (system, key) do update set value = excluded.value`)
	if err := remover.Remove(t.Context()); err != nil {
		t.Fatal(err)
	}
	requireLeft(t, conn, "with one year", 0)
}

// Webhook events are kept for 30 days, whatever the association says.
func TestRemove_WebhookEvents(t *testing.T) {
	t.Parallel()
	conn := dbtest.New(t)
	now := time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC)
	const event = "insert into webhook_events (table_name, action, record_id, occurred_at) values ('users', 'create', $1, $2)"
	exec(t, conn, event, "old", now.AddDate(0, 0, -30).Add(-time.Hour))
	exec(t, conn, event, "kept", now.AddDate(0, 0, -30).Add(time.Hour))
	if err := (retention.Remover{DB: conn.DB, Now: func() time.Time { return now }}).Remove(t.Context()); err != nil {
		t.Fatal(err)
	}
	var left string
	if err := conn.Pool.QueryRow(t.Context(), "select string_agg(record_id, ' ') from webhook_events").Scan(&left); err != nil ||
		left != "kept" {
		t.Errorf("%q are left, want the kept one, %v", left, err)
	}
}

// Groups of errors go when their cause has been away as long, counts by hour after 100 days.
func TestRemove_ErrorGroups(t *testing.T) {
	t.Parallel()
	conn := dbtest.New(t)
	now := time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC)
	for hash, seen := range map[string]time.Time{"of today": now, "of years ago": now.AddDate(-2, 0, -1)} {
		exec(t, conn, "insert into system_error_groups (error_hash, message, last_seen) values ($1, 'x', $2)", hash, seen)
		exec(t, conn, "insert into system_error_hours (error_hash, hour, events) values ($1, $2, 1), ($1, $3, 1)", hash, now.AddDate(0, 0, -101),
			now.AddDate(0, 0, -99))
	}
	if err := (retention.Remover{DB: conn.DB, Now: func() time.Time { return now }}).Remove(t.Context()); err != nil {
		t.Fatal(err)
	}
	var groups string
	var hours int
	err := conn.Pool.QueryRow(t.Context(), "select (select string_agg(error_hash, ' ') from system_error_groups), (select count(*) from system_error_hours)").Scan(&groups, &hours)
	if err != nil || groups != "of today" || hours != 1 {
		t.Errorf("%q with %d hours are left, %v", groups, hours, err)
	}
}

func requireLeft(t *testing.T, conn *db.Connection, when string, want int) {
	t.Helper()
	for table := range seed {
		var left int
		if err := conn.Pool.QueryRow(t.Context(), "select count(*) from "+table).Scan(&left); err != nil || left != want {
			t.Errorf("%s: %d rows of %s are left, want %d, %v", when, left, table, want, err)
		}
	}
}

func exec(t *testing.T, conn *db.Connection, statement string, arguments ...any) {
	t.Helper()
	if _, err := conn.Pool.Exec(t.Context(), statement, arguments...); err != nil {
		t.Fatalf("%s: %v", statement, err)
	}
}
