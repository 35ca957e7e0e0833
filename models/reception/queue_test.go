package reception_test

import (
	"testing"
	"time"

	"acolhe/models/associates"
	"acolhe/models/platform/db"
	"acolhe/models/platform/dbtest"
	"acolhe/models/reception"
	"acolhe/models/types/auth"
)

func TestReadQueue_LongestWaitingFirst(t *testing.T) {
	t.Parallel()
	connection := dbtest.New(t)
	execute(t, connection, "update reception set attendant = $1, date_created = $2 where id = 2", dbtest.Bruno.UserCode, dbtest.Today.Add(-61*time.Minute))
	queue := readQueue(t, connection, dbtest.Camila.Caller(), 1)
	if queue.Count != 2 || queue.LateCount != 1 || len(queue.Items) != 1 || queue.Warn != 30*time.Minute || queue.Late != time.Hour {
		t.Fatalf("the queue is %+v", queue)
	}
	stranger := queue.Items[0]
	if stranger.ID != dbtest.StrangerWaits.ID || *stranger.AttendantName != dbtest.Bruno.Name || stranger.AssociateID != nil || stranger.Membership != nil {
		t.Errorf("the first is %+v", stranger)
	}
	ana := readQueue(t, connection, dbtest.Bruno.Caller(), 5).Items[1]
	if *ana.AssociateID != dbtest.Ana.ID || *ana.Membership != associates.Enrolled || ana.AttendantName != nil {
		t.Errorf("Ana waits as %+v", ana)
	}
}

func TestReadQueue_ConfiguredThresholds(t *testing.T) {
	t.Parallel()
	connection := dbtest.New(t)
	execute(t, connection, `insert into system_configs (system, key, value, value_type) values ('triage', 'wait_late_minutes', '14', 'number')
		on conflict (system, key) do update set value = excluded.value`)
	if queue := readQueue(t, connection, dbtest.Bruno.Caller(), 5); queue.LateCount != 2 {
		t.Errorf("%d of the two who wait are late", queue.LateCount)
	}
}

func TestReadQueue_NotPermitted(t *testing.T) {
	t.Parallel()
	connection := dbtest.New(t)
	for name, by := range map[string]auth.Caller{"Financeiro": dbtest.Fernando.Caller(), "Produção": dbtest.Priscila.Caller(), "Profissional": dbtest.Renata.Caller(), "nobody": {}} {
		if queue := readQueue(t, connection, by, 5); queue.Count != 0 || len(queue.Items) != 0 {
			t.Errorf("%s: the queue is %+v", name, queue)
		}
		arrivals, err := reception.LatestArrivals(t.Context(), connection.DB, by, 5)
		if err != nil || len(arrivals) != 0 {
			t.Errorf("%s: %+v arrived (%v)", name, arrivals, err)
		}
	}
}

func TestLatestArrivals_NewestFirst(t *testing.T) {
	t.Parallel()
	connection := dbtest.New(t)
	arrivals, err := reception.LatestArrivals(t.Context(), connection.DB, dbtest.Bruno.Caller(), 2)
	if err != nil || len(arrivals) != 2 || arrivals[0].ID != dbtest.StrangerWaits.ID || *arrivals[1].AssociateID != dbtest.Ana.ID {
		t.Errorf("%+v arrived (%v)", arrivals, err)
	}
}

func readQueue(t *testing.T, connection *db.Connection, by auth.Caller, limit int) reception.Queue {
	t.Helper()
	queue, err := reception.ReadQueue(t.Context(), connection.DB, by, limit)
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
