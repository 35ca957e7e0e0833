package bookings

import (
	"context"
	"slices"
	"time"

	"acolhe/models/closures"
	"acolhe/models/platform/db"
	"acolhe/models/platform/settings"
	"acolhe/models/professionals"
	"acolhe/models/types/civil"
)

// FreeInput asks for free times of a professional on Days days from the midnight From on, after Now, at most Limit. The time of
// the service with this id counts as free; 0 is none.
type FreeInput struct {
	ProfessionalID, ServiceID int64
	From, Now                 time.Time
	Days, Limit               int
}

// FreeTimes returns free times within the weekly hours of a professional, for anybody: it reads no more of an appointment
// than its time.
func FreeTimes(ctx context.Context, tx *db.DB, input FreeInput) ([]time.Time, error) {
	found, err := professionals.InAgenda(ctx, tx, professionals.AgendaInput{IDs: []int64{input.ProfessionalID}})
	if err != nil || len(found) == 0 {
		return nil, err
	}
	lasting, err := Duration(ctx, tx)
	if err != nil {
		return nil, err
	}
	var placed []Placed
	// An appointment of the day before may last until after midnight.
	err = tx.WithContext(ctx).Model(&Service{}).Select("id, professional_id, consultation_date, slot_end").
		Where("professional_id = ? and id <> ?", input.ProfessionalID, input.ServiceID).
		Where("consultation_date > ? and consultation_date < ?", input.From.Add(-longestMinutes*time.Minute),
			input.From.AddDate(0, 0, input.Days)).
		Order("consultation_date, id").Limit(maxPlaced).Find(&placed).Error
	if err != nil {
		return nil, err
	}
	calendar := Calendar{Placed: map[int64][]Placed{input.ProfessionalID: placed}, Lasting: lasting}
	calendar.Closures, err = closures.Read(ctx, tx, civil.Span{From: input.From, To: input.From.AddDate(0, 0, input.Days)},
		input.ProfessionalID)
	var free []time.Time
	for day := range input.Days {
		free = append(free, calendar.Free(found[0], input.From.AddDate(0, 0, day), input.Now)...)
	}
	return free[:min(input.Limit, len(free))], err
}

// The free times that an associate is offered: at most maxOthers, on the next otherDays days, two a day.
const (
	otherDays = 21
	maxOthers = 6
)

// OtherTimes returns free times of its professional to which an appointment could move.
func OtherTimes(ctx context.Context, tx *db.DB, service Service, now time.Time) ([]time.Time, error) {
	zone, err := settings.Location(ctx, tx)
	if err != nil {
		return nil, err
	}
	var others []time.Time
	free, err := FreeTimes(ctx, tx, FreeInput{ProfessionalID: service.ProfessionalID, ServiceID: service.ID,
		From: civil.StartOfDay(now.In(zone)), Days: otherDays, Now: now, Limit: maxPlaced})
	free = slices.DeleteFunc(free, func(at time.Time) bool { return service.ConsultationDate != nil && at.Equal(*service.ConsultationDate) })
	for len(free) > 0 && len(others) < maxOthers {
		day := 1
		for day < len(free) && civil.Of(free[day]) == civil.Of(free[0]) {
			day++
		}
		others = append(others, free[0])
		if day > 1 {
			others = append(others, free[day/2])
		}
		free = free[day:]
	}
	return others[:min(maxOthers, len(others))], err
}

// IsFree reports whether an appointment can move to a time: the time is free within the weekly hours of its professional.
func IsFree(ctx context.Context, tx *db.DB, service Service, at, now time.Time) (bool, error) {
	zone, err := settings.Location(ctx, tx)
	if err != nil {
		return false, err
	}
	free, err := FreeTimes(ctx, tx, FreeInput{ProfessionalID: service.ProfessionalID, ServiceID: service.ID,
		From: civil.StartOfDay(at.In(zone)), Days: 1, Now: now, Limit: maxPlaced})
	return slices.ContainsFunc(free, at.Equal), err
}
