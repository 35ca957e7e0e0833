package tasks

import (
	"context"
	"strings"

	"github.com/riverqueue/river"

	"acolhe/models/associates"
	"acolhe/models/platform/db"
	"acolhe/models/platform/jobs"
	"acolhe/models/platform/undo"
	"acolhe/models/reception"
	"acolhe/models/tags"
	"acolhe/models/types/auth"
	"acolhe/models/types/errs"
	"acolhe/models/types/texts"
)

// maxImmediate is the maximum number of associates for which the request itself performs the action.
const maxImmediate = 500

// attempts is the maximum number of attempts of a task's job.
const attempts = 8

// Input is an action and its associates.
type Input struct {
	Kind Kind
	Tag  string
	// Associates is a selection, or all associates that match a filter.
	Associates associates.ListInput
}

// Result holds the counts of an action done within the request and the id of its undo, or the Task of a longer action.
type Result struct {
	Changed, PassedOver int
	UndoID              int64
	Task                *Task
}

// Apply does the action for up to maxImmediate associates, all or none; for more it stores a task
// with the list of associates, which runs in the background. It returns the errors of
// associates.AddTag and reception.EnqueueAssociates, and 403 FORBIDDEN if the caller may not do the
// action.
func Apply(ctx context.Context, tx *db.DB, by auth.Caller, input Input) (Result, error) {
	if err := input.Kind.allow(by); err != nil {
		return Result{}, err
	}
	input.Tag = strings.TrimSpace(input.Tag)
	if err := input.check(); err != nil {
		return Result{}, err
	}
	ids, err := input.readIDs(ctx, tx, by)
	if err != nil {
		return Result{}, err
	}
	if input.Associates.IDs == nil && len(ids) == 0 {
		return Result{}, errs.Invalid("ids", "não há mais ninguém com estes filtros")
	}
	if input.Associates.IDs != nil || len(ids) <= maxImmediate {
		return input.applyNow(ctx, tx, by, ids)
	}
	task, err := input.store(ctx, tx, by)
	return Result{Task: &task}, err
}

func (in Input) check() error {
	if !in.Kind.HasTag() {
		return nil
	}
	var p errs.Problems
	p.Require(in.Tag != "", "tag", "escolha uma etiqueta")
	p.Require(texts.Fits(in.Tag, tags.MaxLength), "tag", "deve ter no máximo 60 caracteres")
	return p.Err()
}

// readIDs returns the ids of the associates, at most one more than maxImmediate.
func (in Input) readIDs(ctx context.Context, tx *db.DB, by auth.Caller) (ids []int64, err error) {
	if in.Associates.IDs != nil {
		return in.Associates.IDs, nil
	}
	found, err := associates.SelectIDs(ctx, tx, by, in.Associates)
	if err != nil {
		return nil, err
	}
	return ids, found.Order("id").Limit(maxImmediate+1).Pluck("id", &ids).Error
}

func (in Input) applyNow(ctx context.Context, tx *db.DB, by auth.Caller, ids []int64) (result Result, err error) {
	err = tx.WithContext(ctx).Transaction(func(tx *db.DB) error {
		switch in.Kind {
		case AddTag:
			tagged, err := associates.AddTag(ctx, tx, by, associates.TagInput{IDs: ids, Tag: in.Tag})
			if err != nil {
				return err
			}
			result.Changed = tagged.Count
			return result.keep(ctx, tx, by, associates.TagAdded, associates.TagInput{IDs: tagged.Changed, Tag: in.Tag})
		case RemoveTag:
			tagged, err := associates.RemoveTag(ctx, tx, by, associates.TagInput{IDs: ids, Tag: in.Tag})
			if err != nil {
				return err
			}
			result.Changed = tagged.Count
			return result.keep(ctx, tx, by, associates.TagRemoved, associates.TagInput{IDs: tagged.Changed, Tag: in.Tag})
		}
		enqueued, err := reception.EnqueueAssociates(ctx, tx, by, reception.AssociatesInput{IDs: ids})
		result.Changed, result.PassedOver = len(enqueued.Items), enqueued.Waiting
		if err == nil && len(enqueued.Items) > 0 {
			result.UndoID, err = undo.Keep(ctx, tx, by, reception.Enqueued, enqueued)
		}
		return err
	})
	return result, err
}

// keep stores the undo of a change of tags, unless nothing changed.
func (r *Result) keep(ctx context.Context, tx *db.DB, by auth.Caller, kind undo.Kind, changed associates.TagInput) (err error) {
	if len(changed.IDs) > 0 {
		r.UndoID, err = undo.Keep(ctx, tx, by, kind, changed)
	}
	return err
}

// store stores the task with the associates that the filter currently matches, and enqueues its job.
func (in Input) store(ctx context.Context, tx *db.DB, by auth.Caller) (Task, error) {
	task := Task{Kind: in.Kind, Status: Waiting, OwnerID: &by.ID, OwnerName: by.FullName(), DateCreated: by.Now}
	if in.Kind.HasTag() {
		task.Tag = &in.Tag
	}
	err := tx.WithContext(ctx).Transaction(func(tx *db.DB) error {
		if err := tx.Create(&task).Error; err != nil {
			return err
		}
		found, err := associates.SelectIDs(ctx, tx, by, in.Associates)
		if err != nil {
			return err
		}
		stored := tx.Exec("insert into task_rows (task_id, associate_id) select ?, id from (?) as found", task.ID, found)
		if stored.Error != nil {
			return stored.Error
		}
		task.Total = int(stored.RowsAffected)
		if err := tx.Model(&task).UpdateColumn("total", task.Total).Error; err != nil {
			return err
		}
		return jobs.Enqueue(ctx, tx, taskJob{Task: task.ID}, &river.InsertOpts{MaxAttempts: attempts})
	})
	return task, err
}
