// Package jobs runs background jobs on River in the same PostgreSQL: a job is enqueued in the
// transaction of the change that causes it, and survives a restart. Areas declare their own
// jobs; this package owns the runner and the hourly clean-up.
package jobs

import (
	"context"
	"errors"
	"log/slog"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/riverqueue/river"
	"github.com/riverqueue/river/riverdriver/riverpgxv5"
)

// concurrency is the number of concurrent jobs of a process, low because requests have priority.
const concurrency = 4

// SlowQueue is the queue of jobs that may take minutes. They run one at a time, so that mails never
// wait for them.
const SlowQueue = "lengthy"

// PictureQueue is the queue of jobs that unpack pictures, one at a time, because each takes much memory.
const PictureQueue = "pictures"

// WebhookQueue is the queue of webhooks, so that slow receivers delay nothing else. Each job waits for one receiver.
const (
	WebhookQueue       = "webhooks"
	webhookConcurrency = 8
)

// rescueAfter is the time after which a running job is run once more. It respects the Timeout of workers that need longer than a
// minute, except for jobs of dead processes.
const rescueAfter = 5 * time.Minute

// Runner runs the jobs of this process.
type Runner struct {
	client *river.Client[pgx.Tx]
	heart  *heartbeat
}

type registry struct {
	workers  *river.Workers
	periodic []*river.PeriodicJob
}

// New returns a runner of the declared jobs, which calls onFailure with each Failure. It runs no jobs until Start.
func New(pool *pgxpool.Pool, log *slog.Logger, list List, onFailure func(context.Context, Failure)) (*Runner, error) {
	registered := &registry{workers: river.NewWorkers()}
	for _, job := range list {
		job.register(registered)
	}
	client, err := river.NewClient(riverpgxv5.New(pool), &river.Config{
		Logger: log,
		Queues: map[string]river.QueueConfig{river.QueueDefault: {MaxWorkers: concurrency}, SlowQueue: {MaxWorkers: 1},
			PictureQueue: {MaxWorkers: 1},
			WebhookQueue: {MaxWorkers: webhookConcurrency}},
		Workers:      registered.workers,
		ErrorHandler: failures{onFailure},

		RescueStuckJobsAfter: rescueAfter,
		PeriodicJobs:         registered.periodic,
	})
	if err != nil {
		return nil, err
	}
	return &Runner{client, newHeartbeat(pool, log, client.ID())}, nil
}

// Start starts the runner. Cancelling ctx cancels running jobs, so call Stop before.
func (r *Runner) Start(ctx context.Context) error {
	if err := r.heart.start(ctx); err != nil {
		return err
	}
	if err := r.client.Start(ctx); err != nil {
		return errors.Join(err, r.heart.end(ctx))
	}
	return nil
}

// Stop starts no new jobs and waits for the running ones until ctx is done.
func (r *Runner) Stop(ctx context.Context) error {
	if err := r.client.Stop(ctx); err != nil {
		return err
	}
	return r.heart.end(ctx)
}
