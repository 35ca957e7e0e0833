package installation

import (
	"context"
	"time"

	"acolhe/models/platform/db"
)

// hourly is the number of hours of Hours.
const hourly = 24

// Hours count what happened in each of the last 24 hours, the earliest first. The last one has just begun or is over.
type Hours struct{ Mails, Jobs, Errors []int64 }

// Sum returns the sum of the hours.
func Sum(hours []int64) (sum int64) {
	for _, hour := range hours {
		sum += hour
	}
	return sum
}

// hoursSQL counts by the age in hours. Errors are kept by the clock's hours.
const hoursSQL = `select 'mails' as what, floor(extract(epoch from cast(@now as timestamptz) - date_created) / 3600)::int as age, count(*) as count
	from mails where status = 'sent' and date_created > cast(@now as timestamptz) - interval '24 hours' and date_created <= cast(@now as timestamptz) group by age
union all select 'jobs', floor(extract(epoch from cast(@now as timestamptz) - finalized_at) / 3600)::int as age, count(*)
	from river_job where state = 'completed' and finalized_at > cast(@now as timestamptz) - interval '24 hours' and finalized_at <= cast(@now as timestamptz) group by age
union all select 'errors', floor(extract(epoch from date_trunc('hour', cast(@now as timestamptz)) - hour) / 3600)::int as age, sum(events)
	from system_error_hours where hour > date_trunc('hour', cast(@now as timestamptz)) - interval '24 hours' and hour <= cast(@now as timestamptz) group by age`

func readHours(ctx context.Context, tx *db.DB, now time.Time) (Hours, error) {
	hours := Hours{Mails: make([]int64, hourly), Jobs: make([]int64, hourly), Errors: make([]int64, hourly)}
	var rows []struct {
		What  string
		Age   int
		Count int64
	}
	err := tx.WithContext(ctx).Raw(hoursSQL, map[string]any{"now": now}).Scan(&rows).Error
	series := map[string][]int64{"mails": hours.Mails, "jobs": hours.Jobs, "errors": hours.Errors}
	for _, row := range rows {
		if row.Age >= 0 && row.Age < hourly {
			series[row.What][hourly-1-row.Age] = row.Count
		}
	}
	return hours, err
}
