package queue_test

import (
	"testing"
	"time"

	"acolhe/models/associates"
	"acolhe/models/platform/db"
	"acolhe/models/platform/dbtest"
	"acolhe/models/reception/queue"
	"acolhe/models/types/auth"
	"acolhe/models/types/civil"
)

func TestRead_LongestWaitingFirst(t *testing.T) {
	t.Parallel()
	connection := dbtest.New(t)
	execute(t, connection, "update reception set attendant = $1, date_created = $2 where id = 2", dbtest.Bruno.UserCode,
		dbtest.Today.Add(-61*time.Minute))
	queue := readQueue(t, connection, dbtest.Camila.Caller(), 1)
	if queue.Count != 2 || queue.LateCount != 1 || len(queue.Items) != 1 || queue.Warn != 30*time.Minute || queue.Late != time.Hour {
		t.Fatalf("the queue is %+v", queue)
	}
	stranger := queue.Items[0]
	if stranger.ID != dbtest.StrangerWaits.ID || *stranger.AttendantName != dbtest.Bruno.Name || stranger.AssociateID != nil ||
		stranger.Membership != nil {
		t.Errorf("the first is %+v", stranger)
	}
	ana := readQueue(t, connection, dbtest.Bruno.Caller(), 5).Items[1]
	if *ana.AssociateID != dbtest.Ana.ID || *ana.Membership != associates.Enrolled || ana.AttendantName != nil {
		t.Errorf("Ana waits as %+v", ana)
	}
}

// Of two who were completed today one waited 20 minutes for an attendant, the other 10 minutes without one; the day before counts for nothing.
func TestRead_MeanOfToday(t *testing.T) {
	t.Parallel()
	connection := dbtest.New(t)
	execute(t, connection, "update reception set completed_at = $1 where completed_at is not null", dbtest.Today.AddDate(0, 0, -1))
	if queue := readQueue(t, connection, dbtest.Bruno.Caller(), 5); queue.Mean != 0 {
		t.Errorf("without a completed contact the mean is %v", queue.Mean)
	}
	execute(t, connection, `with done as (insert into reception (name, status, completed_at, completion_reason, date_created)
			select 'Ana', 'done', cast($1 as timestamptz) + at, 'Pedido', cast($1 as timestamptz)
			from unnest(array[interval '60 minutes', '10 minutes', '-1 minute']) at returning id, completed_at)
		insert into reception_changes (item_id, action, actor_kind, date_created)
			select id, 'assign', 'operator', cast($1 as timestamptz) + at from done, unnest(array[interval '20 minutes', '40 minutes']) at
			where completed_at = cast($1 as timestamptz) + interval '60 minutes'`, civil.StartOfDay(dbtest.Today))
	if queue := readQueue(t, connection, dbtest.Bruno.Caller(), 5); queue.Mean != 15*time.Minute {
		t.Errorf("the mean is %v", queue.Mean)
	}
	if queue := readQueue(t, connection, dbtest.Fernando.Caller(), 5); queue.Mean != 0 {
		t.Errorf("Financeiro reads a mean of %v", queue.Mean)
	}
}

func TestRead_ConfiguredThresholds(t *testing.T) {
	t.Parallel()
	connection := dbtest.New(t)
	execute(t, connection, `insert into system_configs (system, key, value, value_type) values ('triage', 'wait_late_minutes', '14', 'number')
		on conflict (system, key) do update set value = excluded.value`)
	if queue := readQueue(t, connection, dbtest.Bruno.Caller(), 5); queue.LateCount != 2 {
		t.Errorf("%d of the two who wait are late", queue.LateCount)
	}
}

func TestRead_NotPermitted(t *testing.T) {
	t.Parallel()
	connection := dbtest.New(t)
	for name, by := range map[string]auth.Caller{"Financeiro": dbtest.Fernando.Caller(), "Produção": dbtest.Priscila.Caller(),
		"Profissional": dbtest.Renata.Caller(), "nobody": {}} {
		if queue := readQueue(t, connection, by, 5); queue.Count != 0 || len(queue.Items) != 0 {
			t.Errorf("%s: the queue is %+v", name, queue)
		}
	}
}

func readQueue(t *testing.T, connection *db.Connection, by auth.Caller, limit int) queue.Queue {
	t.Helper()
	queue, err := queue.Read(t.Context(), connection.DB, by, civil.StartOfDay(dbtest.Today), limit)
	if err != nil {
		t.Fatal(err)
	}
	return queue
}

func execute(t *testing.T, connection *db.Connection, sql string, arguments ...any) {
	t.Helper()
	if _, err := connection.Pool.Exec(t.Context(), sql, arguments...); err != nil {
		t.Fatal(err)
	}
}
