package tasks

import (
	"context"
	"errors"
	"time"

	"acolhe/models/platform/db"
	"acolhe/models/types/auth"
	"acolhe/models/types/errs"
)

// rowByRow processes the rows of a task outside of transactions, for actions that call other services or store files. Each
// row has a result of its own; one that was processed before a crash, but not recorded, is processed again.
type rowByRow struct {
	DB  *db.DB
	Now func() time.Time
	do  func(ctx context.Context, by auth.Caller, task Task, row int64) (rowResult, error)
}

// rowResult is the result for one row; refusal is the reason of a refused one.
type rowResult struct {
	isNew   bool
	refusal string
}

// next processes the next rows of a task with the owner's current permissions, for some seconds, and reports whether there
// are more. A cancelled or paused task stops before its next row.
func (w rowByRow) next(ctx context.Context, id int64) (hasMore bool, err error) {
	for ends := w.Now().Add(maxRunTime); w.Now().Before(ends); {
		task, by, err := w.start(ctx, id)
		if err != nil || task.Status != Running {
			return false, err
		}
		row, err := task.nextRow(ctx, w.DB)
		if err != nil {
			return false, err
		}
		var result rowResult
		if row != 0 {
			if result, err = w.do(db.WithActor(ctx, by), by.At(w.Now()), task, row); err != nil {
				return false, err
			}
		}
		if hasMore, err = w.record(ctx, id, row, result); err != nil || !hasMore {
			return false, err
		}
	}
	return true, nil
}

// start marks a waiting task as running, and returns its owner.
func (w rowByRow) start(ctx context.Context, id int64) (task Task, by auth.Caller, err error) {
	err = w.DB.WithContext(ctx).Transaction(func(tx *db.DB) error {
		if task, err = lock(tx, id); err != nil || task.IsIdle() || task.ID == 0 {
			return err
		}
		if task.Status == Waiting {
			now := w.Now()
			task.Status, task.DateStarted = Running, &now
		}
		by, err = task.owner(ctx, tx)
		if refusal := errs.As(err); refusal != nil && refusal.Kind == errs.KindForbidden {
			task.fail(refusal.Message, w.Now())
		} else if err != nil {
			return err
		}
		return store(tx, task)
	})
	return task, by, err
}

// nextRow returns the next row of a task, 0 after the last. Rows that were refused when the task was stored are no rows of
// its work.
func (t Task) nextRow(ctx context.Context, tx *db.DB) (int64, error) {
	var ids []int64
	err := tx.WithContext(ctx).Table("task_rows").Where("task_id = ? and row_id > ? and refusal is null", t.ID, t.Reached).Order("row_id").
		Limit(1).Pluck("row_id", &ids).Error
	if err != nil || len(ids) == 0 {
		return 0, err
	}
	return ids[0], nil
}

// record stores the result for a row, and ends the task after the last one. A row that a second worker recorded, after a
// pause that was short, counts once.
func (w rowByRow) record(ctx context.Context, id, row int64, result rowResult) (hasMore bool, err error) {
	err = w.DB.WithContext(ctx).Transaction(func(tx *db.DB) error {
		task, err := lock(tx, id)
		if err != nil || task.ID == 0 {
			return err
		}
		switch {
		case row <= task.Reached:
		case result.refusal != "":
			task.Refused++
			err = task.updateRow(tx, row, map[string]any{"refusal": result.refusal})
		case row == 0:
		case result.isNew:
			task.Changed++
			err = task.updateRow(tx, row, map[string]any{"outcome": Changed})
		default:
			task.PassedOver++
			err = task.updateRow(tx, row, map[string]any{"outcome": PassedOver})
		}
		task.Reached = max(task.Reached, row)
		if row == 0 && !task.IsOver() {
			task.end(Done, w.Now())
		}
		hasMore = !task.IsOver()
		return errors.Join(err, store(tx, task))
	})
	return hasMore, err
}
