package jobs

import (
	"context"
	"log/slog"
	"slices"
	"testing"
	"time"

	"acolhe/models/platform/db"
	"acolhe/models/platform/dbtest"
)

// running inserts a running job of each runner, which started a minute ago and has the runner as its queue.
const running = `insert into river_job (kind, args, max_attempts, attempt, state, queue, attempted_at, attempted_by)
	select 'clean_up', '{}', 3, 1, 'running', runner, now() - interval '1 minute', array['an earlier one', runner]
	from unnest(array['killed', 'alive', 'own', 'unknown']) as runner`

// handedOver are the runners whose jobs are older than the time limit of each worker.
func handedOver(t *testing.T, conn *db.Connection) []string {
	t.Helper()
	return column[string](t, conn, "select queue from river_job where attempted_at < now() - interval '2 days' order by id")
}

// Jobs of a runner without a sign of life for a minute are handed over, those of others are not.
func TestHeartbeat_HandsOver(t *testing.T) {
	t.Parallel()
	conn, now := dbtest.New(t), time.Now()
	do(t, conn, running)
	do(t, conn, "insert into job_runners (id, seen_at) values ('killed', now()), ('alive', now() - interval '1 day')")
	own := newHeartbeat(conn.Pool, slog.New(slog.DiscardHandler), "own")
	tick := func(ctx context.Context, after time.Duration) error {
		t.Helper()
		do(t, conn, "update job_runners set seen_at = seen_at + interval '15 seconds' where id = 'alive'")
		return own.tick(ctx, now.Add(after))
	}
	for _, after := range []time.Duration{0, deadAfter - beatEvery} {
		if err := tick(t.Context(), after); err != nil {
			t.Fatal(err)
		}
	}
	if dead := handedOver(t, conn); len(dead) != 0 {
		t.Errorf("before a minute %v are handed over", dead)
	}
	if err := tick(t.Context(), deadAfter); err != nil {
		t.Fatal(err)
	}
	if dead := handedOver(t, conn); !slices.Equal(dead, []string{"killed"}) {
		t.Errorf("%v are handed over, want those of the killed one", dead)
	}
	if left := column[string](t, conn, "select id from job_runners order by id"); !slices.Equal(left, []string{"alive", "own"}) {
		t.Errorf("the runners are %v", left)
	}
}

// After an outage, in which no runner could write, the minute begins once more.
func TestHeartbeat_Outage(t *testing.T) {
	t.Parallel()
	conn, now := dbtest.New(t), time.Now()
	do(t, conn, running)
	do(t, conn, "insert into job_runners (id, seen_at) values ('alive', now())")
	own := newHeartbeat(conn.Pool, slog.New(slog.DiscardHandler), "own")
	failing, cancel := context.WithCancel(t.Context())
	cancel()
	for _, step := range []struct {
		ctx   context.Context
		after time.Duration
	}{{t.Context(), 0}, {failing, deadAfter}, {t.Context(), 2 * deadAfter}, {t.Context(), 2*deadAfter + beatEvery}} {
		if err := own.tick(step.ctx, now.Add(step.after)); (err != nil) != (step.ctx.Err() != nil) {
			t.Fatal(err)
		}
	}
	if dead := handedOver(t, conn); len(dead) != 0 {
		t.Errorf("%v are handed over", dead)
	}
}

// A runner has a row from its start to its stop.
func TestHeartbeat_StartAndStop(t *testing.T) {
	t.Parallel()
	conn := dbtest.New(t)
	runner, err := New(conn.Pool, slog.New(slog.DiscardHandler), List{CleanUp(conn.Pool)}, func(context.Context, Failure) {})
	if err != nil {
		t.Fatal(err)
	}
	runners := func() int64 { return column[int64](t, conn, "select count(*) from job_runners")[0] }
	if err := runner.Start(t.Context()); err != nil {
		t.Fatal(err)
	}
	if count := runners(); count != 1 {
		t.Errorf("%d runners after the start", count)
	}
	if err := runner.Stop(t.Context()); err != nil {
		t.Fatal(err)
	}
	if count := runners(); count != 0 {
		t.Errorf("%d runners after the stop", count)
	}
}
