package professionals

import (
	"context"

	"acolhe/models/platform/db"
	"acolhe/models/types/auth"
)

// ChangeInput changes what is sent of a professional. Version is the one that a form was opened with.
type ChangeInput struct {
	ID      int64  `json:"-" form:"-"`
	Version string `json:"-" form:"version"`
	Fields
}

// Change changes a professional. It returns the errors of Register, 404 NOT_FOUND for an unknown one, and
// 409 CONFLICT for a stale version.
func Change(ctx context.Context, tx *db.DB, by auth.Caller, input ChangeInput) (Professional, error) {
	return db.Change(ctx, tx, input.ID, input.Version, func(tx *db.DB, _ Professional, professional *Professional) error {
		professional.DateUpdated = by.Now
		return input.apply(ctx, tx, professional)
	})
}

// Remove removes a professional; one with services is 409 HAS_LINKED_RECORDS and can only be set
// inactive. An unknown one is 404 NOT_FOUND.
func Remove(ctx context.Context, tx *db.DB, id int64) error {
	return db.Remove[Professional](ctx, tx, id)
}
