package db

import (
	"context"
	"database/sql"
	"testing"
	"time"
)

// The replica must have applied the newest position of the primary that is at least maxReplicaLag old.
func TestPositions_Due(t *testing.T) {
	start := time.Date(2026, 11, 20, 12, 0, 0, 0, time.UTC)
	after := func(d time.Duration) time.Time { return start.Add(d) }
	for name, c := range map[string]struct {
		passed positions
		now    time.Time
		want   int64
		kept   int
	}{
		"nothing measured":    {nil, start, 0, 0},
		"the first is recent": {positions{{start, 10}, {after(time.Second), 20}}, after(2 * time.Second), 10, 2},
		"some are old":        {positions{{start, 10}, {after(time.Second), 20}, {after(4 * time.Second), 30}}, after(6 * time.Second), 20, 2},
		"all are old":         {positions{{start, 10}, {after(time.Second), 20}}, after(time.Minute), 20, 1},
	} {
		t.Run(name, func(t *testing.T) {
			if got := c.passed.due(c.now); got != c.want || len(c.passed) != c.kept {
				t.Errorf("due: %d of %d kept, want %d of %d", got, len(c.passed), c.want, c.kept)
			}
		})
	}
}

// Only reads of a context of FromReplica go to the replica.
func TestRoutedPool_PoolFor(t *testing.T) {
	primary, reads := new(sql.DB), new(sql.DB)
	pool := routedPool{DB: primary, replica: &Replica{reads: reads}}
	for name, c := range map[string]struct {
		ctx   context.Context
		query string
		want  *sql.DB
	}{
		"a read":                    {FromReplica(t.Context()), "SELECT 1", reads},
		"a write that returns":      {FromReplica(t.Context()), "INSERT INTO tags VALUES (1) RETURNING id", primary},
		"a read of another request": {t.Context(), "select 1", primary},
	} {
		if got := pool.poolFor(c.ctx, c.query); got != c.want {
			t.Errorf("%s goes to the wrong server", name)
		}
	}
}
