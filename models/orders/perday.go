package orders

import (
	"context"
	"strings"
	"time"

	"acolhe/models/platform/db"
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

// CountPerDay counts the orders that the caller may see by civil day, for the last days until now. Days are in the time
// zone of the parameter now.
func CountPerDay(ctx context.Context, tx *db.DB, by auth.Caller, now time.Time, days int) (PerDay, error) {
	starts := make([]time.Time, 2*days)
	for i := range starts {
		starts[i] = civil.StartOfDay(now).AddDate(0, 0, 1+i-len(starts))
	}
	// The buckets read only an index; converting each time to its day takes eight times as long.
	var rows []struct{ Bucket, Count int }
	err := tx.WithContext(ctx).Model(&Order{}).Scopes(visibleTo(by)).Where("date_created >= ?", starts[0]).
		Select("width_bucket(date_created, ?::text::timestamptz[]) as bucket, count(*) as count", arrayOf(starts)).Group("bucket").Scan(&rows).Error
	per := PerDay{Days: make([]DayCount, days)}
	for i := range per.Days {
		per.Days[i].Day = starts[days+i]
	}
	for _, row := range rows {
		if row.Bucket <= days {
			per.Before += row.Count
			continue
		}
		per.Days[row.Bucket-1-days].Count = row.Count
		per.Total += row.Count
	}
	return per, err
}

// arrayOf returns times in PostgreSQL's notation of an array.
func arrayOf(moments []time.Time) string {
	texts := make([]string, len(moments))
	for i, moment := range moments {
		texts[i] = moment.Format(time.RFC3339)
	}
	return "{" + strings.Join(texts, ",") + "}"
}
