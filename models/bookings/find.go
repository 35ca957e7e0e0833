package bookings

import (
	"context"

	"github.com/google/uuid"

	"acolhe/models/platform/db"
	"acolhe/models/types/page"
)

// ListByUser gives the services that were booked by an associate or for a patient, newest
// first; the code of somebody unknown has none.
func ListByUser(ctx context.Context, tx *db.DB, code uuid.UUID, window page.Window) (page.Of[Service], error) {
	rows, err := window.Normalize()
	if err != nil {
		return page.Of[Service]{}, err
	}
	theirs := func() *db.DB {
		return tx.WithContext(ctx).Model(&Service{}).Where("associate_user_code = @code or patient_user_code = @code", map[string]any{"code": code})
	}
	return db.ReadPage[Service](theirs(), theirs(), rows, "date_created desc, id desc")
}
