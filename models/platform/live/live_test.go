package live_test

import (
	"log/slog"
	"testing"
	"time"

	"acolhe/models/platform/dbtest"
	"acolhe/models/platform/live"
)

// patience is how long a signal may take before the test fails.
const patience = 20 * time.Second

func received(t *testing.T, changes <-chan struct{}, of string) {
	t.Helper()
	select {
	case <-changes:
	case <-time.After(patience):
		t.Fatalf("no signal of %s", of)
	}
}

func TestHub_ChangesOfItsTable(t *testing.T) {
	t.Parallel()
	connection := dbtest.New(t)
	hub := live.NewHub()
	changes, end := hub.Subscribe(time.Time{}, "reception")
	others, endOthers := hub.Subscribe(time.Time{}, "orders")
	defer endOthers()
	received(t, changes, "a hub that is not connected")
	received(t, others, "a hub that is not connected")
	go hub.Listen(t.Context(), connection.Pool.Config().ConnConfig, slog.New(slog.DiscardHandler))
	received(t, changes, "the first connection")
	received(t, others, "the first connection")
	if _, err := connection.Pool.Exec(t.Context(), "update reception set notes = 'x'"); err != nil {
		t.Fatal(err)
	}
	received(t, changes, "a change")
	select {
	case <-others:
		t.Error("a change of another table is reported")
	default:
	}
	end()
	if hub.Subscribers() != 1 {
		t.Errorf("%d subscribers are left", hub.Subscribers())
	}
}

// A broken connection is replaced, and every subscriber reads again.
func TestHub_ConnectsAgain(t *testing.T) {
	t.Parallel()
	connection := dbtest.New(t)
	hub := live.NewHub()
	changes, end := hub.Subscribe(time.Time{}, "reception")
	defer end()
	received(t, changes, "a hub that is not connected")
	go hub.Listen(t.Context(), connection.Pool.Config().ConnConfig, slog.New(slog.DiscardHandler))
	received(t, changes, "the first connection")
	_, err := connection.Pool.Exec(t.Context(),
		"select pg_terminate_backend(pid) from pg_stat_activity where query ilike 'listen acolhe_live' and datname = current_database()")
	if err != nil {
		t.Fatal(err)
	}
	received(t, changes, "the second connection")
}

// A page that was written after the last change is not read again when it connects; one that was written before is.
func TestSubscribe_Since(t *testing.T) {
	t.Parallel()
	connection := dbtest.New(t)
	hub := live.NewHub()
	before := time.Now()
	changes, end := hub.Subscribe(time.Now(), "services")
	defer end()
	received(t, changes, "a hub that is not connected")
	go hub.Listen(t.Context(), connection.Pool.Config().ConnConfig, slog.New(slog.DiscardHandler))
	received(t, changes, "the first connection")
	if _, err := connection.Pool.Exec(t.Context(), "update services set observations = 'x'"); err != nil {
		t.Fatal(err)
	}
	received(t, changes, "a change")
	later := time.Now().Add(time.Minute)
	for name, c := range map[string]struct {
		since time.Time
		table string
		want  int
	}{
		"written before the change":     {before, "services", 1},
		"written after the change":      {later, "services", 0},
		"written before the connection": {before, "reception", 1},
		"unknown":                       {time.Time{}, "reception", 1},
	} {
		changes, end := hub.Subscribe(c.since, "parcels", c.table)
		if got := len(changes); got != c.want {
			t.Errorf("%s: %d signals, want %d", name, got, c.want)
		}
		end()
	}
}
