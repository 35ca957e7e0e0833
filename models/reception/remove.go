package reception

import (
	"context"

	"gorm.io/gorm/clause"

	"acolhe/models/platform/db"
	"acolhe/models/platform/undo"
	"acolhe/models/types/auth"
)

// Removal is the kind of undo that Restore performs.
const Removal undo.Kind = "reception.remove"

// Removed is a removed item with its history and its notes.
type Removed struct {
	Item   Item
	Events []Event
	Notes  []Note
}

// Remove removes an item from the queue. An unknown item is 404 NOT_FOUND.
func Remove(ctx context.Context, tx *db.DB, id int64) error {
	return db.Remove[Item](ctx, tx, id)
}

// RemoveWithUndo removes an item and returns it with the id of the undo. An item that the caller may not see is 404
// NOT_FOUND.
func RemoveWithUndo(ctx context.Context, tx *db.DB, by auth.Caller, id int64) (item Item, undoID int64, err error) {
	err = tx.WithContext(ctx).Transaction(func(tx *db.DB) error {
		if item, err = FindFor(ctx, tx.Clauses(clause.Locking{Strength: "UPDATE"}), by, id); err != nil {
			return err
		}
		events, err := History(ctx, tx, id)
		if err != nil {
			return err
		}
		notes, err := Notes(ctx, tx, id)
		if err != nil {
			return err
		}
		if err := Remove(ctx, tx, id); err != nil {
			return err
		}
		undoID, err = undo.Keep(ctx, tx, by, Removal, Removed{Item: item, Events: events, Notes: notes})
		return err
	})
	return item, undoID, err
}

// Restore adds a removed item again, with its history and its notes.
func Restore(ctx context.Context, tx *db.DB, _ auth.Caller, removed Removed) error {
	return tx.WithContext(ctx).Transaction(func(tx *db.DB) error {
		if err := tx.Create(&removed.Item).Error; err != nil {
			return err
		}
		if err := createAll(tx, removed.Events); err != nil {
			return err
		}
		return createAll(tx, removed.Notes)
	})
}

func createAll[Row any](tx *db.DB, rows []Row) error {
	if len(rows) == 0 {
		return nil
	}
	return tx.Create(&rows).Error
}
