package bookings

import (
	"context"
	"time"

	"acolhe/models/platform/db"
	"acolhe/models/types/access"
	"acolhe/models/types/auth"
)

// maxOverlaps is the number of overlaps that an answer names.
const maxOverlaps = 100

// Overlap is a pair of services of one professional whose times overlap: the service that was asked about, and the other
// one with its date.
type Overlap struct {
	ServiceID        int64     `json:"service_id"`
	OtherID          int64     `json:"other_id"`
	ProfessionalID   int64     `json:"professional_id"`
	ProfessionalName string    `json:"professional_name"`
	ConsultationDate time.Time `json:"consultation_date"`
}

// FindOverlaps returns the overlaps of the services with these ids, at most 100, by service and date. A caller who may not
// read services, such as an associate, finds none.
func FindOverlaps(ctx context.Context, tx *db.DB, by auth.Caller, ids []int64) ([]Overlap, error) {
	if !access.Can(by, "services", access.Read) {
		return []Overlap{}, nil
	}
	return overlapsOf(ctx, tx, ids, maxOverlaps)
}

// overlapsOf finds overlaps. A service occupies the time until its slot_end, or for services.duration_minutes. One that
// ends when another begins does not overlap with it.
func overlapsOf(ctx context.Context, tx *db.DB, ids []int64, limit int) ([]Overlap, error) {
	lasting, err := Duration(ctx, tx)
	if err != nil {
		return nil, err
	}
	found := []Overlap{}
	// The first two conditions on the date are a range of the index; the third one is exact.
	err = tx.WithContext(ctx).Raw(`
		select s.id as service_id, o.id as other_id, o.professional_id, o.professional_name, o.consultation_date
		from services s join services o on o.professional_id = s.professional_id and o.id <> s.id
			and o.consultation_date > s.consultation_date - make_interval(mins => @longest)
			and o.consultation_date < coalesce(s.slot_end, s.consultation_date + make_interval(mins => @minutes))
			and coalesce(o.slot_end, o.consultation_date + make_interval(mins => @minutes)) > s.consultation_date
		where s.id in @ids
		order by s.id, o.consultation_date, o.id limit @limit`,
		map[string]any{"ids": ids, "minutes": int(lasting.Minutes()), "longest": longestMinutes, "limit": limit}).Scan(&found).Error
	return found, err
}

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
	err = Allowed(tx.WithContext(ctx), by).
		Where("professional_id = ? and services.id <> ?", wanted.ProfessionalID, wanted.ServiceID).
		// The first two conditions are a range of the index; the third one is exact.
		Where("consultation_date > ? and consultation_date < ?", wanted.Date.Add(-longestMinutes*time.Minute), wanted.Date.Add(lasting)).
		Where("coalesce(slot_end, consultation_date + make_interval(mins => ?)) > ?", int(lasting.Minutes()), wanted.Date).
		Order("consultation_date, id").Limit(maxClashes).Find(&found).Error
	return found, err
}
