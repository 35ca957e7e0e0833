package staging

import (
	"acolhe/models/imports/cells"
	"acolhe/models/imports/kinds"
	"acolhe/models/platform/db"
	"acolhe/models/types/errs"
)

// Refuse marks a row that could not be stored.
func (r *Row) Refuse(reason string) { r.Outcome, r.Note = WasRefused, &reason }

// Try does one row in a transaction of its own; a refusal becomes the result of the row.
func (r *Row) Try(tx *db.DB, do func(tx *db.DB) error) error {
	done := map[Outcome]Outcome{Join: WasJoined, Attach: WasAttached, Create: WasCreated}[r.Outcome]
	err := tx.Transaction(do)
	if message, path, isRefusal := RefusalOf(err); isRefusal {
		r.Refuse(WithField(path, message))
		r.Made, r.RecordID = Made{}, nil
		return nil
	}
	r.Outcome = done
	return err
}

// WithField puts the name of a field before the message about it.
func WithField(path, message string) string {
	for _, fields := range kinds.AllFields() {
		if field, known := cells.FieldOf(fields, path); known {
			return field.Label + ": " + message
		}
	}
	return message
}

// RefusalOf returns the message of a refusal; isRefusal is false for an error of the program or the database.
func RefusalOf(err error) (message, path string, isRefusal bool) {
	refusal := errs.As(err)
	if refusal == nil || refusal.Kind == errs.KindUnavailable || refusal.Kind == errs.KindInternal {
		return "", "", false
	}
	if len(refusal.Fields) > 0 {
		return refusal.Fields[0].Message, refusal.Fields[0].Path, true
	}
	return refusal.Message, "", true
}

func ErrRefused(message string) error { return errs.Conflict(errs.CodeConflict, message) }
