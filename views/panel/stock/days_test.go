package stock

import (
	"slices"
	"testing"

	"acolhe/models/stock"
	"acolhe/models/types/civil"
)

// The forecast goes on as units went out in the last 30 days, older ones aside, and ends at nothing.
func TestForecast(t *testing.T) {
	t.Parallel()
	today, err := civil.Parse("2026-11-27")
	if err != nil {
		t.Fatal(err)
	}
	for name, test := range map[string]struct {
		left, out, older int
		want             []int
	}{
		"two a day":        {87, 60, 900, []int{85, 83, 81, 79, 77, 75, 73}},
		"one in two days":  {5, 15, 0, []int{5, 4, 4, 3, 3, 2, 2}},
		"gone in two days": {4, 60, 0, []int{2, 0, 0, 0, 0, 0, 0}},
		"nothing goes out": {87, 0, 30, nil},
		"more came back":   {87, -2, 0, nil},
	} {
		data := ProductData{Days: make([]stock.Day, 2*ShownDays)}
		data.Days[0].Out, data.Days[ShownDays].Out = test.older, test.out
		data.Days[2*ShownDays-1] = stock.Day{Day: today, Quantity: test.left, Out: 0}
		var got []int
		for i, day := range data.forecast() {
			got = append(got, day.Quantity)
			if want := today.Add(0, 0, i+1); day.Day != want {
				t.Errorf("%s: day %d is %s, want %s", name, i, day.Day.Shown(), want.Shown())
			}
		}
		if !slices.Equal(got, test.want) {
			t.Errorf("%s: %v, want %v", name, got, test.want)
		}
	}
}
