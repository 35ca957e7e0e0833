package webvitals

import (
	"context"
	"slices"
	"time"

	"acolhe/models/platform/db"
	"acolhe/models/types/access"
	"acolhe/models/types/auth"
	"acolhe/models/types/errs"
	"acolhe/models/types/period"
)

// Values sums up some measurements: the values that 50, 75 and 95 of 100 do not exceed, nil without any measurement.
type Values struct {
	P50   *float64 `json:"p50"`
	P75   *float64 `json:"p75"`
	P95   *float64 `json:"p95"`
	Count int64    `json:"count"`
}

const percentiles = `percentile_cont(0.5) within group (order by value) as p50, percentile_cont(0.75) within group (order by value) as p75,
	percentile_cont(0.95) within group (order by value) as p95, count(*) as count`

// Metric sums up a metric in a period. Its rating is that of P75, by the largest good value and the largest that is not poor.
type Metric struct {
	Name Name `json:"name"`
	Values
	Rating           *Rating `json:"rating"`
	Good             int64   `json:"good"`
	NeedsImprovement int64   `json:"needs_improvement"`
	Poor             int64   `json:"poor"`
	GoodUpTo         float64 `json:"good_up_to"`
	PoorFrom         float64 `json:"poor_from"`
}

// PeriodInput is the query of GET /admin/web-vitals/summary.
type PeriodInput struct {
	// Period is a number of days or hours, such as 7d (the default) or 24h.
	Period string `form:"period"`
}

// defaultPeriod is 7 days.
const defaultPeriod = 7 * 24 * time.Hour

// begin returns the time at which a period begins.
func begin(by auth.Caller, text string, problems *errs.Problems) time.Time {
	length, known := period.Parse(text, defaultPeriod)
	problems.Require(known, "period", period.Rule)
	return by.Now.Add(-length)
}

func require(by auth.Caller) error {
	if access.IsAdministrator(by) {
		return nil
	}
	return errs.Forbidden("Só administradores veem o desempenho.")
}

// Summarize returns every metric, the most important first. It returns 400 VALIDATION_ERROR for a malformed period, and 403
// FORBIDDEN unless the caller is an administrator.
func Summarize(ctx context.Context, tx *db.DB, by auth.Caller, input PeriodInput) ([]Metric, error) {
	var problems errs.Problems
	since := begin(by, input.Period, &problems)
	if err := firstOf(require(by), problems.Err()); err != nil {
		return nil, err
	}
	var read []Metric
	err := tx.WithContext(ctx).Raw(`select name, `+percentiles+`, count(*) filter (where rating = 'good') as good,
		count(*) filter (where rating = 'needs-improvement') as needs_improvement, count(*) filter (where rating = 'poor') as poor
		from web_vitals where date_created >= ? group by name`, since).Scan(&read).Error
	metrics := make([]Metric, len(Names()))
	for i, name := range Names() {
		if at := slices.IndexFunc(read, func(m Metric) bool { return m.Name == name }); at >= 0 {
			metrics[i] = read[at]
		}
		metrics[i].Name = name
		metrics[i].GoodUpTo, metrics[i].PoorFrom = name.Thresholds()
		if p75 := metrics[i].P75; p75 != nil {
			metrics[i].Rating = new(name.Rate(*p75))
		}
	}
	return metrics, err
}

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
		order by s.at`, map[string]any{"zone": zone.String(), "step": step, "since": since, "now": by.Now, "name": input.Name, "path": input.Path}).Scan(&points).Error
	return points, err
}

// Page sums up a metric on a page.
type Page struct {
	Path string `json:"path"`
	Values
	Rating Rating `json:"rating"`
}

const mostPages = 50

// ReadPages returns the slowest pages of a metric in a period, at most 50, with the errors of ReadSeries.
func ReadPages(ctx context.Context, tx *db.DB, by auth.Caller, input SeriesInput) ([]Page, error) {
	since, err := input.check(by)
	if err != nil {
		return nil, err
	}
	pages := []Page{}
	err = tx.WithContext(ctx).Raw(`select path, `+percentiles+` from web_vitals where name = ? and date_created >= ? and (? = '' or path = ?)
		group by path order by p75 desc, path limit ?`, input.Name, since, input.Path, input.Path, mostPages).Scan(&pages).Error
	for i := range pages {
		pages[i].Rating = input.Name.Rate(*pages[i].P75)
	}
	return pages, err
}

func firstOf(errors ...error) error {
	for _, err := range errors {
		if err != nil {
			return err
		}
	}
	return nil
}
