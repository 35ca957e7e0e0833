package jobs

import (
	"context"
	"fmt"
	"log/slog"
	"testing"
	"time"

	"acolhe/models/platform/db"
	"acolhe/models/platform/dbtest"
)

// testTimeout is the timeout of a test's waiting.
const testTimeout = 30 * time.Second

// The runner starts the clean-up by itself, runs enqueued jobs, and closes its connections.
func TestRunner(t *testing.T) {
	t.Parallel()
	conn := dbtest.New(t)
	runner, err := New(conn.Pool, slog.New(slog.DiscardHandler), List{CleanUp(conn.Pool)}, func(context.Context, Failure) {})
	if err != nil {
		t.Fatal(err)
	}
	const leftover = "insert into rate_limits (key, window_starts, window_ends) values ('%s', now() - interval '2 days', now() - interval '1 day')"
	do(t, conn, fmt.Sprintf(leftover, "before the start"))
	if err := runner.Start(t.Context()); err != nil {
		t.Fatal(err)
	}
	awaitWorked(t, conn, 1)

	do(t, conn, fmt.Sprintf(leftover, "after the first clean-up"))
	if _, err := runner.client.Insert(t.Context(), cleanUp{}, nil); err != nil {
		t.Fatal(err)
	}
	awaitWorked(t, conn, 2)

	ctx, cancel := context.WithTimeout(t.Context(), testTimeout)
	defer cancel()
	if err := runner.Stop(ctx); err != nil {
		t.Fatal(err)
	}
	if held := conn.Pool.Stat().AcquiredConns(); held != 0 {
		t.Errorf("%d connections are held after Stop", held)
	}
}

// awaitWorked waits until this number of clean-ups has run and none is left.
func awaitWorked(t *testing.T, conn *db.Connection, want int64) {
	t.Helper()
	ticker := time.NewTicker(20 * time.Millisecond)
	defer ticker.Stop()
	for deadline := time.Now().Add(testTimeout); ; <-ticker.C {
		worked := column[int64](t, conn, "select count(*) from river_job where kind = 'clean_up' and state = 'completed'")[0]
		left := column[int64](t, conn, "select count(*) from rate_limits")[0]
		if worked >= want && left == 0 {
			return
		}
		if time.Now().After(deadline) {
			t.Fatalf("%d clean-ups were worked, want %d; %d expired counters are left", worked, want, left)
		}
	}
}

// timed is a kind of jobs with a time limit of its own.
type timed struct{}

func (timed) Kind() string { return "timed" }

// A job has the time limit that is declared.
func TestRunner_Timeout(t *testing.T) {
	t.Parallel()
	conn, left := dbtest.New(t), make(chan time.Duration, 1)
	measure := func(ctx context.Context) error {
		deadline, _ := ctx.Deadline()
		left <- time.Until(deadline)
		return nil
	}
	runner, err := New(conn.Pool, slog.New(slog.DiscardHandler), List{Func[timed](measure, About{Timeout: time.Hour})}, func(context.Context, Failure) {})
	if err != nil {
		t.Fatal(err)
	}
	if err := runner.Start(t.Context()); err != nil {
		t.Fatal(err)
	}
	if _, err := runner.client.Insert(t.Context(), timed{}, nil); err != nil {
		t.Fatal(err)
	}
	if got := <-left; got < 30*time.Minute {
		t.Errorf("the job has %s", got)
	}
	if err := runner.Stop(t.Context()); err != nil {
		t.Fatal(err)
	}
}
