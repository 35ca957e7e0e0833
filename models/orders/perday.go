package orders

import (
	"context"
	"time"

	"acolhe/models/platform/db"
	"acolhe/models/types/access"
	"acolhe/models/types/auth"
	"acolhe/models/types/civil"
)

// DayCount is the number of orders placed on a day that begins at Day.
type DayCount struct {
	Day   time.Time
	Count int
}

// PerDay holds the orders of the last days, including today, and of as many days before.
type PerDay struct {
	Days          []DayCount
	Total, Before int
}

// CountPerDay counts the orders by civil day, for the last days until now, if the caller may read all orders. It reads the
// sums of the analytics; days are in the time zone of the parameter now, which is theirs.
func CountPerDay(ctx context.Context, tx *db.DB, by auth.Caller, now time.Time, days int) (PerDay, error) {
	today := civil.StartOfDay(now)
	first := civil.Of(today.AddDate(0, 0, 1-2*days))
	var rows []struct {
		Day   civil.Date
		Count int
	}
	err := tx.WithContext(ctx).Table("order_sums").Scopes(summable(by)).Where("day between ? and ?", first, civil.Of(today)).
		Select("day, sum(count) as count").Group("day").Scan(&rows).Error
	per := PerDay{Days: make([]DayCount, days)}
	for i := range per.Days {
		per.Days[i].Day = today.AddDate(0, 0, 1+i-days)
	}
	for _, row := range rows {
		since := first.DaysUntil(row.Day) - days
		if since < 0 {
			per.Before += row.Count
			continue
		}
		per.Days[since].Count = row.Count
		per.Total += row.Count
	}
	return per, err
}

// summable allows the sums of all orders to callers who may read each of them.
func summable(by auth.Caller) db.Scope {
	return db.Allowed(by.Kind != auth.Associate && access.Can(by, "orders", access.Read))
}
