package imports

import (
	"context"
	"errors"

	"acolhe/models/imports/people"
	"acolhe/models/imports/staging"
	"acolhe/models/platform/db"
	"acolhe/models/types/access"
	"acolhe/models/types/auth"
	"acolhe/models/types/errs"
)

// undoRows is the number of rows that are undone in one transaction.
const undoRows = 100

// Undo begins to undo an import as a whole. What others have built on stays. A session of an account with a second step must
// have passed it lately (401 SECOND_FACTOR_REQUIRED). It returns 409 CONFLICT for an import that cannot be undone any more.
func Undo(ctx context.Context, tx *db.DB, by auth.Caller, id int64) (Import, error) {
	if err := access.RequireConfirmed(by); err != nil {
		return Import{}, err
	}
	return change(ctx, tx, by, at{id, []State{Done, Paused}}, func(tx *db.DB, row *Import) error {
		if row.State == Paused {
			row.DateEnded = &by.Now
		} else if !row.CanUndo(by.Now) {
			return errs.Conflict(errs.CodeConflict, "Esta importação não dá mais para desfazer.")
		}
		row.State, row.Undone, row.Kept, row.Reached = Undoing, 0, 0, 0
		row.OwnerID = &by.ID
		return enqueue(ctx, tx, id)
	})
}

// StopAndUndo stops a running import and undoes what it has stored.
func StopAndUndo(ctx context.Context, tx *db.DB, by auth.Caller, id int64) (Import, error) {
	if err := access.RequireConfirmed(by); err != nil {
		return Import{}, err
	}
	return change(ctx, tx, by, at{id, []State{Running, Paused}}, func(tx *db.DB, row *Import) error {
		row.State, row.DateEnded, row.Undone, row.Kept, row.Reached = Undoing, &by.Now, 0, 0, 0
		row.OwnerID = &by.ID
		return enqueue(ctx, tx, id)
	})
}

// undoChunk undoes the last rows that are not undone, and reports whether there are more.
func (w Worker) undoChunk(ctx context.Context, id int64) (hasMore bool, err error) {
	err = w.DB.WithContext(ctx).Transaction(func(tx *db.DB) error {
		row, err := lock(tx, id)
		if err != nil || row.State != Undoing {
			return err
		}
		by, err := w.owner(ctx, tx, row)
		if err != nil {
			return err
		}
		var rows []*staging.Row
		last := tx.Where("import_id = ? and outcome in ?", id, []staging.Outcome{staging.WasCreated, staging.WasAttached, staging.WasJoined})
		if err := last.Order("line desc").Limit(undoRows).Find(&rows).Error; err != nil {
			return err
		}
		for _, one := range rows {
			if err := undoRow(ctx, tx, by, row.Kind, one); err != nil {
				return err
			}
			if one.Outcome == staging.WasKept {
				row.Kept++
			} else {
				row.Undone++
			}
		}
		if err := staging.StoreResults(tx, id, rows); err != nil {
			return err
		}
		if hasMore = len(rows) == undoRows; !hasMore {
			now := w.Now()
			row.State, row.DateUndone = Undone, &now
		}
		return tx.Save(&row).Error
	})
	return hasMore, err
}

// errKept ends the undo of a row that stays.
var errKept = errors.New("the record stays")

// undoRow undoes one row in a transaction of its own, or keeps it with the reason.
func undoRow(ctx context.Context, tx *db.DB, by auth.Caller, kind Kind, r *staging.Row) error {
	var kept string
	err := tx.Transaction(func(tx *db.DB) (err error) {
		if kept, err = byKind[kind].Undo(ctx, tx, by, r); err == nil && kept != "" {
			return errKept
		}
		return err
	})
	if message, _, isRefusal := staging.RefusalOf(err); isRefusal {
		kept, err = message, nil
	}
	r.Outcome = staging.WasUndone
	if kept != "" {
		r.Outcome, r.Note = staging.WasKept, &kept
	}
	if errors.Is(err, errKept) {
		return nil
	}
	return err
}

// ListBuilt returns up to 100 records that an undo would keep, and their number.
func ListBuilt(ctx context.Context, tx *db.DB, row Import) (built []staging.Built, count int, err error) {
	if of := byKind[row.Kind].Built; of != "" {
		return staging.ListBuilt(ctx, tx, row.ID, of)
	}
	if row.Kind != Associates {
		return nil, 0, nil
	}
	return people.ListBuilt(ctx, tx, row.ID)
}
