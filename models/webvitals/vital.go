// Package webvitals stores how quickly pages load and react in the browsers of people, as the library web-vitals measures
// it, and sums it up. A measurement holds no person: a path without ids, the kind of browser, and a hash of its own id.
package webvitals

import (
	"time"

	"acolhe/models/types/scrub"
	"acolhe/models/types/texts"
)

// Name is a metric.
type Name string

// The metrics: times in milliseconds, CLS is a sum of shifts without a unit.
const (
	LCP  Name = "LCP"
	INP  Name = "INP"
	CLS  Name = "CLS"
	FCP  Name = "FCP"
	TTFB Name = "TTFB"
)

// Names returns the metrics, the most important first.
func Names() []Name { return []Name{LCP, INP, CLS, FCP, TTFB} }

// Values returns the metrics as text, for the API document.
func (Name) Values() []string {
	return []string{string(LCP), string(INP), string(CLS), string(FCP), string(TTFB)}
}

// Thresholds returns the largest good value and the largest that is not poor, as web.dev sets them.
func (n Name) Thresholds() (good, poor float64) {
	limits := map[Name][2]float64{LCP: {2500, 4000}, INP: {200, 500}, CLS: {0.1, 0.25}, FCP: {1800, 3000}, TTFB: {800, 1800}}[n]
	return limits[0], limits[1]
}

// Rating is how good a value is.
type Rating string

// The ratings.
const (
	Good  Rating = "good"
	Needs Rating = "needs-improvement"
	Poor  Rating = "poor"
)

// Values returns the ratings as text, for the API document.
func (Rating) Values() []string { return []string{string(Good), string(Needs), string(Poor)} }

// Rate returns the rating of a value.
func (n Name) Rate(value float64) Rating {
	switch good, poor := n.Thresholds(); {
	case value <= good:
		return Good
	case value <= poor:
		return Needs
	}
	return Poor
}

// Limits of a measurement. mostValue is an hour in milliseconds.
const (
	maxID     = 100
	maxPath   = 200
	mostValue = 3_600_000
)

// vital is a row of web_vitals to write.
type vital struct {
	MetricID       string    `json:"metric_id"`
	Name           Name      `json:"name"`
	Value          float64   `json:"value"`
	Delta          *float64  `json:"delta"`
	Rating         Rating    `json:"rating"`
	NavigationType *string   `json:"navigation_type"`
	Path           string    `json:"path"`
	UserAgent      *string   `json:"user_agent"`
	DateCreated    time.Time `json:"date_created"`
}

// PathOf returns the path of a page without ids, codes and personal data; empty for no path.
func PathOf(address string) string {
	return texts.Truncate(scrub.Pattern(scrub.Found{}.Path(texts.Truncate(address, maxPath))), maxPath)
}
