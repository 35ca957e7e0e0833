package periods_test

import (
	"testing"

	"acolhe/models/analytics/periods"
	"acolhe/models/types/civil"
)

func TestBuckets(t *testing.T) {
	t.Parallel()
	today := civil.MustParse("2026-11-21")
	for name, c := range map[string]struct {
		input         periods.Input
		first, before string
		buckets       int
	}{
		"default": {periods.Input{}, "2025-12-01", "2024-12-01 2025-11-21", 12},
		"weeks": {periods.Input{Start: "2026-11-01", End: "2026-11-16", GroupBy: "week"}, "2026-10-26",
			"2026-10-16 2026-10-31", 4},
		"this year":  {periods.Input{Start: "2026-01-01"}, "2026-01-01", "2025-01-01 2025-11-21", 11},
		"days":       {periods.Input{Start: "2026-10-23", GroupBy: "day"}, "2026-10-23", "2026-09-23 2026-10-22", 30},
		"years":      {periods.Input{Start: "2023-06-05", GroupBy: "year"}, "2023-01-01", "2019-06-05 2022-11-21", 4},
		"a leap day": {periods.Input{Start: "2024-01-01", End: "2024-02-29"}, "2024-01-01", "2023-01-01 2023-02-28", 2},
		"one day of a leap": {periods.Input{Start: "2024-02-29", End: "2024-02-29", GroupBy: "day"}, "2024-02-29",
			"2024-02-28 2024-02-28", 1},
	} {
		period, err := c.input.Period(today)
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		buckets, before := period.Buckets(), period.Before()
		if len(buckets) != c.buckets || buckets[0].String() != c.first || before.Start.String()+" "+before.End.String() != c.before {
			t.Errorf("%s: %d buckets from %s, before %s %s", name, len(buckets), buckets[0], before.Start, before.End)
		}
	}
}
