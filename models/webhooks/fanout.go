package webhooks

import (
	"context"

	"github.com/riverqueue/river"

	"acolhe/models/platform/db"
	"acolhe/models/platform/jobs"
)

// fanOutLock is the advisory lock under which one fan-out at a time runs, so that the events of a record become deliveries
// in their order.
const fanOutLock = 7600076

// fanOutLimit is how many events one statement fans out.
const fanOutLimit = 1000

// fanOut is the job that makes deliveries of the captured events.
type fanOut struct{}

// Kind returns the name of the job in the queue.
func (fanOut) Kind() string { return "webhook_fan_out" }

type fanOutWorker struct {
	river.WorkerDefaults[fanOut]
	sender Sender
}

// Work implements river.Worker.
func (w *fanOutWorker) Work(ctx context.Context, _ *river.Job[fanOut]) error {
	return w.sender.FanOut(ctx)
}

// fanOutEvents makes a delivery for each endpoint that listens. One that was switched off after an event occurred gets a dead delivery,
// so that no event is lost without a reason.
const fanOutEvents = `with waiting as (
		select id, sequence, table_name, action, record_id, endpoint_id, occurred_at from webhook_events where fanned_out_at is null order by sequence limit @limit),
	made as (
		insert into webhook_deliveries (event_id, endpoint_id, sequence, record, status, error, date_created, date_updated)
		select w.id, e.id, w.sequence, w.table_name || '/' || w.record_id, case when e.enabled then 'queued' else 'dead' end,
			case when not e.enabled then @switched_off end, @now, @now
		from waiting w join webhook_endpoints e on (e.enabled or e.disabled_at > w.occurred_at)
			and jsonb_exists(e.tables, w.table_name) and jsonb_exists(e.actions, w.action)
		where w.endpoint_id is null
		on conflict do nothing),
	marked as (update webhook_events set fanned_out_at = @now where id in (select id from waiting))
	select count(*) from waiting`

// switchedOff is the reason of deliveries that were waiting when their endpoint was switched off.
const switchedOff = "O webhook foi desligado."

// FanOut makes deliveries of every waiting event and enqueues the jobs that deliver them.
func (s Sender) FanOut(ctx context.Context) error {
	for {
		var count int
		err := s.DB.WithContext(ctx).Transaction(func(tx *db.DB) error {
			if err := tx.Exec("select pg_advisory_xact_lock(?)", fanOutLock).Error; err != nil {
				return err
			}
			values := map[string]any{"limit": fanOutLimit, "now": s.Now(), "switched_off": switchedOff}
			if err := tx.Raw(fanOutEvents, values).Scan(&count).Error; err != nil || count == 0 {
				return err
			}
			return s.enqueueDue(ctx, tx)
		})
		if err != nil || count < fanOutLimit {
			return err
		}
	}
}

// dueEndpoints are the endpoints with deliveries to attempt at which no job is working or about to.
const dueEndpoints = `select id from webhook_endpoints e
	where (leased_until is null or leased_until <= @now)
	and exists (select from webhook_deliveries d where d.endpoint_id = e.id and d.status in ('queued', 'failed') and (d.next_attempt_at is null or d.next_attempt_at <= @now))
	and not exists (select from river_job j where j.kind = 'webhook_deliver' and j.state = 'available' and j.args ->> 'endpoint' = e.id::text)
	order by id`

// enqueueDue enqueues a job for each endpoint with deliveries to attempt.
func (s Sender) enqueueDue(ctx context.Context, tx *db.DB) error {
	var ids []int64
	if err := tx.WithContext(ctx).Raw(dueEndpoints, map[string]any{"now": s.Now()}).Scan(&ids).Error; err != nil {
		return err
	}
	for _, id := range ids {
		if err := jobs.Enqueue(ctx, tx, deliver{Endpoint: id}, &river.InsertOpts{Queue: jobs.WebhookQueue}); err != nil {
			return err
		}
	}
	return nil
}

// enqueueWaiting enqueues a fan-out if events wait for one, and the jobs of endpoints with deliveries to attempt.
func (s Sender) enqueueWaiting(ctx context.Context) error {
	return s.DB.WithContext(ctx).Transaction(func(tx *db.DB) error {
		var waits bool
		err := tx.Raw(`select exists (select from webhook_events where fanned_out_at is null)
			and not exists (select from river_job where kind = 'webhook_fan_out' and state = 'available')`).Scan(&waits).Error
		if err == nil && waits {
			err = jobs.Enqueue(ctx, tx, fanOut{}, &river.InsertOpts{Queue: jobs.WebhookQueue})
		}
		if err != nil {
			return err
		}
		return s.enqueueDue(ctx, tx)
	})
}
