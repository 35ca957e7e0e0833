package backup

import (
	"slices"
	"testing"
	"time"
)

func TestKeep_Kept(t *testing.T) {
	t.Parallel()
	saoPaulo, err := time.LoadLocation("America/Sao_Paulo")
	if err != nil {
		t.Fatal(err)
	}
	// A copy a day at 05:00 UTC (02:00 in São Paulo) for 400 days until Thursday, 26 November 2026.
	last := time.Date(2026, 11, 26, 5, 0, 0, 0, time.UTC)
	var daily []string
	for i := range 400 {
		daily = append(daily, last.AddDate(0, 0, -i).Format(timeName))
	}
	keep := Keep{Days: 7, Weeks: 5, Months: 12}
	kept := keep.Kept(daily, saoPaulo)
	want := []string{
		"20261126", "20261125", "20261124", "20261123", "20261122", "20261121", "20261120", // days
		"20261115", "20261108", "20261101", // Sundays of further weeks
		"20261031", "20260930", "20260831", "20260731", "20260630", "20260531", "20260430", "20260331", "20260228", "20260131", "20251231",
	}
	days := make([]string, len(kept))
	for i, name := range kept {
		days[i] = name[:8]
	}
	if !slices.Equal(days, want) {
		t.Errorf("kept %v, want %v", days, want)
	}

	twice := []string{"20261126T050000Z", "20261126T170000Z", "notes"}
	if kept := keep.Kept(twice, saoPaulo); !slices.Equal(kept, []string{"notes", "20261126T170000Z"}) {
		t.Errorf("of two copies of a day %v is kept", kept)
	}
	// 01:30 UTC is the evening before in São Paulo.
	evening := []string{"20261126T013000Z", "20261125T230000Z"}
	if kept := (Keep{Days: 7}).Kept(evening, saoPaulo); !slices.Equal(kept, []string{"20261126T013000Z"}) {
		t.Errorf("of an evening %v is kept", kept)
	}
	if kept := (Keep{}).Kept(daily, saoPaulo); !slices.Equal(kept, daily[:1]) {
		t.Errorf("the newest copy is removed: %v", kept)
	}
}

func TestNewest(t *testing.T) {
	t.Parallel()
	names := []string{"20261126T050000Z", "20261125T050000Z", "20261124T050000Z"}
	for name, test := range map[string]struct {
		before time.Time
		want   string
	}{
		"any time":   {time.Time{}, names[0]},
		"before":     {time.Date(2026, 11, 26, 4, 59, 0, 0, time.UTC), names[1]},
		"just then":  {time.Date(2026, 11, 24, 5, 0, 0, 0, time.UTC), names[2]},
		"too early":  {time.Date(2026, 11, 24, 4, 0, 0, 0, time.UTC), ""},
		"other zone": {time.Date(2026, 11, 25, 2, 0, 0, 0, time.FixedZone("", -3*60*60)), names[1]},
	} {
		if got := Newest(names, test.before); got != test.want {
			t.Errorf("%s: %q, want %q", name, got, test.want)
		}
	}
}
