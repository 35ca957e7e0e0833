package bookings

import (
	"context"

	"acolhe/models/platform/db"
	"acolhe/models/types/auth"
)

// ListOwn returns the next appointments of the calling associate and their patients, at most limit of them, soonest
// first; any other caller has none.
func ListOwn(ctx context.Context, tx *db.DB, by auth.Caller, limit int) ([]Service, error) {
	found := []Service{}
	err := tx.WithContext(ctx).Scopes(db.Allowed(by.Kind == auth.Associate)).
		Select("id, associate_user_code, patient_name, professional_name, type, consultation_date, status").
		Where("associate_user_code = ? and consultation_date >= ?", by.Code, by.Now).
		Order("consultation_date, id").Limit(limit).Find(&found).Error
	return found, err
}
