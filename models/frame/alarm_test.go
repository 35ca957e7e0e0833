package frame_test

import (
	"slices"
	"testing"
	"time"

	"acolhe/models/frame"
	"acolhe/models/platform/dbtest"
)

// The alarms are raised after 26 hours without a copy, after 8 days without a rehearsal that passed, and by a broken log; they are read in
// one statement, and only for administrators.
func TestReadAdministration(t *testing.T) {
	t.Parallel()
	conn := dbtest.New(t)
	exec := func(statement string, arguments ...any) {
		t.Helper()
		if _, err := conn.Pool.Exec(t.Context(), statement, arguments...); err != nil {
			t.Fatal(err)
		}
	}
	const day = 24 * time.Hour
	expect := func(what string, want ...frame.Alarm) {
		t.Helper()
		found, err := frame.ReadAdministration(t.Context(), conn.DB, dbtest.Camila.Caller())
		if err != nil || !slices.Equal(found.Raised, want) {
			t.Errorf("%s: raised are %v (%v), want %v", what, found.Raised, err, want)
		}
	}
	expect("without a place")
	exec(`insert into backup_places (name, kind, label, address_encrypted, encryption_key_id, date_created) values ('disco', 'file', 'disco', '\x00', '', $1)`,
		dbtest.Today.Add(-27*time.Hour))
	expect("a day after the first place", frame.NoCopy)
	exec("update backup_places set date_created = $1", dbtest.Today.Add(-9*day))
	expect("nine days after it", frame.NoCopy, frame.NoDrill)
	exec("insert into backups (state, date_started) values ('failed', $1), ('done', $2)", dbtest.Today.Add(-time.Hour), dbtest.Today.Add(-26*time.Hour-time.Minute))
	expect("the whole copy is too old", frame.NoCopy, frame.NoDrill)
	exec("update backups set date_started = $1 where state = 'done'", dbtest.Today.Add(-26*time.Hour+time.Minute))
	expect("the whole copy is new", frame.NoDrill)
	exec("insert into backup_drills (backup_id, state, date_started) select id, 'failed', $1 from backups where state = 'done'", dbtest.Today)
	exec("insert into backup_drills (backup_id, state, date_started) select id, 'passed', $1 from backups where state = 'done'", dbtest.Today.Add(-8*day-time.Minute))
	expect("the rehearsal that passed is too old", frame.NoDrill)
	exec("update backup_drills set date_started = $1 where state = 'passed'", dbtest.Today.Add(-8*day+time.Minute))
	expect("the rehearsal is new")
	exec(`update log_checks set checked_at = now(), faults = '[{"kind": "missing"}]'`)
	expect("the log is broken", frame.LogBroken)
	exec(`insert into privacy_requests (user_id, kind, channel, received_on, due_on, date_created, date_closed, state)
		values (3, 'erase', 'letter', current_date, current_date, now(), null, 'open'), (3, 'access', 'letter', current_date, current_date, now(), now(), 'refused')`)
	exec(`insert into incidents (year, sequence, title, state, noticed_at, noticed_how, due_on, created_by_name, date_created, date_closed)
		values (2026, 1, 'Aberto', 'open', now(), 'Camila', current_date, 'Camila', now(), null), (2026, 2, 'Encerrado', 'closed', now(), 'Camila', current_date, 'Camila', now(), now())`)
	statements := dbtest.CountStatements(t, conn)
	expect("again", frame.LogBroken)
	if found, err := frame.ReadAdministration(t.Context(), conn.DB, dbtest.Camila.Caller()); err != nil || found.Requests != 1 || found.Incidents != 1 {
		t.Errorf("open are %d requests and %d incidents (%v), want 1 and 1", found.Requests, found.Incidents, err)
	}
	if count := statements.Load(); count != 2 {
		t.Errorf("two reads are %d statements", count)
	}
	if found, err := frame.ReadAdministration(t.Context(), conn.DB, dbtest.Bruno.Caller()); err != nil || len(found.Raised) > 0 || found.Requests > 0 {
		t.Errorf("others get %v, %v", found.Raised, err)
	}
}
