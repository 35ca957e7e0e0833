package webvitals

import (
	"context"
	"slices"
	"time"

	"acolhe/models/platform/db"
	"acolhe/models/types/auth"
	"acolhe/models/types/errs"
)

// SeriesInput is the query of GET /admin/web-vitals/series and of /by-page. An empty name is LCP.
type SeriesInput struct {
	PeriodInput
	Name Name   `form:"name"`
	Path string `form:"path"`
}

func (in *SeriesInput) check(by auth.Caller) (time.Time, error) {
	var problems errs.Problems
	if in.Name == "" {
		in.Name = LCP
	}
	problems.Require(slices.Contains(Names(), in.Name), "name", "deve ser LCP, INP, CLS, FCP ou TTFB")
	since := begin(by, in.Period, &problems)
	return since, firstOf(require(by), problems.Err())
}

// Point sums up a day, or an hour of a period of at most two days.
type Point struct {
	At time.Time `json:"at"`
	Values
}

// hourly is the longest period that is shown by hour.
const hourly = 48 * time.Hour

// ReadSeries returns the points of a metric in a period, the oldest first; days are those of the given time zone. Steps
// without measurements have null values. It returns the errors of Summarize, and 400 VALIDATION_ERROR for an unknown name.
func ReadSeries(ctx context.Context, tx *db.DB, by auth.Caller, input SeriesInput, zone *time.Location) ([]Point, error) {
	since, err := input.check(by)
	if err != nil {
		return nil, err
	}
	step := "day"
	if by.Now.Sub(since) <= hourly {
		step = "hour"
	}
	points := []Point{}
	err = tx.WithContext(ctx).Raw(`select s.at at time zone @zone as at, p50, p75, p95, coalesce(count, 0) as count
		from generate_series(date_trunc(@step, cast(@since as timestamptz) at time zone @zone), date_trunc(@step, cast(@now as timestamptz) at time zone @zone),
			cast('1 ' || @step as interval)) s(at)
		left join (select date_trunc(@step, date_created at time zone @zone) as at, `+percentiles+` from web_vitals
			where name = @name and date_created >= @since and (@path = '' or path = @path) group by 1) v on v.at = s.at
		order by s.at`, map[string]any{"zone": zone.String(), "step": step, "since": since, "now": by.Now, "name": input.Name,
		"path": input.Path}).Scan(&points).Error
	return points, err
}
