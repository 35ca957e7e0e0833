package webhooks

import (
	"context"
	"time"

	"acolhe/models/platform/db"
	"acolhe/models/types/auth"
	"acolhe/models/types/errs"
	"acolhe/models/webhooks/endpoints"
)

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
	if _, err := endpoints.Find(ctx, tx, by, endpoint); err != nil {
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
	if queued.Error != nil {
		return Resent{}, queued.Error
	}
	return Resent{queued.RowsAffected}, enqueue(ctx, tx, endpoint)
}
