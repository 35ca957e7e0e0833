package pointintime

import (
	"testing"
	"time"

	"acolhe/models/platform/backup"
	"acolhe/models/platform/walarchive"
)

// A base is due at first, each day, and once an hour at most for a place that missed a part.
func TestNeedsBase(t *testing.T) {
	t.Parallel()
	now := time.Date(2026, 11, 26, 14, 10, 0, 0, time.UTC)
	at := func(places int, age time.Duration) walarchive.Resumption {
		return walarchive.Resumption{Base: walarchive.Base{Complete: now.Add(-age)}, Places: make([]backup.Place, places)}
	}
	for name, test := range map[string]struct {
		on   walarchive.Resumption
		want bool
	}{
		"the first one":              {walarchive.Resumption{}, true},
		"all places have it":         {at(2, 23*time.Hour), false},
		"the next day":               {at(2, 24*time.Hour), true},
		"a place missed a part":      {at(1, time.Hour), true},
		"a place missed a part soon": {at(1, 59*time.Minute), false},
	} {
		if got := needsBase(test.on, 2, now); got != test.want {
			t.Errorf("%s: %t", name, got)
		}
	}
}
