// Package bookings are the services of the association: appointments of associates and
// their patients with professionals (the `services` table). Booking, changing and paying
// them come with their issue; today's page asks how many there are.
package bookings

import (
	"context"
	"time"

	"acolhe/models/db"
)

// CountBetween counts the services whose consultation lies in [from, to).
func CountBetween(ctx context.Context, tx *db.DB, from, to time.Time) (int, error) {
	var count int64
	err := tx.WithContext(ctx).Table("services").
		Where("consultation_date >= ? and consultation_date < ?", from, to).Count(&count).Error
	return int(count), err
}
