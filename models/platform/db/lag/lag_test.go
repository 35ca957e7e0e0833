package lag

import (
	"testing"
	"time"
)

// The replica must have applied the newest position of the primary that is at least as old as it may be behind.
func TestPositions_Due(t *testing.T) {
	start := time.Date(2026, 11, 20, 12, 0, 0, 0, time.UTC)
	after := func(d time.Duration) time.Time { return start.Add(d) }
	for name, c := range map[string]struct {
		passed Positions
		now    time.Time
		want   int64
		kept   int
	}{
		"nothing measured":    {nil, start, 0, 0},
		"the first is recent": {Positions{{start, 10}, {after(time.Second), 20}}, after(2 * time.Second), 10, 2},
		"some are old":        {Positions{{start, 10}, {after(time.Second), 20}, {after(4 * time.Second), 30}}, after(6 * time.Second), 20, 2},
		"all are old":         {Positions{{start, 10}, {after(time.Second), 20}}, after(time.Minute), 20, 1},
	} {
		t.Run(name, func(t *testing.T) {
			if got := c.passed.Due(c.now, 5*time.Second); got != c.want || len(c.passed) != c.kept {
				t.Errorf("due: %d of %d kept, want %d of %d", got, len(c.passed), c.want, c.kept)
			}
		})
	}
}
