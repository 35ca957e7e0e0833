package listing

import (
	"context"

	"github.com/google/uuid"

	"acolhe/models/bookings"
	"acolhe/models/platform/db"
	"acolhe/models/types/auth"
	"acolhe/models/types/page"
)

// ListByUser lists the services of an associate or a patient that the caller may see, newest first. An unknown code has
// no services.
func ListByUser(ctx context.Context, tx *db.DB, by auth.Caller, code uuid.UUID, window page.Window) (page.Of[bookings.Service], error) {
	rows, err := window.Normalize()
	if err != nil {
		return page.Of[bookings.Service]{}, err
	}
	services := func() *db.DB {
		return bookings.Visible(tx.WithContext(ctx).Model(&bookings.Service{}), by).
			Where("associate_user_code = @code or patient_user_code = @code", map[string]any{"code": code})
	}
	return db.ReadPage[bookings.Service](services(), services(), rows, bookings.NewestFirst)
}

// ListSeries lists the services of a series that the caller may see, by date, those without a date last.
func ListSeries(ctx context.Context, tx *db.DB, by auth.Caller, code uuid.UUID) (found []bookings.Service, err error) {
	err = bookings.Allowed(tx.WithContext(ctx), by).Where("series_code = ?", code).Order("consultation_date, id").Limit(bookings.MaxItems).Find(&found).Error
	return found, err
}

// NextOf returns the next service with a date of an associate or a patient that the caller may see; nil without one.
func NextOf(ctx context.Context, tx *db.DB, by auth.Caller, code uuid.UUID) (*bookings.Service, error) {
	var found []bookings.Service
	err := bookings.Allowed(tx.WithContext(ctx), by).
		Where("associate_user_code = @code or patient_user_code = @code", map[string]any{"code": code}).
		Where("consultation_date >= ?", by.Now).Order("consultation_date, id").Limit(1).Find(&found).Error
	if err != nil || len(found) == 0 {
		return nil, err
	}
	return &found[0], nil
}
