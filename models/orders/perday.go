package orders

import (
	"context"
	"time"

	"acolhe/models/platform/db"
	"acolhe/models/types/auth"
)

// DayCount is how many orders were placed on a day, which begins at Day.
type DayCount struct {
	Day   time.Time
	Count int
}

// PerDay holds the orders of the last days, today included, and of as many days before.
type PerDay struct {
	Days          []DayCount
	Total, Before int
}

// CountPerDay counts the orders that the caller may see by civil day, for as many days until now. The time zone of now
// is that of the days.
func CountPerDay(ctx context.Context, tx *db.DB, by auth.Caller, now time.Time, days int) (PerDay, error) {
	first := midnight(now).AddDate(0, 0, 1-days)
	var rows []struct {
		Day   string
		Count int
	}
	err := tx.WithContext(ctx).Model(&Order{}).Scopes(visibleTo(by)).Where("date_created >= ?", first.AddDate(0, 0, -days)).
		Select("to_char(date_created at time zone ?, 'YYYY-MM-DD') as day, count(*) as count", now.Location().String()).Group("day").Scan(&rows).Error
	counts := make(map[string]int, len(rows))
	for _, row := range rows {
		counts[row.Day] = row.Count
	}
	per := PerDay{Days: make([]DayCount, days)}
	for i := range 2 * days {
		day := first.AddDate(0, 0, i-days)
		count := counts[day.Format(time.DateOnly)]
		if i < days {
			per.Before += count
			continue
		}
		per.Days[i-days] = DayCount{day, count}
		per.Total += count
	}
	return per, err
}
