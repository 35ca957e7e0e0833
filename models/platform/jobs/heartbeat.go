package jobs

import (
	"context"
	"log/slog"
	"sync"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
)

// A runner writes every beatEvery that it is alive. When it has not for deadAfter, the others hand its jobs to the rescuer of the
// queue, which would leave them to a killed process for as long as their worker may take, a day for a copy.
const (
	beatEvery = 15 * time.Second
	deadAfter = time.Minute
)

const (
	beat   = "insert into job_runners (id, seen_at) values ($1, now()) on conflict (id) do update set seen_at = excluded.seen_at"
	retire = "delete from job_runners where id = $1"
	others = "select id, seen_at from job_runners where id <> $1 order by id"

	// handOver makes the running jobs of dead runners older than every time limit of a worker.
	handOver = `with stuck as (
			update river_job set attempted_at = now() - interval '7 days'
			where state = 'running' and attempted_by[cardinality(attempted_by)] = any ($1))
		delete from job_runners where id = any ($1)`
)

// heartbeat shows that a runner is alive and watches the others. Not the clock of the machine or of PostgreSQL decides on them, but
// whether the row of a runner changes: a clock may be set, and an outage of PostgreSQL keeps every runner from writing.
type heartbeat struct {
	pool   *pgxpool.Pool
	log    *slog.Logger
	runner string
	// known are the other runners as of the last look, empty after one that failed.
	known map[string]sign

	stop    context.CancelFunc
	stopped sync.WaitGroup
}

// sign is the last sign of life of another runner and the time since which it has not changed.
type sign struct{ seen, since time.Time }

func newHeartbeat(pool *pgxpool.Pool, log *slog.Logger, runner string) *heartbeat {
	return &heartbeat{pool: pool, log: log, runner: runner, stop: func() {}}
}

// start writes the first beat and continues until end or the end of ctx.
func (h *heartbeat) start(ctx context.Context) error {
	if _, err := h.pool.Exec(ctx, beat, h.runner); err != nil {
		return err
	}
	ctx, h.stop = context.WithCancel(ctx)
	h.stopped.Go(func() { h.run(ctx) })
	return nil
}

// end writes no more beats and removes the runner, which has no running job.
func (h *heartbeat) end(ctx context.Context) error {
	h.stop()
	h.stopped.Wait()
	_, err := h.pool.Exec(ctx, retire, h.runner)
	return err
}

func (h *heartbeat) run(ctx context.Context) {
	ticker := time.NewTicker(beatEvery)
	defer ticker.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case now := <-ticker.C:
			if err := h.tick(ctx, now); err != nil && ctx.Err() == nil {
				h.log.Warn("a heartbeat of the jobs failed", "error", err.Error())
			}
		}
	}
}

// tick writes a beat and takes the jobs of dead runners.
func (h *heartbeat) tick(ctx context.Context, now time.Time) error {
	known := h.known
	h.known = nil
	if _, err := h.pool.Exec(ctx, beat, h.runner); err != nil {
		return err
	}
	seen, err := h.look(ctx)
	if err != nil {
		return err
	}
	var dead []string
	for id, last := range seen {
		earlier, isKnown := known[id]
		if !isKnown || !earlier.seen.Equal(last.seen) {
			seen[id] = sign{last.seen, now}
			continue
		}
		seen[id] = earlier
		if now.Sub(earlier.since) >= deadAfter {
			dead = append(dead, id)
		}
	}
	h.known = seen
	if len(dead) == 0 {
		return nil
	}
	h.log.Info("the jobs of killed processes are handed over", "runners", len(dead))
	_, err = h.pool.Exec(ctx, handOver, dead)
	return err
}

// look returns the last signs of life of the other runners.
func (h *heartbeat) look(ctx context.Context) (map[string]sign, error) {
	rows, err := h.pool.Query(ctx, others, h.runner)
	if err != nil {
		return nil, err
	}
	seen := map[string]sign{}
	var id string
	var last time.Time
	_, err = pgx.ForEachRow(rows, []any{&id, &last}, func() error {
		seen[id] = sign{seen: last}
		return nil
	})
	return seen, err
}
