// Package retention removes records of what happened once the association keeps them no longer: security events, changes of
// associates, mails, errors, measurements of pages, notices, and webhook events with their deliveries. They hold personal data, so they are not kept
// for ever. The history of orders and the signatures of contracts belong to their rows and stay.
package retention

import (
	"context"
	"fmt"
	"time"

	"github.com/riverqueue/river"

	"acolhe/models/platform/db"
	"acolhe/models/platform/jobs"
	"acolhe/models/platform/settings"
)

const (
	every = 24 * time.Hour
	// batch is how many rows one statement removes, so that it takes far less than its time limit.
	batch   = 5_000
	timeout = time.Hour
)

const (
	// webhookDays are the days for which webhook events and their deliveries are kept.
	webhookDays = 30
	// countDays are those for which errors are counted by hour; pages show at most the last 90.
	countDays = 100
	// codeDays are those for which codes of e-mails are kept, of which a day holds the limits.
	codeDays = 2
	// noticeDays are those for which the staff may read notices.
	noticeDays = 30
)

// records lists the tables with the column of a row's time, and the days for which their rows are kept if the years of the
// configuration do not say so.
var records = []struct {
	table, date string
	days        int
}{
	{"security_events", "date_created", 0},
	{"user_changes", "date_created", 0},
	{"mails", "date_created", 0},
	{"system_errors", "date_created", 0},
	{"system_error_groups", "last_seen", 0},
	{"system_error_hours", "hour", countDays},
	{"web_vitals", "date_created", 0},
	{"webhook_events", "occurred_at", webhookDays},
	{"email_codes", "date_created", codeDays},
	{"email_changes", "date_created", 0},
	{"notices", "date_created", noticeDays},
}

// removal is the job that removes old records.
type removal struct{}

// Kind returns the name of the job in the queue.
func (removal) Kind() string { return "remove_old_records" }

// Remover removes old records.
type Remover struct {
	DB  *db.DB
	Now func() time.Time
}

// Job declares the daily removal.
func (r Remover) Job() jobs.Job {
	options := &river.InsertOpts{Queue: jobs.SlowQueue, UniqueOpts: river.UniqueOpts{ByPeriod: every}}
	return jobs.Func[removal](r.Remove,
		jobs.About{Label: "Remoção de registros antigos", Every: every, Options: options, Timeout: timeout, Cancellable: true})
}

// Remove removes every record that is older than the years of settings.RecordsYears, or than its own number of days.
func (r Remover) Remove(ctx context.Context) error {
	years, err := settings.Get(ctx, r.DB, settings.RecordsYears)
	if err != nil {
		return err
	}
	for _, of := range records {
		before := r.Now().AddDate(-years, 0, 0)
		if of.days > 0 {
			before = r.Now().AddDate(0, 0, -of.days)
		}
		if err := r.removeBefore(ctx, of.table, of.date, before); err != nil {
			return fmt.Errorf("%s: %w", of.table, err)
		}
	}
	return nil
}

func (r Remover) removeBefore(ctx context.Context, table, date string, before time.Time) error {
	statement := "delete from " + table + " where ctid in (select ctid from " + table + " where " + date + " < ? order by " + date + " limit ?)"
	for {
		removed := r.DB.WithContext(ctx).Exec(statement, before, batch)
		if removed.Error != nil || removed.RowsAffected < batch {
			return removed.Error
		}
	}
}
