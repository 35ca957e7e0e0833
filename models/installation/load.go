package installation

import (
	"context"
	"time"

	"acolhe/models/platform/db"
)

// Load is what waits in the database, for monitoring.
type Load struct {
	Jobs []QueuedJobs
	// OldestJob is the longest time that a job waits that could run, OldestEvent that of a change captured for webhooks before its fan-out.
	OldestJob, OldestEvent time.Duration
	// Events are the changes captured for webhooks before their fan-out. Deliveries are those that wait, by status.
	Events     int
	Deliveries []WaitingDeliveries
	// Endpoints counts the enabled endpoints of webhooks, FailingEndpoints those of them that fail.
	Endpoints, FailingEndpoints int
	// Mails are the mails to send, OpenErrors the open groups of errors.
	Mails, OpenErrors int
}

// QueuedJobs counts the jobs of a queue in a state of River, of those that have not ended well.
type QueuedJobs struct {
	Queue, State string
	Count        int
}

// WaitingDeliveries counts the deliveries that wait in a status.
type WaitingDeliveries struct {
	Status string
	Count  int
}

const loadSums = `select coalesce(extract(epoch from cast(@now as timestamptz) - (select min(scheduled_at) from river_job where state = 'available' and scheduled_at <= cast(@now as timestamptz))), 0) as oldest_job,
	coalesce(extract(epoch from cast(@now as timestamptz) - (select min(occurred_at) from webhook_outbox)), 0) as oldest_event,
	(select count(*) from webhook_outbox) as events,
	(select count(*) from webhook_endpoints where enabled) as endpoints, (select count(*) from webhook_endpoints where enabled and failing_since is not null) as failing_endpoints,
	(select count(*) from mails where status = 'queued') as mails, (select count(*) from system_error_groups where status = 'open') as open_errors`

// ReadLoad returns what waits at a time.
func ReadLoad(ctx context.Context, tx *db.DB, now time.Time) (Load, error) {
	var load Load
	var oldestJob, oldestEvent float64
	tx = tx.WithContext(ctx)
	err := db.ScanRow(tx.Raw(loadSums, map[string]any{"now": now}),
		&oldestJob, &oldestEvent, &load.Events, &load.Endpoints, &load.FailingEndpoints, &load.Mails, &load.OpenErrors)
	if err != nil {
		return load, err
	}
	load.OldestJob, load.OldestEvent = seconds(oldestJob), seconds(oldestEvent)
	err = tx.Raw(`select queue, state::text as state, count(*) as count from river_job where state in ('available', 'running', 'retryable', 'scheduled', 'discarded')
		group by queue, state order by queue, state`).Scan(&load.Jobs).Error
	if err != nil {
		return load, err
	}
	err = tx.Raw("select status, count(*) as count from webhook_deliveries where status in ('queued', 'failed') group by status order by status").Scan(&load.Deliveries).Error
	return load, err
}

func seconds(number float64) time.Duration {
	return time.Duration(max(0, number) * float64(time.Second))
}
