package backups

import (
	"context"
	"errors"
	"time"

	"github.com/riverqueue/river"

	"acolhe/models/operators"
	"acolhe/models/platform/db"
	"acolhe/models/platform/jobs"
	"acolhe/models/platform/mail"
	"acolhe/models/platform/settings"
	"acolhe/models/types/auth"
)

// Hour is the hour of the day, in the association's time zone, after which the daily copy is made.
var Hour = settings.Key[int]{System: "system", Name: "backup_hour", Type: settings.Number, Default: 2, Required: true, Check: checkHour,
	Description: "Hora do dia a partir da qual a cópia de segurança diária é feita."}

func checkHour(hour int) error {
	if hour < 0 || hour > 23 {
		return errors.New("deve ser uma hora, de 0 a 23")
	}
	return nil
}

// Limits of the schedule.
const (
	// retryAfter is the time before a failed daily copy is tried again.
	retryAfter = 2 * time.Hour
	// rehearseEvery is the time between rehearsals.
	rehearseEvery = 7 * 24 * time.Hour
	// longest is the time limit of a copy or a rehearsal.
	longest = 24 * time.Hour
)

// Problem is the message to administrators about a copy or rehearsal that failed.
var Problem = mail.KindOf[ProblemMessage]{Kind: "backup_problem", Label: "Cópia de segurança com problema", Required: true}

// ProblemMessage says what failed. Rehearsal is true for a rehearsal, false for a copy.
type ProblemMessage struct {
	Rehearsal bool   `json:"rehearsal"`
	Reason    string `json:"reason"`
}

// makeCopy is the job that makes a copy: hourly if the daily one is due, or on request.
type makeCopy struct {
	RequestedBy string `json:"requested_by"`
}

// Kind returns the name of the job in the queue.
func (makeCopy) Kind() string { return "make_backup" }

// workCopy works a makeCopy. A failed copy is no failed job: it stands in the copy and in a message.
func (o Office) workCopy(ctx context.Context, job *river.Job[makeCopy]) error {
	if job.Args.RequestedBy == "" {
		isDue, err := o.isDue(ctx)
		if err != nil || !isDue {
			return err
		}
	}
	made, err := o.Make(ctx, job.Args.RequestedBy)
	if err != nil || made.State != Failed {
		return err
	}
	return o.report(ctx, ProblemMessage{Reason: made.Error})
}

// isDue reports whether there is a place, the hour of the day has come, and no copy was begun since then, nor one that failed lately.
func (o Office) isDue(ctx context.Context) (bool, error) {
	places, err := o.places(ctx)
	if err != nil || len(places) == 0 {
		return false, err
	}
	hour, err := settings.Get(ctx, o.DB, Hour)
	if err != nil {
		return false, err
	}
	zone, err := settings.Location(ctx, o.DB)
	if err != nil {
		return false, err
	}
	copies, err := o.last(ctx, 1)
	if err != nil {
		return false, err
	}
	return isDueAfter(copies, hour, o.Now().In(zone)), nil
}

// isDueAfter reports whether a copy is due at a local time after the last one.
func isDueAfter(last []Copy, hour int, now time.Time) bool {
	since := time.Date(now.Year(), now.Month(), now.Day(), hour, 0, 0, 0, now.Location())
	if now.Before(since) {
		since = since.AddDate(0, 0, -1)
	}
	if len(last) == 0 {
		return true
	}
	if last[0].State == Failed {
		return now.Sub(last[0].DateStarted) >= retryAfter
	}
	return last[0].DateStarted.Before(since)
}

// Request has a copy made now.
func (o Office) Request(ctx context.Context, by auth.Caller) error {
	if err := require(by); err != nil {
		return err
	}
	places, err := o.places(ctx)
	if err != nil {
		return err
	}
	if len(places) == 0 {
		return noPlace()
	}
	return jobs.Enqueue(ctx, o.DB, makeCopy{by.Name}, &river.InsertOpts{Queue: jobs.SlowQueue, MaxAttempts: 1})
}

// rehearseCopy is the job that rehearses a restore: daily if a week has passed, or on request.
type rehearseCopy struct {
	RequestedBy string `json:"requested_by"`
}

// Kind returns the name of the job in the queue.
func (rehearseCopy) Kind() string { return "rehearse_restore" }

// workRehearsal works a rehearseCopy. A failed rehearsal is no failed job.
func (o Office) workRehearsal(ctx context.Context, job *river.Job[rehearseCopy]) error {
	if job.Args.RequestedBy == "" {
		last, err := o.lastDrills(ctx, 1)
		if err != nil || len(last) > 0 && o.Now().Sub(last[0].DateStarted) < rehearseEvery {
			return err
		}
	}
	drill, err := o.Rehearse(ctx)
	if err != nil || drill.State != Failed {
		return err
	}
	return o.report(ctx, ProblemMessage{Rehearsal: true, Reason: drill.Error})
}

// RequestRehearsal has the newest copy rehearsed now.
func (o Office) RequestRehearsal(ctx context.Context, by auth.Caller) error {
	if err := require(by); err != nil {
		return err
	}
	newest, err := o.lastDone(ctx, o.DB)
	if err != nil {
		return err
	}
	if newest == nil {
		return conflict("Ainda não há cópia para ensaiar.")
	}
	return jobs.Enqueue(ctx, o.DB, rehearseCopy{by.Name}, &river.InsertOpts{Queue: jobs.SlowQueue, MaxAttempts: 1})
}

// lastDrills returns the last rehearsals, newest first.
func (o Office) lastDrills(ctx context.Context, limit int) (drills []Drill, err error) {
	return drills, o.DB.WithContext(ctx).Order("date_started desc, id desc").Limit(limit).Find(&drills).Error
}

// report writes to the administrators what failed.
func (o Office) report(ctx context.Context, problem ProblemMessage) error {
	by := auth.Caller{Kind: auth.System}.At(o.Now())
	return o.DB.WithContext(ctx).Transaction(func(tx *db.DB) error {
		people, err := operators.ActiveAdministrators(ctx, tx)
		if err != nil {
			return err
		}
		for _, person := range people {
			message := Problem.With(problem, mail.Message{To: person.Email, Name: person.Name, Path: Path})
			if _, err := o.Mail.Send(ctx, tx, by, message); err != nil {
				return err
			}
		}
		return nil
	})
}
