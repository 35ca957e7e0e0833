package civil_test

import (
	"testing"
	"time"

	"acolhe/models/types/civil"
)

func TestDays_Span(t *testing.T) {
	t.Parallel()
	manaus := time.FixedZone("-04", -4*60*60)
	now := time.Date(2026, 11, 20, 23, 30, 0, 0, manaus)
	for _, one := range []struct {
		days     civil.Days
		from, to string // empty for no bound
	}{
		{civil.Days{}, "", ""},
		{civil.Days{From: "2026-11-01"}, "2026-11-01T00:00:00-04:00", ""},
		{civil.Days{To: "2026-11-30"}, "", "2026-12-01T00:00:00-04:00"},
		{civil.Days{Period: civil.Today}, "2026-11-20T00:00:00-04:00", "2026-11-21T00:00:00-04:00"},
		{civil.Days{Period: civil.ThisMonth, From: "2026-11-05"}, "2026-11-05T00:00:00-04:00", "2026-11-21T00:00:00-04:00"},
		{civil.Days{Period: civil.LastMonth, From: "2026-01-01", To: "2026-10-15"}, "2026-10-01T00:00:00-04:00", "2026-10-16T00:00:00-04:00"},
		{civil.Days{Period: civil.LastMonth, From: "2026-11-05"}, "2026-11-05T00:00:00-04:00", "2026-11-01T00:00:00-04:00"},
		{civil.Days{Period: "century", To: "2026-11-30"}, "", "2026-12-01T00:00:00-04:00"},
	} {
		span := one.days.Span(now)
		if from, to := written(span.From), written(span.To); from != one.from || to != one.to {
			t.Errorf("%+v are from %q to %q, want %q and %q", one.days, from, to, one.from, one.to)
		}
	}
}

func written(moment time.Time) string {
	if moment.IsZero() {
		return ""
	}
	return moment.Format(time.RFC3339)
}
