// Package installation is what administrators see of the running installation: the state of its parts, and the jobs in
// the queue. It changes nothing but jobs; each part is administered in its own area.
package installation

import (
	"context"
	"slices"
	"time"

	"acolhe/models/platform/db"
	"acolhe/models/platform/jobs"
	"acolhe/models/types/auth"
	"acolhe/models/types/errs"
	"acolhe/models/types/page"
)

// JobState is the state of a job, of which River has more.
type JobState string

// The states.
const (
	// Waiting jobs run as soon as a worker is free, or at their time.
	Waiting JobState = "waiting"
	Running JobState = "running"
	// Retrying jobs failed and run again at their time.
	Retrying JobState = "retrying"
	// Failed jobs have no attempt left.
	Failed    JobState = "failed"
	Completed JobState = "completed"
	Cancelled JobState = "cancelled"
)

// stateSQL is the JobState of a row of river_job.
const stateSQL = `case state when 'running' then 'running' when 'retryable' then 'retrying' when 'discarded' then 'failed'
	when 'completed' then 'completed' when 'cancelled' then 'cancelled' else 'waiting' end`

// JobStates returns the states in the order of a job's life.
func JobStates() []JobState {
	return []JobState{Waiting, Running, Retrying, Failed, Completed, Cancelled}
}

// stored are the states of River that are a JobState.
func (s JobState) stored() []string {
	return map[JobState][]string{
		Waiting: {"available", "pending", "scheduled"}, Running: {"running"}, Retrying: {"retryable"}, Failed: {"discarded"},
		Completed: {"completed"}, Cancelled: {"cancelled"},
	}[s]
}

// Job is a job in the queue. Its arguments are not read, because they may name people.
type Job struct {
	ID          int64 `gorm:"primaryKey"`
	Kind        string
	State       JobState
	Attempt     int
	MaxAttempts int
	// Reason is the error of the last attempt, without e-mail addresses and long numbers.
	Reason      *string
	CreatedAt   time.Time
	ScheduledAt time.Time
	AttemptedAt *time.Time
	FinalizedAt *time.Time
	// About is what the area of the job declares.
	About jobs.About `gorm:"-"`
}

// TableName returns the name of the table.
func (Job) TableName() string { return "river_job" }

const jobColumns = `id, kind, ` + stateSQL + ` as state, attempt, max_attempts, created_at, scheduled_at, attempted_at, finalized_at,
	left(regexp_replace(regexp_replace(errors[cardinality(errors)]->>'error', '[^[:space:]<>]+@[^[:space:]<>]+', '…', 'g'), '[0-9]{5,}', '…', 'g'), 500) as reason`

// CanRetry reports whether the job failed, for now or for good, or was cancelled.
func (j Job) CanRetry() bool { return j.State == Retrying || j.State == Failed || j.State == Cancelled }

// CanCancel reports whether the job has not ended and no record waits for it. The others are cancelled where their record
// is, such as the list of exports.
func (j Job) CanCancel() bool {
	return slices.Contains([]JobState{Waiting, Running, Retrying}, j.State) && j.About.Cancellable
}

// JobsInput is the input of Queue.List.
type JobsInput struct {
	page.Window
	// States are those of the jobs; empty for any.
	States []JobState
}

// Queue is the queue with the jobs that the areas declare.
type Queue struct{ Declared jobs.List }

// List returns the jobs, newest first. A caller who is not an administrator sees none.
func (q Queue) List(ctx context.Context, tx *db.DB, by auth.Caller, input JobsInput) (page.Of[Job], error) {
	window, err := input.Normalize()
	if err != nil {
		return page.Of[Job]{}, err
	}
	found, err := db.ReadPage[Job](visible(ctx, tx, by), input.filtered(visible(ctx, tx, by)).Select(jobColumns), window, "id desc")
	for i, job := range found.Items {
		found.Items[i].About = q.Declared.About(job.Kind)
	}
	return found, err
}

// CountJobs counts the jobs that Queue.List returns to the caller, up to a limit.
func CountJobs(ctx context.Context, tx *db.DB, by auth.Caller, input JobsInput, limit int) (page.Counted, error) {
	return db.CountUpTo(input.filtered(visible(ctx, tx, by)), limit)
}

// CountJobsByState counts the jobs that the caller may see.
func CountJobsByState(ctx context.Context, tx *db.DB, by auth.Caller) (map[JobState]int, error) {
	return db.CountBy[JobState](visible(ctx, tx, by), stateSQL)
}

func (in JobsInput) filtered(query *db.DB) *db.DB {
	if len(in.States) == 0 {
		return query
	}
	var stored []string
	for _, state := range in.States {
		stored = append(stored, state.stored()...)
	}
	return query.Where("state::text in ?", stored)
}

func visible(ctx context.Context, tx *db.DB, by auth.Caller) *db.DB {
	return db.AdministratorsOnly(tx.WithContext(ctx).Model(&Job{}), by)
}

// Find returns a job, or 404 NOT_FOUND if there is none that the caller may see.
func (q Queue) Find(ctx context.Context, tx *db.DB, by auth.Caller, id int64) (Job, error) {
	job, err := db.First[Job](visible(ctx, tx, by).Select(jobColumns).Where("id = ?", id), errs.NotFound("Tarefa não encontrada."))
	job.About = q.Declared.About(job.Kind)
	return job, err
}

// Retry runs a job again now. It returns 404 NOT_FOUND as Find does, and 409 CONFLICT unless CanRetry.
func (q Queue) Retry(ctx context.Context, tx *db.DB, by auth.Caller, id int64) (Job, error) {
	job, err := q.Find(ctx, tx, by, id)
	if err != nil {
		return job, err
	}
	if !job.CanRetry() {
		return job, errs.Conflict(errs.CodeConflict, "Esta tarefa não falhou. Não há o que tentar de novo.")
	}
	return job, jobs.Retry(ctx, tx, id)
}

// Cancel keeps a job from running. It returns 404 NOT_FOUND as Find does, and 409 CONFLICT unless CanCancel.
func (q Queue) Cancel(ctx context.Context, tx *db.DB, by auth.Caller, id int64) (Job, error) {
	job, err := q.Find(ctx, tx, by, id)
	if err != nil {
		return job, err
	}
	if !job.CanCancel() {
		return job, errs.Conflict(errs.CodeConflict, "Esta tarefa não pode ser cancelada aqui.")
	}
	return job, jobs.Cancel(ctx, tx, id)
}

// maxRetried is the number of jobs that RetryFailed runs again at once.
const maxRetried = 500

// RetryFailed runs the oldest failed jobs again now, and returns how many.
func RetryFailed(ctx context.Context, tx *db.DB, by auth.Caller) (int, error) {
	var ids []int64
	failed := JobsInput{States: []JobState{Failed, Retrying}}
	if err := failed.filtered(visible(ctx, tx, by)).Order("id").Limit(maxRetried).Pluck("id", &ids).Error; err != nil {
		return 0, err
	}
	return len(ids), tx.WithContext(ctx).Transaction(func(tx *db.DB) error {
		for _, id := range ids {
			if err := jobs.Retry(ctx, tx, id); err != nil {
				return err
			}
		}
		return nil
	})
}
