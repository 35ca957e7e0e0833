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

func firstOf(errors ...error) error {
	for _, err := range errors {
		if err != nil {
			return err
		}
	}
	return nil
}
