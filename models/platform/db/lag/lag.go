// Package lag decides from positions of the primary's write-ahead log how far a replica must be, so that data of more than a given
// age is never missing.
package lag

import (
	"context"
	"slices"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"
)

// timeout is the time after which a server that does not answer counts as unavailable.
const timeout = time.Second

// Position returns a position in the write-ahead log, 0 if the server does not answer.
func Position(ctx context.Context, pool *pgxpool.Pool, statement string) (position int64) {
	ctx, cancel := context.WithTimeout(ctx, timeout)
	defer cancel()
	if err := pool.QueryRow(ctx, statement).Scan(&position); err != nil {
		return 0
	}
	return position
}

// Measured is a position of the primary at a time.
type Measured struct {
	At    time.Time
	Bytes int64
}

// Positions are the positions of the primary, oldest first.
type Positions []Measured

// Due returns the position that a replica at most this far behind has applied, 0 if unknown, and forgets the positions before it.
func (p *Positions) Due(now time.Time, behind time.Duration) int64 {
	recent := slices.IndexFunc(*p, func(m Measured) bool { return now.Sub(m.At) < behind })
	if recent < 0 {
		recent = len(*p)
	}
	*p = slices.Delete(*p, 0, max(0, recent-1))
	if len(*p) == 0 {
		return 0
	}
	return (*p)[0].Bytes
}
