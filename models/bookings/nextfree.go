package bookings

import (
	"context"
	"time"

	"acolhe/models/closures"
	"acolhe/models/platform/db"
	"acolhe/models/platform/settings"
	"acolhe/models/professionals"
	"acolhe/models/types/civil"
)

// maxUpcoming is the number of appointments that are read to find the next free times of all professionals.
const maxUpcoming = 20_000

// NextFree returns the next free time of each professional within 21 days, by id; one without any is absent.
func NextFree(ctx context.Context, tx *db.DB, now time.Time) (map[int64]time.Time, error) {
	zone, err := settings.Location(ctx, tx)
	if err != nil {
		return nil, err
	}
	calendar := Calendar{Placed: map[int64][]Placed{}}
	if calendar.Lasting, err = Duration(ctx, tx); err != nil {
		return nil, err
	}
	if calendar.Professionals, err = professionals.InAgenda(ctx, tx, professionals.AgendaInput{}); err != nil {
		return nil, err
	}
	today := civil.StartOfDay(now.In(zone))
	var placed []Placed
	err = tx.WithContext(ctx).Model(&Service{}).Select("id, professional_id, consultation_date, slot_end").
		Where("consultation_date > ? and consultation_date < ?", today.Add(-longestMinutes*time.Minute), today.AddDate(0, 0, otherDays)).
		Order("consultation_date, id").Limit(maxUpcoming).Find(&placed).Error
	for _, one := range placed {
		calendar.Placed[one.ProfessionalID] = append(calendar.Placed[one.ProfessionalID], one)
	}
	if err != nil {
		return nil, err
	}
	calendar.Closures, err = closures.Read(ctx, tx, civil.Span{From: today, To: today.AddDate(0, 0, otherDays)})
	next := map[int64]time.Time{}
	for _, professional := range calendar.Professionals {
		for day := 0; day < otherDays && next[professional.ID].IsZero(); day++ {
			if free := calendar.Free(professional, today.AddDate(0, 0, day), now); len(free) > 0 {
				next[professional.ID] = free[0]
			}
		}
	}
	return next, err
}
