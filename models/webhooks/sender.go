// Package webhooks sends events to the endpoints that administrators register (package endpoints). A trigger captures each
// changed row of an emitting table in the transaction of the change (migrations/derived/webhooks.sql), if an enabled endpoint
// listens to it. A job fans the rows out to events and deliveries, and a job for each endpoint delivers them, at least once, in
// the order of each record while the receiver answers. The areas know nothing of it.
package webhooks

import (
	"context"
	"log/slog"
	"net/http"
	"sync"
	"time"

	"acolhe/models/platform/db"
	"acolhe/models/platform/encryption"
	"acolhe/models/platform/items"
	"acolhe/models/platform/mail"
	"acolhe/models/webhooks/endpoints"
)

const (
	// parallel is the number of concurrent requests to an endpoint.
	parallel = 16
	// batchLimit is how many deliveries are read at once.
	batchLimit = "500"
	// startLimit is the time in which the attempts of a job begin.
	startLimit = 20 * time.Second
	// leaseTime is longer than a job: its attempts begin within startLimit and take at most attemptTimeout.
	leaseTime = time.Minute
	// flushEvery is the time after which results are written, flushSize their number.
	flushEvery = 500 * time.Millisecond
	flushSize  = 100
)

// Sender delivers events to the endpoints, at least once: if the process dies after the receiver accepted a delivery and
// before the result is stored, it is sent again with the same ids.
type Sender struct {
	DB *db.DB
	// Collections have the fields of the emitting tables.
	Collections []*items.Collection
	// Key decrypts the secrets.
	Key encryption.Key
	// Client makes the requests, guarded as package outbound does.
	Client *http.Client
	// Mail tells administrators of an endpoint that was switched off.
	Mail mail.Outbox
	Log  *slog.Logger
	Now  func() time.Time
}

// deliver is the job that delivers to an endpoint.
type deliver struct {
	Endpoint int64 `json:"endpoint"`
}

// Kind returns the name of the job in the queue.
func (deliver) Kind() string { return "webhook_deliver" }

// Deliver attempts the due deliveries of an endpoint for some seconds, unless another job is doing so.
func (s Sender) Deliver(ctx context.Context, id int64) error {
	to, found, err := s.lease(ctx, id)
	if err != nil || !found {
		return err
	}
	// The lease ends even if the program is being stopped, so that another one goes on.
	defer s.release(context.WithoutCancel(ctx), id)
	begin, stop := context.WithTimeout(ctx, startLimit)
	defer stop()
	for begin.Err() == nil {
		due, err := readPending(s.DB.WithContext(ctx),
			"d.endpoint_id = ? and d.status in ('queued', 'failed') and (d.next_attempt_at is null or d.next_attempt_at <= ?)", id, s.Now())
		if err != nil || len(due) == 0 {
			return err
		}
		if err := s.attemptAll(ctx, begin, to, due); err != nil {
			return err
		}
	}
	return nil
}

// lease returns the endpoint for this job alone; false if there is none or another job has it.
func (s Sender) lease(ctx context.Context, id int64) (to target, found bool, err error) {
	now := s.Now()
	leased := s.DB.WithContext(ctx).Exec("update webhook_endpoints set leased_until = ? where id = ? and (leased_until is null or leased_until <= ?)", now.Add(leaseTime), id, now)
	if leased.Error != nil || leased.RowsAffected == 0 {
		return to, false, leased.Error
	}
	to, err = s.target(ctx, id)
	return to, err == nil, err
}

func (s Sender) release(ctx context.Context, id int64) {
	if err := s.DB.WithContext(ctx).Exec("update webhook_endpoints set leased_until = null where id = ?", id).Error; err != nil {
		s.Log.Warn("the lease of a webhook was not released", "endpoint", id, "error", err.Error())
	}
}

// target is an endpoint with the secrets that sign; without any, no attempt is made.
type target struct {
	endpoints.Endpoint
	secrets []string
}

func (s Sender) target(ctx context.Context, id int64) (target, error) {
	to, secrets, err := endpoints.WithSecrets(ctx, s.DB, s.Key, id, s.Now())
	return target{to, secrets}, err
}

// attemptAll attempts deliveries concurrently, those of one record one after the other, and writes the results as they
// come. Attempts that have not begun when begin is done are left for the next job.
func (s Sender) attemptAll(ctx, begin context.Context, to target, due []pending) error {
	chains, results := make(chan []pending), make(chan result)
	var senders sync.WaitGroup
	for range min(parallel, len(due)) {
		senders.Go(func() {
			for chain := range chains {
				for _, delivery := range chain {
					if begin.Err() == nil {
						results <- s.attempt(ctx, to, delivery)
					}
				}
			}
		})
	}
	go func() {
		for _, chain := range byRecord(due) {
			chains <- chain
		}
		close(chains)
		senders.Wait()
		close(results)
	}()
	// What was sent is stored even if the program is being stopped.
	return s.collect(context.WithoutCancel(ctx), to, results)
}

// byRecord groups deliveries by record, in their order.
func byRecord(due []pending) (chains [][]pending) {
	places := map[string]int{}
	for _, delivery := range due {
		place, known := places[delivery.Record]
		if !known {
			place = len(chains)
			places[delivery.Record], chains = place, append(chains, nil)
		}
		chains[place] = append(chains[place], delivery)
	}
	return chains
}

// collect stores results until the channel is closed. After an error it reads the rest without storing.
func (s Sender) collect(ctx context.Context, to target, results <-chan result) (failed error) {
	var batch []result
	flush := func() {
		if len(batch) > 0 && failed == nil {
			failed = s.store(ctx, to, batch)
		}
		batch = batch[:0]
	}
	ticker := time.NewTicker(flushEvery)
	defer ticker.Stop()
	for {
		select {
		case <-ticker.C:
			flush()
		case r, open := <-results:
			if !open {
				flush()
				return failed
			}
			if batch = append(batch, r); len(batch) >= flushSize {
				flush()
			}
		}
	}
}
