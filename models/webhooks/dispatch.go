package webhooks

import (
	"context"
	"log/slog"
	"time"

	"github.com/riverqueue/river"

	"acolhe/models/platform/live"
)

const (
	// pause is the time in which several changes are one wake-up.
	pause = 100 * time.Millisecond
	// poll is the time after which due retries and what a dead process left are looked for.
	poll = 5 * time.Second
)

// Dispatch enqueues the jobs of captured rows and due deliveries until ctx is done. Every process runs it; changes wake it
// through the hub.
func (s Sender) Dispatch(ctx context.Context, hub *live.Hub, log *slog.Logger) {
	changes, end := hub.Subscribe(time.Time{}, "webhook_outbox")
	defer end()
	ticker := time.NewTicker(poll)
	defer ticker.Stop()
	for {
		if err := s.enqueueWaiting(ctx); err != nil && ctx.Err() == nil {
			log.Warn("the jobs of webhooks were not enqueued", "error", err.Error())
		}
		select {
		case <-ctx.Done():
			return
		case <-time.After(pause):
		}
		select {
		case <-ctx.Done():
			return
		case _, open := <-changes:
			if !open {
				changes = nil // the hub closed: the program is stopping
			}
		case <-ticker.C:
		}
	}
}

type deliverWorker struct {
	river.WorkerDefaults[deliver]
	sender Sender
}

// Timeout implements river.Worker: a batch, its last attempt and the writing of the results.
func (w *deliverWorker) Timeout(*river.Job[deliver]) time.Duration { return leaseTime }

// Work implements river.Worker.
func (w *deliverWorker) Work(ctx context.Context, job *river.Job[deliver]) error {
	return w.sender.Deliver(ctx, job.Args.Endpoint)
}
