package tasks

import (
	"context"
	"time"

	"acolhe/models/associates"
	"acolhe/models/groupedit"
	"acolhe/models/platform/db"
	"acolhe/models/types/auth"
	"acolhe/models/types/errs"
	"acolhe/models/types/texts"
)

// undoFor is the time for which a task can be undone.
const undoFor = 30 * 24 * time.Hour

// Undone is the task that UndoGroup undoes, and what it did.
type Undone struct {
	Task  int64           `json:"task"`
	Kind  Kind            `json:"kind"`
	Tag   string          `json:"tag,omitempty"`
	Field groupedit.Input `json:"field,omitzero"`
}

// CanUndo reports whether RequestUndo undoes the task, unless that was done before.
func (t Task) CanUndo(now time.Time) bool {
	switch t.Kind {
	case SetField, AddTag, RemoveTag:
		return t.IsOver() && t.Changed > 0 && now.Sub(*t.DateEnded) < undoFor
	}
	return false
}

// RequestUndo stores the task that undoes another one in the rows that it changed. It returns 404 NOT_FOUND as FindFor does,
// and 409 CONFLICT for a task that cannot be undone, or was undone.
func RequestUndo(ctx context.Context, tx *db.DB, by auth.Caller, id int64) (task Task, err error) {
	err = tx.WithContext(ctx).Transaction(func(tx *db.DB) error {
		of, err := lockUndone(ctx, tx, by, id)
		if err != nil {
			return err
		}
		task = newTask(UndoGroup, by)
		task.Total = of.Changed
		task.Facts = &Facts{Undone: &Undone{Task: of.ID, Kind: of.Kind, Tag: texts.Of(of.Tag)}}
		if of.Facts != nil {
			task.Facts.Undone.Field = of.Facts.Field
		}
		if err := tx.Create(&task).Error; err != nil {
			return err
		}
		stored := tx.Exec("insert into task_rows (task_id, row_id, before) select ?, row_id, before from task_rows where task_id = ? and outcome = 'changed'",
			task.ID, of.ID)
		if stored.Error != nil {
			return stored.Error
		}
		return task.enqueue(ctx, tx)
	})
	return task, err
}

// lockUndone returns a task that can be undone, and locks it, so that it is undone once.
func lockUndone(ctx context.Context, tx *db.DB, by auth.Caller, id int64) (Task, error) {
	if _, err := FindFor(ctx, tx, by, id); err != nil {
		return Task{}, err
	}
	task, err := lock(tx, id)
	if err != nil {
		return task, err
	}
	if err := task.Kind.allow(by); err != nil {
		return task, err
	}
	if !task.CanUndo(by.Now) {
		return task, errs.Conflict(errs.CodeConflict, "Esta tarefa não pode mais ser desfeita.")
	}
	undoing, err := UndoneBy(ctx, tx, id)
	if err == nil && undoing != 0 {
		err = errs.Conflict(errs.CodeConflict, "Esta tarefa já foi desfeita.")
	}
	return task, err
}

// UndoneBy returns the id of the task that undoes another one, 0 if none does.
func UndoneBy(ctx context.Context, tx *db.DB, id int64) (int64, error) {
	var found []int64
	err := tx.WithContext(ctx).Model(&Task{}).Where("kind = ? and (facts #>> '{undone,task}')::bigint = ?", UndoGroup, id).
		Order("id").Limit(1).Pluck("id", &found).Error
	if err != nil || len(found) == 0 {
		return 0, err
	}
	return found[0], nil
}

// undo undoes a task for one associate, and reports whether anything changed: what was changed after it stays.
func (u Undone) undo(ctx context.Context, tx *db.DB, by auth.Caller, id int64, before string) (done rowDone, err error) {
	switch u.Kind {
	case AddTag:
		tagged, err := associates.RemoveTag(ctx, tx, by, associates.TagInput{IDs: []int64{id}, Tag: u.Tag})
		return rowDone{isChanged: len(tagged.Changed) > 0}, err
	case RemoveTag:
		tagged, err := associates.AddTag(ctx, tx, by, associates.TagInput{IDs: []int64{id}, Tag: u.Tag})
		return rowDone{isChanged: len(tagged.Changed) > 0}, err
	}
	row, err := associates.FindFor(ctx, tx, by, id)
	if err != nil || groupedit.Value(row, u.Field.Field) != u.Field.Value {
		return done, err
	}
	change := groupedit.Change{Field: u.Field.Field, Value: u.Field.Value, Changed: []groupedit.Before{{ID: id, Value: before}}}
	return rowDone{isChanged: true}, groupedit.UndoSet(ctx, tx, by, change)
}

// beforeOf returns the value that a row of the task had before the task that it undoes.
func (t Task) beforeOf(ctx context.Context, tx *db.DB, row int64) (before string, err error) {
	err = db.ScanRow(tx.WithContext(ctx).Raw("select coalesce(before, '') from task_rows where task_id = ? and row_id = ?", t.ID, row), &before)
	return before, err
}
