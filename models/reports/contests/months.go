package contests

import (
	"context"

	"acolhe/models/bookings"
	"acolhe/models/platform/db"
	"acolhe/models/platform/settings"
	"acolhe/models/types/auth"
	"acolhe/models/types/civil"
)

// OpenMonth are the contested services of a month that no statement has.
type OpenMonth struct {
	Month civil.Month
	Count int
}

// ListOpen returns the months with contested services that the caller may see, the earliest first.
func ListOpen(ctx context.Context, tx *db.DB, by auth.Caller) ([]OpenMonth, error) {
	zone, err := settings.Location(ctx, tx)
	if err != nil {
		return nil, err
	}
	moments, err := bookings.ListContested(ctx, tx, by)
	var months []OpenMonth
	for _, moment := range moments {
		month := civil.MonthOf(moment.In(zone))
		if last := len(months) - 1; last < 0 || months[last].Month != month {
			months = append(months, OpenMonth{Month: month})
		}
		months[len(months)-1].Count++
	}
	return months, err
}
