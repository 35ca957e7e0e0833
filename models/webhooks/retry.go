package webhooks

import (
	"context"
	"math/rand/v2"
	"net/http"
	"time"

	"acolhe/models/platform/db"
	"acolhe/models/types/auth"
	"acolhe/models/webhooks/endpoints"
)

// Delay before the retry n is firstDelay times 2 to the power n, at most maxDelay, both with a jitter of a tenth.
const (
	firstDelay = 15 * time.Second
	maxDelay   = time.Hour
)

// reserved is the time in which a delivery that a request attempts itself is left alone by the jobs.
const reserved = 30 * time.Second

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
	if err == nil && due == nil {
		err = enqueue(ctx, tx, found.EndpointID)
	}
	if err != nil {
		return found, err
	}
	return findDelivery(ctx, tx, by, found.EndpointID, found.ID)
}

// RetryAll makes every delivery of an endpoint due that waits for a retry, and returns their number.
func RetryAll(ctx context.Context, tx *db.DB, by auth.Caller, endpoint int64) (Resent, error) {
	if _, err := endpoints.Find(ctx, tx, by, endpoint); err != nil {
		return Resent{}, err
	}
	changed := tx.WithContext(ctx).Exec("update webhook_deliveries set next_attempt_at = null, date_updated = ? where endpoint_id = ? and status = 'failed'", by.Now, endpoint)
	if changed.Error != nil {
		return Resent{}, changed.Error
	}
	return Resent{changed.RowsAffected}, enqueue(ctx, tx, endpoint)
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

// retryDelay returns the delay after a number of failed attempts.
func retryDelay(attempts int) time.Duration {
	delay := maxDelay
	if attempts < 12 {
		delay = min(firstDelay<<attempts, maxDelay)
	}
	return delay - delay/10 + rand.N(delay/5)
}

// outcome returns what is stored of an attempt: one that failed is tried again later, and is dead when its retries are
// exhausted or the receiver answered 410.
func (r result) outcome() outcome {
	ms := int(r.duration.Milliseconds())
	o := outcome{ID: r.delivery.ID, Status: Delivered, Attempts: r.delivery.Attempts + 1, Duration: ms, At: r.at,
		Attempt: Attempt{At: r.at, MS: ms}}
	if r.status > 0 {
		o.Answer, o.Excerpt, o.Attempt.Status = &r.status, &r.excerpt, &r.status
	}
	if r.succeeded() {
		return o
	}
	o.Problem, o.Attempt.Error, o.Status = &r.problem, &r.problem, Dead
	if o.Attempts < MaxAttempts && r.status != http.StatusGone {
		next := r.at.Add(r.duration).Add(retryDelay(o.Attempts))
		o.Status, o.Next = Failed, &next
	}
	return o
}
