package tasks

import (
	"context"
	"errors"
	"time"

	"github.com/riverqueue/river"

	"acolhe/models/platform/db"
	"acolhe/models/platform/jobs"
	"acolhe/models/tags"
	"acolhe/models/types/auth"
	"acolhe/models/types/errs"
	"acolhe/models/types/patch"
)

// tagJob is the job that changes a tag in all its rows.
type tagJob struct {
	Task int64 `json:"task"`
}

// Kind returns the name of the job in the queue.
func (tagJob) Kind() string { return "change_tag" }

func (j tagJob) task() int64 { return j.Task }

// TagChange is a change of a tag: its new fields for RenameTag, the tag that takes over its rows for JoinTag.
type TagChange struct {
	ID         int64   `json:"id"`
	Name       string  `json:"name,omitempty"`
	Color      *string `json:"color,omitempty"`
	Collection *string `json:"collection,omitempty"`
	Into       int64   `json:"into,omitempty"`
}

// RequestTag stores a change of a tag with many rows and enqueues its job. The change is one transaction, so that readers
// see either the earlier or the new name everywhere. It returns 403 FORBIDDEN if the caller may not change tags, the errors
// of tags.CheckChange, 404 NOT_FOUND for an unknown tag, and 409 CONFLICT while another task changes the tag.
func RequestTag(ctx context.Context, tx *db.DB, by auth.Caller, kind Kind, change TagChange) (Task, error) {
	task := newTask(kind, by)
	task.Facts = &Facts{Tag: change}
	if err := kind.allow(by); err != nil {
		return task, err
	}
	err := tx.WithContext(ctx).Transaction(func(tx *db.DB) error {
		tag, err := db.Lock[tags.Tag](tx, change.ID)
		if err != nil {
			return err
		}
		if err := change.check(ctx, tx, by, kind); err != nil {
			return err
		}
		task.Tag = &tag.Name
		if err := tx.Create(&task).Error; err != nil {
			return err
		}
		return jobs.Enqueue(ctx, tx, tagJob{Task: task.ID}, &river.InsertOpts{MaxAttempts: exportAttempts, Queue: jobs.SlowQueue})
	})
	return task, err
}

// check refuses an impossible change, and a second change of the same tag.
func (c TagChange) check(ctx context.Context, tx *db.DB, by auth.Caller, kind Kind) error {
	if kind == RenameTag {
		if err := tags.CheckChange(ctx, tx, by, c.input()); err != nil {
			return err
		}
	}
	var running int64
	err := tx.Model(&Task{}).Where("kind in ? and date_ended is null and facts->'tag'->>'id' = ?::bigint::text",
		[]Kind{RenameTag, JoinTag, DeleteTag}, c.ID).Count(&running).Error
	if err == nil && running > 0 {
		err = errs.Conflict(errs.CodeConflict, "Uma tarefa já altera esta etiqueta. Acompanhe em Tarefas.")
	}
	return err
}

func (c TagChange) input() tags.ChangeInput {
	nullable := func(value *string) patch.Field[string] {
		if value == nil {
			return patch.Field[string]{Sent: true, Null: true}
		}
		return patch.Of(*value)
	}
	return tags.ChangeInput{ID: c.ID, Fields: tags.Fields{Name: patch.Of(c.Name), Color: nullable(c.Color),
		Collection: nullable(c.Collection)}}
}

// TagWorker changes tags in all their rows.
type TagWorker struct {
	DB  *db.DB
	Now func() time.Time
}

func (w TagWorker) run(ctx context.Context, id int64) (hasMore bool, err error) {
	return false, w.ChangeTag(ctx, id)
}

// ChangeTag changes the tag of a task with the owner's current permissions, all rows or none, and ends the task in the same
// transaction. A refused change fails the task.
func (w TagWorker) ChangeTag(ctx context.Context, id int64) error {
	task, by, err := begin(ctx, w.DB, id, w.Now())
	if err != nil || task.Status != Running {
		return err
	}
	err = w.DB.WithContext(db.WithActor(ctx, by)).Transaction(func(tx *db.DB) error {
		changed, err := w.change(ctx, tx, by.At(w.Now()), task)
		if err != nil {
			return err
		}
		ended, err := lock(tx, task.ID)
		if err != nil {
			return err
		}
		if ended.Status != Running {
			return errStopped
		}
		ended.Changed, ended.Total = changed, changed
		ended.end(Done, w.Now())
		return store(tx, ended)
	})
	if err == nil {
		return db.ReplicaOf(w.DB).RecordWrite(ctx, by)
	}
	if why, isRefusal := reason(err); isRefusal {
		return failTask(ctx, w.DB, id, why, w.Now())
	}
	if errors.Is(err, errStopped) {
		return nil
	}
	return err
}

// change calls the verb of a task and returns the number of changed rows.
func (w TagWorker) change(ctx context.Context, tx *db.DB, by auth.Caller, task Task) (changed int, err error) {
	progress := func(rows, of int) error {
		changed = rows
		return storeProgress(ctx, w.DB, task.ID, rows, of)
	}
	facts := task.Facts.Tag
	switch task.Kind {
	case RenameTag:
		_, err = tags.ChangeWithProgress(ctx, tx, by, facts.input(), progress)
	case JoinTag:
		_, err = tags.JoinWithProgress(ctx, tx, by, tags.JoinInput{ID: facts.ID, Into: facts.Into}, progress)
	default:
		_, err = tags.RemoveWithProgress(ctx, tx, by, tags.RemoveInput{ID: facts.ID, FromRows: true}, progress)
	}
	return changed, err
}
