package bookings

import (
	"context"

	"github.com/google/uuid"

	"acolhe/models/platform/db"
	"acolhe/models/types/auth"
	"acolhe/models/types/page"
)

// ListByUser lists the services of an associate or a patient that the caller may see, newest first. An unknown code has
// no services.
func ListByUser(ctx context.Context, tx *db.DB, by auth.Caller, code uuid.UUID, window page.Window) (page.Of[Service], error) {
	rows, err := window.Normalize()
	if err != nil {
		return page.Of[Service]{}, err
	}
	services := func() *db.DB {
		return visible(tx.WithContext(ctx).Model(&Service{}), by).
			Where("associate_user_code = @code or patient_user_code = @code", map[string]any{"code": code})
	}
	return db.ReadPage[Service](services(), services(), rows, newestFirst)
}

// ListSeries lists the services of a series that the caller may see, by date, those without a date last.
func ListSeries(ctx context.Context, tx *db.DB, by auth.Caller, code uuid.UUID) (found []Service, err error) {
	err = allowed(tx.WithContext(ctx), by).Where("series_code = ?", code).Order("consultation_date, id").Limit(maxItems).Find(&found).Error
	return found, err
}

// NextOf returns the next service with a date of an associate or a patient that the caller may see; nil without one.
func NextOf(ctx context.Context, tx *db.DB, by auth.Caller, code uuid.UUID) (*Service, error) {
	var found []Service
	err := allowed(tx.WithContext(ctx), by).
		Where("associate_user_code = @code or patient_user_code = @code", map[string]any{"code": code}).
		Where("consultation_date >= ?", by.Now).Order("consultation_date, id").Limit(1).Find(&found).Error
	if err != nil || len(found) == 0 {
		return nil, err
	}
	return &found[0], nil
}
