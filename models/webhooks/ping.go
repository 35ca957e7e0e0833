package webhooks

import (
	"context"
	"time"

	"github.com/google/uuid"

	"acolhe/models/platform/db"
	"acolhe/models/types/auth"
	"acolhe/models/webhooks/endpoints"
)

// SendTest queues a ping for an endpoint, enabled or not. It returns 404 NOT_FOUND for an unknown one.
func SendTest(ctx context.Context, tx *db.DB, by auth.Caller, endpoint int64) (Delivery, error) {
	return ping(ctx, tx, by, endpoint, nil)
}

// ping stores a ping that is due at a time; nil is now.
func ping(ctx context.Context, tx *db.DB, by auth.Caller, endpoint int64, due *time.Time) (Delivery, error) {
	to, err := endpoints.Find(ctx, tx, by, endpoint)
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
	if err == nil && due == nil {
		err = enqueue(ctx, tx, endpoint)
	}
	if err != nil {
		return Delivery{}, err
	}
	return findDelivery(ctx, tx, by, endpoint, id)
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
