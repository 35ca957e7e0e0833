package webhooks

import (
	"context"
	"encoding/json"
	"net/http"
	"time"

	"acolhe/models/operators"
	"acolhe/models/platform/db"
	"acolhe/models/platform/mail"
	"acolhe/models/platform/security"
	"acolhe/models/types/auth"
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
// succeeded for failingLimit.
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
	var reason Reason
	changed, err := db.Change(ctx, tx, id, "", func(_ *db.DB, before Endpoint, row *Endpoint) error {
		switch {
		case succeeded:
			row.FailingSince = nil
		case failed && before.FailingSince == nil:
			row.FailingSince = &first
		case failed && last.Sub(*before.FailingSince) >= failingLimit:
			reason = ForFailing
		}
		if gone {
			reason = ForGone
		}
		if reason == "" || !before.Enabled {
			reason = ""
			return nil
		}
		row.DateUpdated = last
		row.setEnabled(false, reason, last)
		return nil
	})
	if err != nil || reason == "" {
		return err
	}
	return s.switchedOff(ctx, tx, changed, last)
}

// switchedOff gives up what waits for an endpoint and tells the administrators.
func (s Sender) switchedOff(ctx context.Context, tx *db.DB, e Endpoint, now time.Time) error {
	if err := giveUp(tx, e.ID); err != nil {
		return err
	}
	by := auth.Caller{Kind: auth.System}.At(now)
	if err := security.Record(ctx, tx, by, eventOf(security.WebhookSwitchedOff, e)); err != nil {
		return err
	}
	people, err := operators.ActiveAdministrators(ctx, tx)
	if err != nil {
		return err
	}
	for _, person := range people {
		message := SwitchedOff.With(SwitchedOffMessage{e.Name, *e.DisabledReason},
			mail.Message{To: person.Email, Name: person.Name, Path: PathOf(e.ID)})
		if _, err := s.Mail.Send(ctx, tx, by, message); err != nil {
			return err
		}
	}
	return nil
}

// giveUp makes everything dead that waits for an endpoint that is switched off.
func giveUp(tx *db.DB, endpoint int64) error {
	return tx.Exec("update webhook_deliveries set status = 'dead', error = ?, next_attempt_at = null where endpoint_id = ? and status in ('queued', 'failed')",
		switchedOff, endpoint).Error
}
