package bookings

import (
	"context"
	"time"

	"acolhe/models/platform/db"
	"acolhe/models/types/auth"
)

// Wanted is a time with a professional. ServiceID is the service that is to move there; 0 for a new one.
type Wanted struct {
	ServiceID, ProfessionalID int64
	Date                      time.Time
}

// maxClashes is the number of appointments that a warning may name.
const maxClashes = 10

// FindClashes returns the appointments that overlap with a wanted time, by date, at most 10. It does not lock: the
// setting services.block_overlap refuses overlaps, this finds them for a warning.
func FindClashes(ctx context.Context, tx *db.DB, by auth.Caller, wanted Wanted) ([]Placed, error) {
	lasting, err := Duration(ctx, tx)
	if err != nil {
		return nil, err
	}
	var found []Placed
	err = allowed(tx.WithContext(ctx), by).
		Where("professional_id = ? and services.id <> ?", wanted.ProfessionalID, wanted.ServiceID).
		// The first two conditions are a range of the index; the third one is exact.
		Where("consultation_date > ? and consultation_date < ?", wanted.Date.Add(-longestMinutes*time.Minute), wanted.Date.Add(lasting)).
		Where("coalesce(slot_end, consultation_date + make_interval(mins => ?)) > ?", int(lasting.Minutes()), wanted.Date).
		Order("consultation_date, id").Limit(maxClashes).Find(&found).Error
	return found, err
}
