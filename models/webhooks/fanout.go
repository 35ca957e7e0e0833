package webhooks

import (
	"context"
	"encoding/json"
	"log/slog"
	"strconv"
	"time"

	"github.com/google/uuid"
	"github.com/riverqueue/river"

	"acolhe/models/platform/db"
	"acolhe/models/platform/jobs"
	"acolhe/models/platform/live"
	"acolhe/models/webhooks/endpoints"
)

// fanOutLock is the advisory lock under which one fan-out at a time runs, so that the events of a record become deliveries
// in their order.
const fanOutLock = 7600076

// fanOutLimit is how many captured rows one statement fans out.
const fanOutLimit = 1000

// fanOut is the job that makes events and deliveries of the captured rows.
type fanOut struct{}

// Kind returns the name of the job in the queue.
func (fanOut) Kind() string { return "webhook_fan_out" }

// FanOut makes events and deliveries of every captured row and enqueues the jobs that deliver them.
func (s Sender) FanOut(ctx context.Context) error {
	for {
		var count int
		err := s.DB.WithContext(ctx).Transaction(func(tx *db.DB) error {
			if err := tx.Exec("select pg_advisory_xact_lock(?)", fanOutLock).Error; err != nil {
				return err
			}
			values := map[string]any{"limit": fanOutLimit, "now": s.Now(), "switched_off": endpoints.WasSwitchedOff}
			if err := tx.Raw(s.fanOutRows(), values).Scan(&count).Error; err != nil || count == 0 {
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
		if err := enqueue(ctx, tx, id); err != nil {
			return err
		}
	}
	return nil
}

// enqueue enqueues a job that delivers to an endpoint.
func enqueue(ctx context.Context, tx *db.DB, endpoint int64) error {
	return jobs.Enqueue(ctx, tx, deliver{Endpoint: endpoint}, &river.InsertOpts{Queue: jobs.WebhookQueue})
}

// enqueueWaiting enqueues a fan-out if captured rows wait for one, and the jobs of endpoints with deliveries to attempt.
func (s Sender) enqueueWaiting(ctx context.Context) error {
	return s.DB.WithContext(ctx).Transaction(func(tx *db.DB) error {
		var waits bool
		err := tx.Raw(`select exists (select from webhook_outbox)
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

// ofPeople are the tables whose events name people.
const ofPeople = `array['users', 'orders', 'services', 'reception', 'users_files', 'services_files']`

// AnnounceErased queues an event for each enabled endpoint that gets data of people: the associate with this id and code was
// erased, and the receiver must erase what it has. It returns the number of endpoints.
func AnnounceErased(ctx context.Context, tx *db.DB, id int64, code uuid.UUID, now time.Time) (int64, error) {
	data, err := json.Marshal(map[string]any{"id": id, "user_code": code, "erased_at": now.UTC()})
	if err != nil {
		return 0, err
	}
	queued := tx.WithContext(ctx).Exec(`with event as (
			insert into webhook_events (table_name, action, record_id, data, occurred_at) values ('users', 'erased', @record, cast(@data as jsonb), @now)
			returning id, sequence, table_name, record_id)
		insert into webhook_deliveries (event_id, endpoint_id, sequence, record, date_created, date_updated)
		select event.id, e.id, event.sequence, event.table_name || '/' || event.record_id, @now, @now
		from event cross join webhook_endpoints e where e.enabled and jsonb_exists_any(e.tables, `+ofPeople+`)`,
		map[string]any{"record": strconv.FormatInt(id, 10), "data": string(data), "now": now})
	return queued.RowsAffected, queued.Error
}

// NamesOfPeopleReceivers returns the names of the enabled endpoints that get data of people.
func NamesOfPeopleReceivers(ctx context.Context, tx *db.DB) (names []string, err error) {
	err = tx.WithContext(ctx).Table("webhook_endpoints").Where("enabled and jsonb_exists_any(tables, "+ofPeople+")").Order("name, id").
		Pluck("name", &names).Error
	return names, err
}
