package analytics

import (
	"context"
	"time"

	"acolhe/models/analytics/rollups"
	"acolhe/models/platform/db"
	"acolhe/models/types/civil"
)

const compactEvery = 10 * time.Minute

// compactTimeout is longer than filling the rollups again may take.
const compactTimeout = 15 * time.Minute

// compact is the job that adds the steps to the rollups, fills them again when their rules have changed, and stores the
// rankings.
type compact struct{}

// Kind returns the name of the job in the queue.
func (compact) Kind() string { return "compact_rollups" }

// Compact adds the steps to the rollups and stores the rankings, in one transaction, so that no reader finds the rankings
// missing.
func Compact(ctx context.Context, tx *db.DB, now time.Time) error {
	zone, err := rollups.Refresh(ctx, tx, db.Export)
	if err != nil {
		return err
	}
	return tx.WithContext(db.WithWork(ctx, db.Job)).Transaction(func(tx *db.DB) error {
		if err := tx.Exec("select compact_rollups()").Error; err != nil {
			return err
		}
		return rank(ctx, tx, civil.Of(now.In(zone)), zone)
	})
}
