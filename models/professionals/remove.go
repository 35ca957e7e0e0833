package professionals

import (
	"context"

	"acolhe/models/platform/db"
	"acolhe/models/platform/undo"
	"acolhe/models/types/auth"
	"acolhe/models/types/patch"
)

// Deactivation is the kind of undo of a deactivation.
const Deactivation undo.Kind = "professionals.deactivate"

// Remove removes a professional. One with services is 409 HAS_LINKED_RECORDS and can only be set inactive; an unknown
// one is 404 NOT_FOUND.
func Remove(ctx context.Context, tx *db.DB, id int64) error {
	return db.Remove[Professional](ctx, tx, id)
}

// Deactivated is a deactivated professional.
type Deactivated struct{ ID int64 }

// Deactivate is the soft delete: the professional is no longer offered, and services keep them. An unknown one is 404
// NOT_FOUND, a professional's own access 403 FORBIDDEN.
func Deactivate(ctx context.Context, tx *db.DB, by auth.Caller, id int64) error {
	return setActive(ctx, tx, by, id, patch.Of(false))
}

// DeactivateWithUndo is Deactivate, and returns the id of the undo.
func DeactivateWithUndo(ctx context.Context, tx *db.DB, by auth.Caller, id int64) (undoID int64, err error) {
	err = tx.WithContext(ctx).Transaction(func(tx *db.DB) error {
		if err := Deactivate(ctx, tx, by, id); err != nil {
			return err
		}
		undoID, err = undo.Keep(ctx, tx, by, Deactivation, Deactivated{ID: id})
		return err
	})
	return undoID, err
}

// Reactivate undoes a deactivation.
func Reactivate(ctx context.Context, tx *db.DB, by auth.Caller, input Deactivated) error {
	return setActive(ctx, tx, by, input.ID, patch.Of(true))
}

func setActive(ctx context.Context, tx *db.DB, by auth.Caller, id int64, active patch.Field[bool]) error {
	_, err := Change(ctx, tx, by, ChangeInput{ID: id, Fields: Fields{Active: active}})
	return err
}
