package series_test

import (
	"testing"
	"time"

	"pgregory.net/rapid"

	"acolhe/models/series"
	"acolhe/models/types/civil"
)

// Each date of a series has the clock of the first one in any zone; weeks keep the weekday, months the day or, in a shorter month,
// the last one, and a short month does not shorten those after it.
func TestEvery_At(t *testing.T) {
	t.Parallel()
	zones := []string{"America/Sao_Paulo", "UTC", "Asia/Tokyo", "America/Manaus"}
	rapid.Check(t, func(t *rapid.T) {
		zone, err := time.LoadLocation(rapid.SampledFrom(zones).Draw(t, "zone"))
		if err != nil {
			t.Fatal(err)
		}
		day := rapid.IntRange(0, 5000).Draw(t, "day")
		first := time.Date(2024, 1, 1+day, rapid.IntRange(0, 23).Draw(t, "hour"), rapid.IntRange(0, 59).Draw(t, "minute"), 0, 0, zone)
		every, before := rapid.SampledFrom(series.All()).Draw(t, "every"), first
		for number := range 60 {
			at := every.At(first, number)
			if at.Hour() != first.Hour() || at.Minute() != first.Minute() {
				t.Fatalf("%v: occurrence %d of %v is at %v", every, number, first, at)
			}
			if number > 0 && !at.After(before) {
				t.Fatalf("occurrence %d is not after the one before", number)
			}
			before = at
			switch days := civil.Of(first).DaysUntil(civil.Of(at)); every {
			case series.Weekly:
				if days != 7*number {
					t.Fatalf("occurrence %d is %d days later", number, days)
				}
			case series.Fortnightly:
				if days != 14*number {
					t.Fatalf("occurrence %d is %d days later", number, days)
				}
			default:
				months := 12*(at.Year()-first.Year()) + int(at.Month()) - int(first.Month())
				isLast := at.AddDate(0, 0, 1).Day() == 1
				if months != number || at.Day() != first.Day() && !(isLast && at.Day() < first.Day()) {
					t.Fatalf("month %d of %v is %v", number, first, at)
				}
			}
		}
	})
}

func TestEvery_MonthEnds(t *testing.T) {
	t.Parallel()
	first := time.Date(2027, 1, 31, 9, 30, 0, 0, time.UTC)
	for number, want := range []string{"2027-01-31", "2027-02-28", "2027-03-31", "2027-04-30", "2027-05-31"} {
		if got := civil.Of(series.Monthly.At(first, number)).String(); got != want {
			t.Errorf("month %d is %s, want %s", number, got, want)
		}
	}
	if got := civil.Of(series.Monthly.At(first, 13)).String(); got != "2028-02-29" {
		t.Errorf("a leap year has %s", got)
	}
}
