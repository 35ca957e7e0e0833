package reports

import (
	"context"

	"acolhe/models/bookings/commissions"
	"acolhe/models/platform/db"
	"acolhe/models/platform/settings"
	"acolhe/models/types/auth"
	"acolhe/models/types/civil"
)

// OpenContests are the contested services of a month that no statement has.
type OpenContests struct {
	Month civil.Month
	Count int
}

// ListOpenContests returns the months with contested services that the caller may see, the earliest first.
func ListOpenContests(ctx context.Context, tx *db.DB, by auth.Caller) ([]OpenContests, error) {
	zone, err := settings.Location(ctx, tx)
	if err != nil {
		return nil, err
	}
	moments, err := commissions.ListContested(ctx, tx, by)
	var months []OpenContests
	for _, moment := range moments {
		month := civil.MonthOf(moment.In(zone))
		if last := len(months) - 1; last < 0 || months[last].Month != month {
			months = append(months, OpenContests{Month: month})
		}
		months[len(months)-1].Count++
	}
	return months, err
}
