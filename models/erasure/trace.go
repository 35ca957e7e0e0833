package erasure

import (
	"context"
	"time"

	"acolhe/models/platform/db"
	"acolhe/models/types/errs"
)

// Trace is what the record of an erased person says: that it was erased, when, and which certificate proves it. The zero value is
// that of a person who was not erased.
type Trace struct {
	Erasure  int64
	Number   string
	ErasedAt time.Time
}

// IsErased reports whether the person was erased.
func (t Trace) IsErased() bool { return t.Erasure != 0 }

// TraceOf returns the trace of an associate, by the id of users.
func TraceOf(ctx context.Context, tx *db.DB, user int64) (Trace, error) {
	query := tx.WithContext(ctx).Omit("certificate_encrypted", "preview", "report", "blobs").
		Where("user_id = ? and date_erased is not null", user)
	found, err := db.First[Erasure](query, errNotFound())
	if errs.HasCode(err, errs.CodeNotFound) {
		return Trace{}, nil
	}
	if err != nil {
		return Trace{}, err
	}
	return Trace{found.ID, found.Number(), *found.DateErased}, nil
}

// RequireNotErased returns 409 CONFLICT for the id of an erased person, whose record is not changed any more.
func RequireNotErased(ctx context.Context, tx *db.DB, user int64) error {
	found, err := TraceOf(ctx, tx, user)
	if err == nil && found.IsErased() {
		return errs.Conflict(errs.CodeConflict, "Esta pessoa foi apagada. O cadastro não muda mais.")
	}
	return err
}
