package webhooks

import (
	"context"
	"strconv"
	"time"

	"github.com/google/uuid"

	"acolhe/models/platform/db"
	"acolhe/models/types/auth"
	"acolhe/models/types/errs"
)

// PathOf returns the path of an endpoint's page.
func PathOf(id int64) string { return "/admin/webhooks/" + strconv.FormatInt(id, 10) }

// reserved is the time in which a delivery that a request attempts itself is left alone by the jobs.
const reserved = 30 * time.Second

// SendTest queues a ping for an endpoint, enabled or not. It returns 404 NOT_FOUND for an unknown one.
func SendTest(ctx context.Context, tx *db.DB, by auth.Caller, endpoint int64) (Delivery, error) {
	return ping(ctx, tx, by, endpoint, nil)
}

// ping stores a ping that is due at a time; nil is now.
func ping(ctx context.Context, tx *db.DB, by auth.Caller, endpoint int64, due *time.Time) (Delivery, error) {
	to, err := Find(ctx, tx, by, endpoint)
	if err != nil {
		return Delivery{}, err
	}
	var id int64
	err = tx.WithContext(ctx).Raw(`with event as (
			insert into webhook_events (id, table_name, action, record_id, data, endpoint_id, occurred_at)
			values (@event, 'ping', 'test', (cast(@endpoint as bigint))::text, jsonb_build_object('message', 'Teste do webhook ' || cast(@name as text)), cast(@endpoint as bigint), @now)
			returning id, sequence)
		insert into webhook_deliveries (event_id, endpoint_id, sequence, record, next_attempt_at, date_created, date_updated)
		select id, cast(@endpoint as bigint), sequence, 'ping/' || id, cast(@due as timestamptz), @now, @now from event returning id`,
		map[string]any{"event": uuid.New(), "endpoint": endpoint, "name": to.Name, "now": by.Now, "due": due}).Scan(&id).Error
	if err != nil {
		return Delivery{}, err
	}
	return findDelivery(ctx, tx, by, endpoint, id)
}

func findDelivery(ctx context.Context, tx *db.DB, by auth.Caller, endpoint, id int64) (Delivery, error) {
	return db.First[Delivery](deliveriesOf(ctx, tx, by, endpoint).Where("id = ?", id), errs.NotFound("Entrega não encontrada."))
}

// Retry queues a delivery again, delivered or not, with all attempts before it. It returns 404 NOT_FOUND for an unknown one.
func Retry(ctx context.Context, tx *db.DB, by auth.Caller, endpoint, id int64) (Delivery, error) {
	found, err := findDelivery(ctx, tx, by, endpoint, id)
	if err != nil {
		return found, err
	}
	return requeue(ctx, tx, by, found, nil)
}

// requeue makes a delivery due at a time; nil is now.
func requeue(ctx context.Context, tx *db.DB, by auth.Caller, found Delivery, due *time.Time) (Delivery, error) {
	err := tx.WithContext(ctx).Exec("update webhook_deliveries set status = 'queued', attempts = 0, next_attempt_at = ?, date_updated = ? where id = ?", due, by.Now, found.ID).Error
	if err != nil {
		return found, err
	}
	return findDelivery(ctx, tx, by, found.EndpointID, found.ID)
}

// RetryAll makes every delivery of an endpoint due that waits for a retry, and returns their number.
func RetryAll(ctx context.Context, tx *db.DB, by auth.Caller, endpoint int64) (Resent, error) {
	if _, err := Find(ctx, tx, by, endpoint); err != nil {
		return Resent{}, err
	}
	changed := tx.WithContext(ctx).Exec("update webhook_deliveries set next_attempt_at = null, date_updated = ? where endpoint_id = ? and status = 'failed'", by.Now, endpoint)
	return Resent{changed.RowsAffected}, changed.Error
}

// ReplayInput is a time range, From included and To not.
type ReplayInput struct {
	From time.Time `json:"from" form:"from"`
	To   time.Time `json:"to" form:"to"`
}

// Required names the members that must be sent.
func (ReplayInput) Required() []string { return []string{"from", "to"} }

// Resent is the number of deliveries that were queued.
type Resent struct {
	Queued int64 `json:"queued"`
}

// replay queues every kept event of a range to which the endpoint listens, those that were delivered too.
const replay = `insert into webhook_deliveries (event_id, endpoint_id, sequence, record, date_created, date_updated)
	select w.id, e.id, w.sequence, w.table_name || '/' || w.record_id, @now, @now
	from webhook_events w join webhook_endpoints e on e.id = @endpoint and jsonb_exists(e.tables, w.table_name) and jsonb_exists(e.actions, w.action)
	where w.endpoint_id is null and w.occurred_at >= @from and w.occurred_at < @to
	on conflict (event_id, endpoint_id) do update set status = 'queued', attempts = 0, next_attempt_at = null, date_updated = excluded.date_updated`

// Replay queues the events of a time range again for an endpoint. It returns 404 NOT_FOUND for an unknown endpoint and 400
// VALIDATION_ERROR for a range that ends before it begins.
func Replay(ctx context.Context, tx *db.DB, by auth.Caller, endpoint int64, input ReplayInput) (Resent, error) {
	if _, err := Find(ctx, tx, by, endpoint); err != nil {
		return Resent{}, err
	}
	var problems errs.Problems
	problems.Require(!input.From.IsZero(), "from", "informe o começo")
	problems.Require(!input.To.IsZero(), "to", "informe o fim")
	problems.Require(input.To.IsZero() || input.To.After(input.From), "to", "deve vir depois do começo")
	if err := problems.Err(); err != nil {
		return Resent{}, err
	}
	queued := tx.WithContext(ctx).Exec(replay, map[string]any{"endpoint": endpoint, "from": input.From, "to": input.To, "now": by.Now})
	return Resent{queued.RowsAffected}, queued.Error
}

// TestNow sends a ping at once and returns its delivery with the answer.
func (s Sender) TestNow(ctx context.Context, by auth.Caller, endpoint int64) (Delivery, error) {
	due := by.Now.Add(reserved)
	queued, err := ping(ctx, s.DB, by, endpoint, &due)
	if err != nil {
		return queued, err
	}
	return s.attemptNow(ctx, by, queued)
}

// RetryNow attempts a delivery at once and returns it with the answer.
func (s Sender) RetryNow(ctx context.Context, by auth.Caller, endpoint, id int64) (Delivery, error) {
	found, err := findDelivery(ctx, s.DB, by, endpoint, id)
	if err != nil {
		return found, err
	}
	due := by.Now.Add(reserved)
	queued, err := requeue(ctx, s.DB, by, found, &due)
	if err != nil {
		return queued, err
	}
	return s.attemptNow(ctx, by, queued)
}

// attemptNow attempts a delivery that is reserved for this request.
func (s Sender) attemptNow(ctx context.Context, by auth.Caller, queued Delivery) (Delivery, error) {
	to, err := s.target(ctx, queued.EndpointID)
	if err != nil {
		return queued, err
	}
	rows, err := readPending(s.DB.WithContext(ctx), "d.id = ?", queued.ID)
	if err != nil || len(rows) == 0 {
		return queued, err
	}
	made := s.attempt(ctx, to, rows[0])
	if err := s.store(context.WithoutCancel(ctx), to, []result{made}); err != nil {
		return queued, err
	}
	return findDelivery(ctx, s.DB, by, queued.EndpointID, queued.ID)
}
