package webhooks

import (
	"context"
	"encoding/json"
	"net/http"
	"time"

	"acolhe/models/platform/db"
	"acolhe/models/webhooks/endpoints"
)

// stored results of a batch, as the statement reads them.
type outcome struct {
	ID       int64      `json:"id"`
	Status   Status     `json:"status"`
	Attempts int        `json:"attempts"`
	Next     *time.Time `json:"next"`
	Answer   *int       `json:"answer"`
	Excerpt  *string    `json:"excerpt"`
	Problem  *string    `json:"problem"`
	Duration int        `json:"duration"`
	At       time.Time  `json:"at"`
	Attempt  Attempt    `json:"attempt"`
}

// writeOutcomes writes a batch. A delivery that was reset meanwhile, for example by a replay, keeps its new state.
const writeOutcomes = `update webhook_deliveries d set status = o.status, attempts = o.attempts, next_attempt_at = o.next, response_status = o.answer,
	response_excerpt = o.excerpt, error = o.problem, duration_ms = o.duration, date_updated = o.at,
	delivered_at = case when o.status = 'delivered' then o.at end, history = jsonb_path_query_array(history, '$[last - 18 to last]') || jsonb_build_array(o.attempt)
	from jsonb_to_recordset(?::jsonb) o (id bigint, status text, attempts integer, next timestamptz, answer integer, excerpt text, problem text,
		duration integer, at timestamptz, attempt jsonb)
	where d.id = o.id and d.attempts = o.attempts - 1`

// store writes the results of a batch and what they mean for the endpoint.
func (s Sender) store(ctx context.Context, to target, results []result) error {
	outcomes := make([]outcome, len(results))
	for i, r := range results {
		outcomes[i] = r.outcome()
	}
	written, err := json.Marshal(outcomes)
	if err != nil {
		return err
	}
	return s.DB.WithContext(ctx).Transaction(func(tx *db.DB) error {
		if err := tx.Exec(writeOutcomes, string(written)).Error; err != nil {
			return err
		}
		return s.judge(ctx, tx, to.ID, results)
	})
}

// judge records on the endpoint whether attempts succeed, and switches it off when the receiver answered 410 or none has
// succeeded for endpoints.FailingLimit.
func (s Sender) judge(ctx context.Context, tx *db.DB, id int64, results []result) error {
	var succeeded, failed, gone bool
	var first, last time.Time
	for _, r := range results {
		succeeded, failed, gone = succeeded || r.succeeded(), failed || !r.succeeded(), gone || r.status == http.StatusGone
		if first.IsZero() || r.at.Before(first) {
			first = r.at
		}
		if r.at.After(last) {
			last = r.at
		}
	}
	var reason endpoints.Reason
	changed, err := db.Change(ctx, tx, id, "", func(_ *db.DB, before endpoints.Endpoint, row *endpoints.Endpoint) error {
		switch {
		case succeeded:
			row.FailingSince = nil
		case failed && before.FailingSince == nil:
			row.FailingSince = &first
		case failed && last.Sub(*before.FailingSince) >= endpoints.FailingLimit:
			reason = endpoints.ForFailing
		}
		if gone {
			reason = endpoints.ForGone
		}
		if reason == "" || !before.Enabled {
			reason = ""
			return nil
		}
		row.DateUpdated = last
		row.SetEnabled(false, reason, last)
		return nil
	})
	if err != nil || reason == "" {
		return err
	}
	return endpoints.GiveUp(ctx, tx, s.Mail, changed, last)
}
