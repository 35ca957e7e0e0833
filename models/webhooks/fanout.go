package webhooks

import (
	"context"
	"fmt"
	"strings"

	"github.com/riverqueue/river"

	"acolhe/models/platform/db"
	"acolhe/models/platform/jobs"
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

type fanOutWorker struct {
	river.WorkerDefaults[fanOut]
	sender Sender
}

// Work implements river.Worker.
func (w *fanOutWorker) Work(ctx context.Context, _ *river.Job[fanOut]) error {
	return w.sender.FanOut(ctx)
}

// fanOutRows moves captured rows from the outbox to the events, and makes a delivery for each endpoint that listens. The
// data of an update are the changed columns and the key; one that changes nothing else than date_updated is no event. An
// endpoint that was switched off after an event occurred gets a dead delivery, so that no event is lost without a reason.
// Columns that are no field of their collection never leave the outbox.
func (s Sender) fanOutRows() string {
	return `with taken as (
		delete from webhook_outbox where sequence in (select sequence from webhook_outbox order by sequence limit @limit)
		returning sequence, table_name, action, record_id, record::jsonb as record, occurred_at),
	followed as (
		select *, case when action = 'update' then coalesce(
			(select o.record::jsonb from webhook_outbox o where o.record_id = t.record_id and o.table_name = t.table_name and o.sequence > t.sequence
				order by o.sequence limit 1), ` + currentRow() + `) end as next
		from taken t),
	differing as (
		select *, (select coalesce(jsonb_object_agg(a.key, a.value), '{}') from jsonb_each(coalesce(next, record)) a left join jsonb_each(record) b using (key)
			where a.key = any (` + s.fields() + `) and (action <> 'update' or a.value is distinct from b.value)) as data
		from followed t),
	events as (
		insert into webhook_events (table_name, action, record_id, data, occurred_at)
		select table_name, action, record_id::text, data || jsonb_build_object('id', record_id), occurred_at
		from differing d where (action <> 'update' or next is null or data - 'date_updated' <> '{}')
			and exists (select from webhook_endpoints e where jsonb_exists(e.tables, d.table_name) and jsonb_exists(e.actions, d.action))
		order by sequence
		returning id, sequence, table_name, action, record_id, occurred_at),
	made as (
		insert into webhook_deliveries (event_id, endpoint_id, sequence, record, status, error, date_created, date_updated)
		select w.id, e.id, w.sequence, w.table_name || '/' || w.record_id, case when e.enabled then 'queued' else 'dead' end,
			case when not e.enabled then @switched_off end, @now, @now
		from events w join webhook_endpoints e on (e.enabled or e.disabled_at > w.occurred_at)
			and jsonb_exists(e.tables, w.table_name) and jsonb_exists(e.actions, w.action))
	select count(*) from taken`
}

// fields returns the expression of the fields of a captured record t, by its table.
func (s Sender) fields() string {
	var expression strings.Builder
	expression.WriteString("case t.table_name")
	for _, collection := range s.Collections {
		fmt.Fprintf(&expression, " when '%s' then '{", collection.Name())
		for i, field := range collection.Fields() {
			if i > 0 {
				expression.WriteByte(',')
			}
			expression.WriteString(field.Column)
		}
		expression.WriteString("}'::text[]")
	}
	return expression.String() + " end"
}

// currentRow returns the expression of the row of a captured record t as it is now.
func currentRow() string {
	var expression strings.Builder
	expression.WriteString("case t.table_name")
	for _, table := range Tables() {
		fmt.Fprintf(&expression, " when '%[1]s' then (select to_jsonb(r) from %[1]s r where r.id = t.record_id)", table)
	}
	return expression.String() + " end"
}

// switchedOff is the reason of deliveries that were waiting when their endpoint was switched off.
const switchedOff = "O webhook foi desligado."

// FanOut makes events and deliveries of every captured row and enqueues the jobs that deliver them.
func (s Sender) FanOut(ctx context.Context) error {
	for {
		var count int
		err := s.DB.WithContext(ctx).Transaction(func(tx *db.DB) error {
			if err := tx.Exec("select pg_advisory_xact_lock(?)", fanOutLock).Error; err != nil {
				return err
			}
			values := map[string]any{"limit": fanOutLimit, "now": s.Now(), "switched_off": switchedOff}
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
		if err := jobs.Enqueue(ctx, tx, deliver{Endpoint: id}, &river.InsertOpts{Queue: jobs.WebhookQueue}); err != nil {
			return err
		}
	}
	return nil
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
