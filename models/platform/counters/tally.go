// Package tally tells how many rows there are of each key without counting them. The database
// keeps the numbers (migration 00022): triggers note what every statement changes, in the same
// transaction, and the hourly clean-up adds the notes up. This package only reads them.
package counters

import (
	"context"

	"acolhe/models/platform/db"
)

// Counter is what is tallied.
type Counter string

// The subjects: associates (without patients) by standing, and orders by status.
const (
	Associates Counter = "associates"
	Orders     Counter = "orders"
)

// Of returns how many rows the subject has of each key; keys without rows may be absent.
func Of(ctx context.Context, tx *db.DB, subject Counter) (map[string]int, error) {
	var rows []struct {
		Key   string
		Count int
	}
	err := tx.WithContext(ctx).Table("tallies").Select("key, sum(change)::bigint as count").
		Where("subject = ?", subject).Group("key").Scan(&rows).Error
	counts := make(map[string]int, len(rows))
	for _, row := range rows {
		counts[row.Key] = row.Count
	}
	return counts, err
}
