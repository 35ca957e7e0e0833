package attendance

import (
	"context"

	"acolhe/models/bookings"
	"acolhe/models/platform/db"
	"acolhe/models/types/auth"
)

// ListOwn returns the next appointments of the calling associate and their patients, at most limit of them, soonest
// first; any other caller has none.
func ListOwn(ctx context.Context, tx *db.DB, by auth.Caller, limit int) ([]bookings.Service, error) {
	found := []bookings.Service{}
	err := tx.WithContext(ctx).Scopes(own(by)).Where("consultation_date >= ?", by.Now).
		Order("consultation_date, id").Limit(limit).Find(&found).Error
	return found, err
}

// ListOwnPast returns the earlier appointments of the calling associate and their patients, at most limit of them, newest
// first; any other caller has none.
func ListOwnPast(ctx context.Context, tx *db.DB, by auth.Caller, limit int) ([]bookings.Service, error) {
	found := []bookings.Service{}
	err := tx.WithContext(ctx).Scopes(own(by)).Where("consultation_date < ?", by.Now).
		Order("consultation_date desc, id desc").Limit(limit).Find(&found).Error
	return found, err
}

// ListOwnUndated returns the services without a date of the calling associate and their patients, at most limit of
// them, newest first; any other caller has none. The staff arranges their dates.
func ListOwnUndated(ctx context.Context, tx *db.DB, by auth.Caller, limit int) ([]bookings.Service, error) {
	found := []bookings.Service{}
	err := tx.WithContext(ctx).Scopes(own(by)).Where("consultation_date is null and cancelled_date is null").Order(bookings.NewestFirst).Limit(limit).
		Find(&found).Error
	return found, err
}

// own selects the appointments of the calling associate, with what their pages show.
func own(by auth.Caller) db.Scope {
	return func(query *db.DB) *db.DB {
		return query.Scopes(db.Allowed(by.Kind == auth.Associate)).
			Select("id, service_code, booking_group_code, associate_user_code, patient_name, professional_id, professional_name, type, consultation_date, price, price_paid, status, confirmation, confirmation_reason, confirmation_date, requested_date, cancelled_date, calendar_sequence, date_created, date_updated").
			Where("associate_user_code = ?", by.Code)
	}
}
