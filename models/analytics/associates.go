package analytics

import (
	"context"
	"slices"

	"acolhe/models/analytics/periods"
	"acolhe/models/associates"
	"acolhe/models/platform/db"
	"acolhe/models/types/auth"
	"acolhe/models/types/civil"
	"acolhe/models/types/errs"
)

// Point is an element of a series by date: Date is the first day of the bucket.
type Point struct {
	Date  civil.Date `json:"date"`
	Count int64      `json:"count"`
}

// AssociatesInput is the query of GET /analytics/associates.
type AssociatesInput struct {
	periods.Input
	Status []string `form:"status"`
}

// AssociateKPIs are the figures of registrations as a whole.
type AssociateKPIs struct {
	Total int64 `json:"total"`
}

// AssociateSeries are the groups of registrations.
type AssociateSeries struct {
	ByDate   []Point `json:"by_date"`
	ByState  []Group `json:"by_state"`
	ByAge    []Group `json:"by_age"`
	ByGender []Group `json:"by_gender"`
}

// Associates are the associates, without patients, who registered in a period. The age is that on the day of
// registration, so that the figures of a past period stay as they are.
type Associates struct {
	Period   periods.Period  `json:"period"`
	KPIs     AssociateKPIs   `json:"kpis"`
	Series   AssociateSeries `json:"series"`
	Rankings NoRankings      `json:"rankings"`

	Found Found `json:"-"`
}

var associateDomain = domain{rollup: "associate_sums", figures: "associate_figures", groups: []string{"state", "age", "gender", "status"},
	span: moments}

// FindAssociates returns the sums of associates. It returns 403 FORBIDDEN without the permission on reports, and 400
// VALIDATION_ERROR for a wrong period or status.
func FindAssociates(ctx context.Context, tx *db.DB, by auth.Caller, input AssociatesInput) (answer Associates, err error) {
	query, err := begin(ctx, tx, by, associateDomain, input.Input)
	if err != nil {
		return answer, err
	}
	if err := checkStatuses(input.Status, string(associates.Associado), string(associates.Active)); err != nil {
		return answer, err
	}
	query.in("status", input.Status)
	answer.Period = query.period
	if answer.Found, err = query.find(ctx, tx); err != nil {
		return answer, err
	}
	answer.KPIs.Total = answer.Found.Total.Count
	answer.Series.ByDate = points(query.period, answer.Found)
	answer.Series.ByState = grouped(answer.Found.Groups["state"], stateLabel)
	answer.Series.ByGender = grouped(answer.Found.Groups["gender"], genderLabel)
	answer.Series.ByAge = byAge(answer.Found.Groups["age"])
	return answer, nil
}

// byAge returns the age groups in their order, empty ones too.
func byAge(found map[string]Figures) []Group {
	groups := make([]Group, 0, len(ages)+1)
	for _, age := range ages {
		groups = append(groups, Group{Key: age, Label: ageLabel(age), Count: found[age].Count, Figures: found[age]})
	}
	if unknown := found[""]; unknown.Count > 0 {
		groups = append(groups, Group{Key: NotInformed, Label: "Não informada", Count: unknown.Count, Figures: unknown})
	}
	return groups
}

// points returns the counts of all buckets.
func points(period periods.Period, found Found) []Point {
	buckets := period.Buckets()
	points := make([]Point, len(buckets))
	for i, first := range buckets {
		points[i] = Point{Date: first, Count: found.Dates[first].Count}
	}
	return points
}

// checkStatuses returns 400 VALIDATION_ERROR for a status that is not one of the allowed.
func checkStatuses(asked []string, allowed ...string) error {
	for _, status := range asked {
		if !slices.Contains(allowed, status) {
			return errs.Invalid("status", "“"+status+"” não existe")
		}
	}
	return nil
}
