// Package jobs runs what happens outside a request, on River over the same PostgreSQL: a
// job is enqueued in the transaction of the change that wants it and survives a restart.
// Areas bring their own workers; this package owns the runner and the hourly clean-up.
package jobs

import (
	"context"
	"log/slog"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/riverqueue/river"
	"github.com/riverqueue/river/riverdriver/riverpgxv5"
)

// concurrency is how many jobs one process works at a time; requests come first.
const concurrency = 4

// Lengthy is the queue of jobs that may take minutes. They are worked one at a time, so that a
// letter never waits for them.
const Lengthy = "lengthy"

// rescueAfter is when a job whose process died is given to another one. A worker that needs
// longer than a minute says so by its own Timeout, which the rescue respects.
const rescueAfter = 5 * time.Minute

// Runner works the jobs of this process.
type Runner struct{ client *river.Client[pgx.Tx] }

// Work is the share of an area in what the runner works.
type Work func(*river.Workers)

// By returns the work of one worker: all jobs of one kind.
func By[T river.JobArgs](worker river.Worker[T]) Work {
	return func(workers *river.Workers) { river.AddWorker(workers, worker) }
}

// New makes a runner over the pool that cleans up and does the areas' work. It works nothing
// until Start.
func New(pool *pgxpool.Pool, log *slog.Logger, areas ...Work) (*Runner, error) {
	workers := river.NewWorkers()
	for _, work := range append(areas, By(&cleanUpWorker{pool: pool})) {
		work(workers)
	}
	client, err := river.NewClient(riverpgxv5.New(pool), &river.Config{
		Logger:  log,
		Queues:  map[string]river.QueueConfig{river.QueueDefault: {MaxWorkers: concurrency}, Lengthy: {MaxWorkers: 1}},
		Workers: workers,

		RescueStuckJobsAfter: rescueAfter,
		PeriodicJobs: []*river.PeriodicJob{
			river.NewPeriodicJob(river.PeriodicInterval(time.Hour), newCleanUp, &river.PeriodicJobOpts{RunOnStart: true}),
		},
	})
	if err != nil {
		return nil, err
	}
	return &Runner{client}, nil
}

// Start begins to work jobs; ending ctx stops it hard, so end it only after Stop.
func (r *Runner) Start(ctx context.Context) error { return r.client.Start(ctx) }

// Stop takes no new jobs and waits for those at work until ctx ends.
func (r *Runner) Stop(ctx context.Context) error { return r.client.Stop(ctx) }
