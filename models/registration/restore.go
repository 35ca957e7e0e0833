package registration

import (
	"context"
	"encoding/json"

	"acolhe/models/associates"
	"acolhe/models/files"
	"acolhe/models/platform/db"
	"acolhe/models/platform/undo"
	"acolhe/models/types/auth"
)

// Restore undoes DetachDocument or RemovePatient. It returns 404 NOT_FOUND for an undo of another person, 403 PHASE_LOCKED
// if the phase has ended meanwhile, and 409 CONFLICT if another photo of the side was sent, another patient has the CPF,
// or the time is over.
func Restore(ctx context.Context, tx *db.DB, by auth.Caller, undoID int64) error {
	return tx.WithContext(ctx).Transaction(func(tx *db.DB) error {
		kept, err := undo.Take(ctx, tx, by, undoID)
		if err != nil {
			return err
		}
		read, err := lockRecord(ctx, tx, by)
		if err != nil {
			return err
		}
		if kept.Kind == associates.PatientRemoval {
			return read.restorePatient(ctx, tx, by, kept.Payload)
		}
		return read.restoreDocument(ctx, tx, by, kept.Payload)
	})
}

func (r record) restorePatient(ctx context.Context, tx *db.DB, by auth.Caller, payload json.RawMessage) error {
	var removed associates.RemovedPatient
	if err := json.Unmarshal(payload, &removed); err != nil {
		return err
	}
	if r.isBeyond(Treatment) {
		return errLocked()
	}
	return associates.RestorePatient(ctx, tx, by, removed)
}

func (r record) restoreDocument(ctx context.Context, tx *db.DB, by auth.Caller, payload json.RawMessage) error {
	var removed []files.UserFile
	if err := json.Unmarshal(payload, &removed); err != nil {
		return err
	}
	for _, one := range removed {
		if err := r.checkRestored(r.documentOf(one)); err != nil {
			return err
		}
	}
	return files.AttachAgain(ctx, tx, by, removed)
}
