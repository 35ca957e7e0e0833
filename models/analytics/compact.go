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
// missing. Then it vacuums the steps: a reading passes those that were added as dead rows, 82 MB of them after 100,000
// associates were loaded, because the automatic vacuum keeps the pages of a table that is being read.
func Compact(ctx context.Context, tx *db.DB, now time.Time) error {
	zone, err := rollups.Refresh(ctx, tx, db.Export)
	if err != nil {
		return err
	}
	tx = tx.WithContext(db.WithWork(ctx, db.Job))
	err = tx.Transaction(func(tx *db.DB) error {
		if err := tx.Exec("select compact_rollups()").Error; err != nil {
			return err
		}
		return rank(ctx, tx, civil.Of(now.In(zone)), zone)
	})
	if err != nil {
		return err
	}
	return tx.Exec("vacuum associate_steps, order_steps, service_steps, reception_steps").Error
}
