package tasks

import (
	"context"
	"time"

	"github.com/riverqueue/river"
	"gorm.io/gorm/clause"

	"acolhe/models/associates"
	"acolhe/models/operators"
	"acolhe/models/platform/db"
	"acolhe/models/platform/jobs"
	"acolhe/models/reception"
	"acolhe/models/types/auth"
	"acolhe/models/types/errs"
)

const (
	// chunk is the number of associates that are processed in one transaction.
	chunk = 200
	// turn is how long a task runs before other jobs, or the end of the program, get their turn.
	turn = 10 * time.Second
	// givingUp is the timeout for storing that a task failed.
	givingUp = 5 * time.Second
)

// work is the job that runs a task.
type work struct {
	Task int64 `json:"task"`
}

// Kind returns the name of the job in the queue.
func (work) Kind() string { return "work_task" }

// Worker runs the tasks of associates.
type Worker struct {
	DB  *db.DB
	Now func() time.Time
}

// Jobs registers the worker of tasks.
func (h Worker) Jobs() jobs.Registration { return jobs.Register(&worker{hands: h}) }

type worker struct {
	river.WorkerDefaults[work]
	hands Worker
}

// Work implements river.Worker. It snoozes the job of a task that is not over.
func (w *worker) Work(ctx context.Context, job *river.Job[work]) error {
	more, err := w.hands.workTurn(ctx, job.Args.Task)
	switch {
	case err == nil && more:
		return river.JobSnooze(0)
	case err != nil && job.Attempt >= job.MaxAttempts:
		giveUp(ctx, w.hands.DB, job.Args.Task, w.hands.Now())
	}
	return err
}

func (h Worker) workTurn(ctx context.Context, id int64) (more bool, err error) {
	for ends := h.Now().Add(turn); ; {
		if more, err = h.WorkChunk(ctx, id); err != nil || !more || h.Now().After(ends) {
			return more, err
		}
	}
}

// WorkChunk processes the next associates of a task and stores the progress in one transaction,
// with the owner's current permissions, and reports whether there are more. A cancellation is
// effective before the next chunk.
func (h Worker) WorkChunk(ctx context.Context, id int64) (more bool, err error) {
	err = h.DB.WithContext(ctx).Transaction(func(tx *db.DB) error {
		task, err := lock(tx, id)
		if err != nil || task.IsOver() || task.ID == 0 {
			return err
		}
		if task.Status == Waiting {
			now := h.Now()
			task.Status, task.DateStarted = Running, &now
		}
		by, err := task.owner(ctx, tx)
		if refusal := errs.As(err); refusal != nil && refusal.Kind == errs.KindForbidden {
			task.fail(refusal.Message, h.Now())
			return store(tx, task)
		}
		if err != nil {
			return err
		}
		if err := task.workNext(ctx, tx, by.At(h.Now())); err != nil {
			return err
		}
		more = !task.IsOver()
		return store(tx, task)
	})
	return more, err
}

// giveUp marks a task as failed after its last attempt. The job's own error is logged.
func giveUp(ctx context.Context, tx *db.DB, id int64, now time.Time) {
	noting, cancel := context.WithTimeout(context.WithoutCancel(ctx), givingUp)
	defer cancel()
	_ = failTask(noting, tx, id, "A tarefa parou por um erro inesperado e não continua.", now)
}

// failTask ends a task that is not over yet.
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

// owner returns the owner of the task with the current permissions.
func (t *Task) owner(ctx context.Context, tx *db.DB) (auth.Caller, error) {
	if t.OwnerID == nil {
		return auth.Caller{}, errs.Forbidden("A conta de quem pediu foi excluída.")
	}
	by, err := operators.Acting(ctx, tx, *t.OwnerID)
	if err != nil {
		return by, err
	}
	if t.File != nil {
		return by, t.File.allow(by)
	}
	return by, t.Kind.allow(by)
}

func (t *Task) workNext(ctx context.Context, tx *db.DB, by auth.Caller) error {
	var ids []int64
	next := tx.Table("task_rows").Where("task_id = ? and associate_id > ?", t.ID, t.Reached).Order("associate_id").Limit(chunk)
	if err := next.Pluck("associate_id", &ids).Error; err != nil {
		return err
	}
	for _, id := range ids {
		if err := t.workOne(ctx, tx, by, id); err != nil {
			return err
		}
		t.Reached = id
	}
	if len(ids) < chunk {
		t.end(Done, by.Now)
	}
	return nil
}

// workOne stores why an associate was refused and continues; any other error ends the chunk.
func (t *Task) workOne(ctx context.Context, tx *db.DB, by auth.Caller, id int64) error {
	var changed bool
	err := tx.Transaction(func(tx *db.DB) (err error) {
		changed, err = t.do(ctx, tx, by, id)
		return err
	})
	if why, isRefusal := reason(err); isRefusal {
		t.Refused++
		return tx.Table("task_rows").Where("task_id = ? and associate_id = ?", t.ID, id).UpdateColumn("refusal", why).Error
	}
	if err != nil {
		return err
	}
	if changed {
		t.Changed++
	} else {
		t.PassedOver++
	}
	return nil
}

// do does the action for one associate and reports whether anything changed.
func (t *Task) do(ctx context.Context, tx *db.DB, by auth.Caller, id int64) (bool, error) {
	switch t.Kind {
	case AddTag:
		_, err := associates.AddTag(ctx, tx, by, associates.TagInput{IDs: []int64{id}, Tag: *t.Tag})
		return true, err
	case RemoveTag:
		_, err := associates.RemoveTag(ctx, tx, by, associates.TagInput{IDs: []int64{id}, Tag: *t.Tag})
		return true, err
	}
	return reception.EnqueueAssociate(ctx, tx, by, id)
}

// lock returns a task, locked until the transaction ends; its id is 0 if it was deleted.
func lock(tx *db.DB, id int64) (Task, error) {
	var task Task
	err := tx.Clauses(clause.Locking{Strength: "UPDATE"}).Where("id = ?", id).Limit(1).Find(&task).Error
	return task, err
}

// store stores the progress of a task. Of a task that is over it stores only the refusals.
func store(tx *db.DB, task Task) error {
	written := tx.Model(&task).Select("status", "changed", "passed_over", "refused", "reached", "failure", "date_started", "date_ended").Updates(task)
	if written.Error != nil || !task.IsOver() {
		return written.Error
	}
	return tx.Exec("delete from task_rows where task_id = ? and refusal is null", task.ID).Error
}
