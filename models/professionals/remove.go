package professionals

import (
	"context"

	"acolhe/models/platform/db"
)

// Remove removes a professional. One with services is 409 HAS_LINKED_RECORDS and can only be set inactive; an unknown
// one is 404 NOT_FOUND.
func Remove(ctx context.Context, tx *db.DB, id int64) error {
	return db.Remove[Professional](ctx, tx, id)
}
