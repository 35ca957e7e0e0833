package tasks

import (
	"context"

	"github.com/riverqueue/river"

	"acolhe/models/platform/db"
	"acolhe/models/platform/jobs"
	"acolhe/models/types/auth"
	"acolhe/models/types/errs"
)

// Pause stops a task before its next rows until Resume; finished changes remain. A task that is paused or over is not
// changed. It returns 404 NOT_FOUND as FindFor does, and 409 CONFLICT for a task that cannot stop between two rows.
func Pause(ctx context.Context, tx *db.DB, by auth.Caller, id int64) (Task, error) {
	return changeFor(ctx, tx, by, id, func(tx *db.DB, task *Task) error {
		if task.IsIdle() {
			return nil
		}
		if !task.CanPause() {
			return errs.Conflict(errs.CodeConflict, "Esta tarefa não pode ser pausada. Cancele, se for preciso.")
		}
		task.Status = Paused
		return store(tx, *task)
	})
}

// Resume continues a paused task with the row after the last processed one; any other task is not changed. It returns 404
// NOT_FOUND as FindFor does.
func Resume(ctx context.Context, tx *db.DB, by auth.Caller, id int64) (Task, error) {
	return changeFor(ctx, tx, by, id, func(tx *db.DB, task *Task) error {
		if task.Status != Paused {
			return nil
		}
		task.Status = Waiting
		if task.DateStarted != nil {
			task.Status = Running
		}
		if err := store(tx, *task); err != nil {
			return err
		}
		return task.enqueue(ctx, tx)
	})
}

// changeFor locks a task that the caller may see and calls change with it.
func changeFor(ctx context.Context, tx *db.DB, by auth.Caller, id int64, change func(tx *db.DB, task *Task) error) (Task, error) {
	var task Task
	err := tx.WithContext(ctx).Transaction(func(tx *db.DB) (err error) {
		if _, err = FindFor(ctx, tx, by, id); err != nil {
			return err
		}
		if task, err = lock(tx, id); err != nil {
			return err
		}
		return change(tx, &task)
	})
	return task, err
}

// enqueue enqueues the job of a task whose rows are processed one by one.
func (t Task) enqueue(ctx context.Context, tx *db.DB) error {
	slow := &river.InsertOpts{MaxAttempts: attempts, Queue: jobs.SlowQueue}
	switch t.Kind {
	case RequestSignatures, SendText, SendTerms:
		return jobs.Enqueue(ctx, tx, signatureJob{Task: t.ID}, slow)
	case BuyLabels:
		return jobs.Enqueue(ctx, tx, labelJob{Task: t.ID}, slow)
	}
	return jobs.Enqueue(ctx, tx, taskJob{Task: t.ID}, &river.InsertOpts{MaxAttempts: attempts})
}
