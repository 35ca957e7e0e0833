package civil_test

import (
	"testing"

	"acolhe/models/types/civil"
)

func TestPeriodDays(t *testing.T) {
	t.Parallel()
	for period, days := range map[civil.Period]map[string][2]string{
		civil.Today:      {"2026-11-20": {"2026-11-20", "2026-11-20"}},
		civil.SevenDays:  {"2026-11-20": {"2026-11-14", "2026-11-20"}, "2026-03-02": {"2026-02-24", "2026-03-02"}},
		civil.ThirtyDays: {"2026-11-20": {"2026-10-22", "2026-11-20"}},
		civil.ThisMonth:  {"2026-11-20": {"2026-11-01", "2026-11-20"}, "2026-11-01": {"2026-11-01", "2026-11-01"}},
		civil.LastMonth: {"2026-11-20": {"2026-10-01", "2026-10-31"}, "2026-03-31": {"2026-02-01", "2026-02-28"},
			"2026-01-15": {"2025-12-01", "2025-12-31"}},
	} {
		for today, want := range days {
			first, last, known := period.Days(civil.MustParse(today))
			if !known || first.String() != want[0] || last.String() != want[1] {
				t.Errorf("%s on %s is %s to %s, want %v", period, today, first, last, want)
			}
		}
	}
	if _, _, known := civil.Period("century").Days(civil.MustParse("2026-11-20")); known {
		t.Error("a century is a period")
	}
}
