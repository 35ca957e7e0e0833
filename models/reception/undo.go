package reception

import (
	"context"
	"time"

	"gorm.io/gorm/clause"

	"acolhe/models/platform/db"
	"acolhe/models/platform/undo"
	"acolhe/models/types/auth"
	"acolhe/models/types/errs"
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

// ChangeUndo is the kind of undo that UndoChange performs.
const ChangeUndo undo.Kind = "reception.change"

// Undo is an item before a change, and the time of the change.
type Undo struct {
	Before  Item
	Changed time.Time
}

// ActUndoable changes an item with action and stores the undo, whose id it returns; 0 if nothing changed. It returns the
// errors of action, and 404 NOT_FOUND for an item that the caller may not see.
func ActUndoable(ctx context.Context, tx *db.DB, by auth.Caller, id int64, action func(tx *db.DB) (Item, error)) (item Item, undoID int64,
	err error) {
	err = tx.WithContext(ctx).Transaction(func(tx *db.DB) error {
		before, err := FindFor(ctx, tx, by, id)
		if err != nil {
			return err
		}
		if item, err = action(tx); err != nil || len(db.Differing(tx, &before, &item)) == 0 {
			return err
		}
		undoID, err = undo.Keep(ctx, tx, by, ChangeUndo, Undo{Before: before, Changed: item.DateUpdated})
		return err
	})
	return item, undoID, err
}

// UndoChange restores the status, attendant, tags, link, completion, name, e-mail and telephone of an item. It returns 409 CONFLICT if the item has
// changed again.
func UndoChange(ctx context.Context, tx *db.DB, by auth.Caller, changed Undo) error {
	before := changed.Before
	_, err := change(ctx, tx, by, target{id: before.ID}, func(_ *db.DB, item *Item) error {
		if !item.DateUpdated.Equal(changed.Changed.Truncate(time.Microsecond)) { // as the database stores it
			return errs.Conflict(errs.CodeConflict, "Este atendimento mudou de novo. Abra para ver.")
		}
		item.Status, item.Attendant, item.Labels = before.Status, before.Attendant, before.Labels
		item.Name, item.Email, item.Phone = before.Name, before.Email, before.Phone
		item.CompletedAt, item.CompletionReason = before.CompletedAt, before.CompletionReason
		item.AssociateCode, item.AssociateName, item.AvatarURL, item.IsAssociate = before.AssociateCode, before.AssociateName, before.AvatarURL,
			before.IsAssociate
		return nil
	})
	return err
}
