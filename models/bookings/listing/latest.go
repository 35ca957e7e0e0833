package listing

import (
	"context"

	"acolhe/models/bookings"
	"acolhe/models/platform/db"
	"acolhe/models/types/access"
	"acolhe/models/types/auth"
)

// Latest are the newest services of a professional, and the number of all.
type Latest struct {
	Services []bookings.Service
	Count    int
}

// LatestOf returns the services of a professional that the caller may see, the latest date first and those without a
// date before all, at most limit of them.
func LatestOf(ctx context.Context, tx *db.DB, by auth.Caller, professionalID int64, limit int) (Latest, error) {
	query := tx.WithContext(ctx).Model(&bookings.Service{}).Scopes(db.Allowed(access.Can(by, "services", access.Read)))
	query = bookings.Visible(query, by).Where("professional_id = ?", professionalID).Session(&db.Session{})
	counted, err := db.CountUpTo(query, maxCounted)
	if err != nil {
		return Latest{}, err
	}
	latest := Latest{Count: counted.Rows}
	err = query.Order("consultation_date desc, id desc").Limit(limit).Find(&latest.Services).Error
	return latest, err
}

// maxCounted is the number up to which the services of a professional are counted.
const maxCounted = 10_000
