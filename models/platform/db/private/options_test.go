package private

import (
	"math"
	"slices"
	"testing"
)

// A small container gives PostgreSQL an eighth of its memory; statements have as many workers as the machine has cores besides theirs.
func TestSizes(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		memory int64
		cpus   int
		want   []string
	}{
		{math.MaxInt64, 8, []string{"shared_buffers=131072kB", "max_parallel_workers_per_gather=2"}},
		{1 << 30, 2, []string{"shared_buffers=131072kB", "max_parallel_workers_per_gather=1"}},
		{512 << 20, 1, []string{"shared_buffers=65536kB", "max_parallel_workers_per_gather=0"}},
	} {
		if got := sizes(c.memory, c.cpus); !slices.Equal(got, c.want) {
			t.Errorf("%d bytes and %d cores: %q, want %q", c.memory, c.cpus, got, c.want)
		}
	}
}
