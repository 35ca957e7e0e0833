package civil_test

import (
	"testing"

	"acolhe/models/types/civil"
)

func TestEaster(t *testing.T) {
	t.Parallel()
	for year, want := range map[int]string{1818: "1818-03-22", 2000: "2000-04-23", 2008: "2008-03-23", 2024: "2024-03-31", 2025: "2025-04-20",
		2026: "2026-04-05", 2027: "2027-03-28", 2038: "2038-04-25"} {
		if got := civil.Easter(year).String(); got != want {
			t.Errorf("%d: %s, want %s", year, got, want)
		}
	}
}

func TestDate_IsHoliday(t *testing.T) {
	t.Parallel()
	for day, want := range map[string]bool{"2026-01-01": true, "2026-04-03": true, "2026-04-05": false, "2026-04-21": true,
		"2026-02-17": false, "2026-06-04": false,
		"2026-11-20": true, "2023-11-20": false, "2026-12-24": false, "2026-12-25": true} {
		if got := civil.MustParse(day).IsHoliday(); got != want {
			t.Errorf("%s: %t", day, got)
		}
	}
}

// Weekends and holidays do not count, and a term never ends on one.
func TestDate_AddWorkdays(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		from string
		days int
		want string
	}{
		{"2026-11-23", 0, "2026-11-23"}, {"2026-11-23", 1, "2026-11-24"}, {"2026-11-27", 1, "2026-11-30"}, {"2026-11-19", 1, "2026-11-23"},
		{"2026-12-24", 1, "2026-12-28"}, {"2026-04-01", 2, "2026-04-06"}, {"2026-12-30", 3, "2027-01-05"}, {"2026-11-21", 5, "2026-11-27"},
	} {
		if got := civil.MustParse(c.from).AddWorkdays(c.days).String(); got != c.want {
			t.Errorf("%s and %d: %s, want %s", c.from, c.days, got, c.want)
		}
	}
}
