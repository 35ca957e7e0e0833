package appointments

import (
	"context"

	"acolhe/models/bookings"
	"acolhe/models/platform/db"
	"acolhe/models/types/auth"
	"acolhe/models/types/civil"
)

// maxInWeek is the number of appointments of a week of one professional.
const maxInWeek = 500

// OfProfessional returns the appointments of the calling professional in a period, paid or not, by date; any other caller has
// none.
func OfProfessional(ctx context.Context, tx *db.DB, by auth.Caller, span civil.Span) ([]bookings.Service, error) {
	var found []bookings.Service
	err := tx.WithContext(ctx).Scopes(db.Allowed(by.Is(auth.Profissional) && by.InternalCode != "")).
		Select("id, associate_name, patient_name, professional_id, type, consultation_date, status, confirmation").
		Where("professional_id = (select id from professionals where professional_code = ?)", by.InternalCode).
		Where("consultation_date >= ? and consultation_date < ?", span.From, span.To).
		Order("consultation_date, id").Limit(maxInWeek).Find(&found).Error
	return found, err
}
