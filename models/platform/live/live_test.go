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
	changes, end := hub.Subscribe("reception")
	others, endOthers := hub.Subscribe("orders")
	defer endOthers()
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
	changes, end := hub.Subscribe("reception")
	defer end()
	go hub.Listen(t.Context(), connection.Pool.Config().ConnConfig, slog.New(slog.DiscardHandler))
	received(t, changes, "the first connection")
	_, err := connection.Pool.Exec(t.Context(), "select pg_terminate_backend(pid) from pg_stat_activity where query ilike 'listen acolhe_live' and datname = current_database()")
	if err != nil {
		t.Fatal(err)
	}
	received(t, changes, "the second connection")
}
