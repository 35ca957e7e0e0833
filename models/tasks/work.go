package tasks

import (
	"context"
	"time"

	"github.com/riverqueue/river"
	"gorm.io/gorm/clause"

	"acolhe/models/operators"
	"acolhe/models/platform/db"
	"acolhe/models/types/auth"
	"acolhe/models/types/errs"
)

const (
	// rowsPerChunk is the number of rows that are processed in one transaction.
	rowsPerChunk = 200
	// maxRunTime is the time after which a task yields to other jobs and to a stop of the program.
	maxRunTime = 10 * time.Second
	// failTimeout is the timeout for storing that a task failed.
	failTimeout = 5 * time.Second
)

// taskJob is the job that runs a task.
type taskJob struct {
	Task int64 `json:"task"`
}

// Kind returns the name of the job in the queue.
func (taskJob) Kind() string { return "work_task" }

func (j taskJob) task() int64 { return j.Task }

// args are those of the jobs that run tasks.
type args interface {
	river.JobArgs
	task() int64
}

// runner returns the function that works the jobs of a kind of tasks. run runs a task and reports whether there is more to do, which is
// done at once. A task has failed when the last attempt did.
func runner[T args](tx *db.DB, now func() time.Time, run func(context.Context, int64) (bool, error)) func(context.Context, *river.Job[T]) error {
	return func(ctx context.Context, job *river.Job[T]) error {
		hasMore, err := run(ctx, job.Args.task())
		switch {
		case err == nil && hasMore:
			return river.JobSnooze(0)
		case err != nil && job.Attempt >= job.MaxAttempts:
			failAfterLastAttempt(ctx, tx, job.Args.task(), now())
		}
		return err
	}
}

// Worker runs the tasks of associates and orders.
type Worker struct {
	DB  *db.DB
	Now func() time.Time
}

func (w Worker) workUntil(ctx context.Context, id int64) (hasMore bool, err error) {
	for ends := w.Now().Add(maxRunTime); ; {
		if hasMore, err = w.WorkChunk(ctx, id); err != nil || !hasMore || w.Now().After(ends) {
			return hasMore, err
		}
	}
}

// WorkChunk processes the next rows of a task with the owner's current permissions, stores
// the progress in the same transaction, and reports whether there are more. A cancelled or
// paused task stops before its next chunk.
func (w Worker) WorkChunk(ctx context.Context, id int64) (hasMore bool, err error) {
	var by auth.Caller
	err = w.DB.WithContext(ctx).Transaction(func(tx *db.DB) error {
		task, err := lock(tx, id)
		if err != nil || task.IsIdle() || task.ID == 0 {
			return err
		}
		if task.Status == Waiting {
			now := w.Now()
			task.Status, task.DateStarted = Running, &now
		}
		by, err = task.owner(ctx, tx)
		if refusal := errs.As(err); refusal != nil && refusal.Kind == errs.KindForbidden {
			task.fail(refusal.Message, w.Now())
			return store(tx, task)
		}
		if err != nil {
			return err
		}
		if err := task.workNext(ctx, tx, by.At(w.Now())); err != nil {
			return err
		}
		hasMore = !task.IsOver()
		return store(tx, task)
	})
	if err == nil {
		err = db.ReplicaOf(w.DB).RecordWrite(ctx, by)
	}
	return hasMore, err
}

// failAfterLastAttempt marks a task as failed. The queue logs the job's own error.
func failAfterLastAttempt(ctx context.Context, tx *db.DB, id int64, now time.Time) {
	timeoutCtx, cancel := context.WithTimeout(context.WithoutCancel(ctx), failTimeout)
	defer cancel()
	_ = failTask(timeoutCtx, tx, id, "A tarefa parou por um erro inesperado e não será retomada.", now)
}

// failTask ends a task that has not ended.
func failTask(ctx context.Context, tx *db.DB, id int64, reason string, now time.Time) error {
	return tx.WithContext(ctx).Transaction(func(tx *db.DB) error {
		task, err := lock(tx, id)
		if err != nil || task.IsOver() || task.ID == 0 {
			return err
		}
		task.fail(reason, now)
		return store(tx, task)
	})
}

// owner returns the owner of the task with the current permissions; the rest of the transaction acts for them.
func (t *Task) owner(ctx context.Context, tx *db.DB) (auth.Caller, error) {
	if t.OwnerID == nil {
		return auth.Caller{}, errs.Forbidden("A conta de quem pediu foi excluída.")
	}
	by, err := operators.Acting(ctx, tx, *t.OwnerID)
	if err != nil {
		return by, err
	}
	if err := db.ActAs(ctx, tx, by); err != nil {
		return by, err
	}
	if t.File != nil {
		return by, t.File.allow(by)
	}
	return by, t.Kind.allow(by)
}

func (t *Task) workNext(ctx context.Context, tx *db.DB, by auth.Caller) error {
	var ids []int64
	next := tx.Table("task_rows").Where("task_id = ? and row_id > ?", t.ID, t.Reached).Order("row_id").Limit(rowsPerChunk)
	if err := next.Pluck("row_id", &ids).Error; err != nil {
		return err
	}
	for _, id := range ids {
		if err := t.workOne(ctx, tx, by, id); err != nil {
			return err
		}
		t.Reached = id
	}
	if len(ids) < rowsPerChunk {
		t.end(Done, by.Now)
	}
	return nil
}

// workOne processes one row. A refusal is stored with its reason; any other error ends the
// chunk.
func (t *Task) workOne(ctx context.Context, tx *db.DB, by auth.Caller, id int64) error {
	var done rowDone
	err := tx.Transaction(func(tx *db.DB) (err error) {
		done, err = t.do(ctx, tx, by, id)
		return err
	})
	if why, isRefusal := reason(err); isRefusal {
		t.Refused++
		return t.updateRow(tx, id, map[string]any{"refusal": why})
	}
	if err != nil {
		return err
	}
	if done.isChanged {
		t.Changed++
	} else {
		t.PassedOver++
	}
	return t.updateRow(tx, id, map[string]any{"outcome": done.outcome(), "before": done.before})
}

func (t *Task) updateRow(tx *db.DB, id int64, columns map[string]any) error {
	return tx.Table("task_rows").Where("task_id = ? and row_id = ?", t.ID, id).UpdateColumns(columns).Error
}

// do does the action for one row.
func (t *Task) do(ctx context.Context, tx *db.DB, by auth.Caller, id int64) (rowDone, error) {
	if t.Kind.IsOfOrders() {
		return t.doToOrder(ctx, tx, by, id)
	}
	return t.doToAssociate(ctx, tx, by, id)
}

// lock returns a task and locks it until the transaction ends; the id is 0 if the task was deleted.
func lock(tx *db.DB, id int64) (Task, error) {
	var task Task
	err := tx.Clauses(clause.Locking{Strength: "UPDATE"}).Where("id = ?", id).Limit(1).Find(&task).Error
	return task, err
}

// store stores the progress of a task. An ended task keeps its rows if they have results.
func store(tx *db.DB, task Task) error {
	written := tx.Model(&task).Select("status", "changed", "passed_over", "refused", "reached", "failure", "date_started", "date_ended").
		Updates(task)
	if written.Error != nil || !task.IsOver() || task.Kind.HasResults() {
		return written.Error
	}
	return tx.Exec("delete from task_rows where task_id = ? and refusal is null", task.ID).Error
}
