package listing

import (
	"context"
	"strconv"
	"time"

	"acolhe/models/bookings"
	"acolhe/models/platform/db"
	"acolhe/models/platform/settings"
	"acolhe/models/professionals"
	"acolhe/models/types/auth"
	"acolhe/models/types/civil"
	"acolhe/models/types/errs"
)

// The number of days of one reading of free times, at most and if none is given, and of its times.
const (
	maxFreeDays  = 60
	freeDays     = 14
	maxFreeTimes = 3000
)

// FreeQuery asks for the free times of a professional: those of Days days (14 if omitted) from the civil day From on, or from
// today.
type FreeQuery struct {
	Professional int64  `form:"-"`
	From         string `form:"from"`
	Days         int    `form:"days"`
}

// ListFreeTimes returns the free times of a professional who can be booked, soonest first and in UTC. It returns 404 NOT_FOUND for any
// other, and 400 VALIDATION_ERROR for a wrong day or more than 60 days.
func ListFreeTimes(ctx context.Context, tx *db.DB, by auth.Caller, query FreeQuery) ([]time.Time, error) {
	if query.Days == 0 {
		query.Days = freeDays
	}
	var p errs.Problems
	p.Require(query.From == "" || civil.IsDayOf(query.From, bookings.FirstYear, bookings.LastYear), "from",
		"deve ser um dia de 2000 a 2100, como 2026-11-20")
	p.Require(query.Days > 0 && query.Days <= maxFreeDays, "days", "deve ser um número de 1 a "+strconv.Itoa(maxFreeDays))
	if err := p.Err(); err != nil {
		return nil, err
	}
	if _, err := professionals.FindBookable(ctx, tx, query.Professional); err != nil {
		return nil, err
	}
	zone, err := settings.Location(ctx, tx)
	if err != nil {
		return nil, err
	}
	from := civil.StartOfDay(by.Now.In(zone))
	if query.From != "" {
		from = civil.Midnight(query.From, zone)
	}
	free, err := bookings.FreeTimes(ctx, tx,
		bookings.FreeInput{ProfessionalID: query.Professional, From: from, Days: query.Days, Now: by.Now, Limit: maxFreeTimes})
	inUTC := make([]time.Time, len(free))
	for i, at := range free {
		inUTC[i] = at.UTC()
	}
	return inUTC, err
}
