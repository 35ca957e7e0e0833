// Package counters reads the numbers of rows by key without counting them. The database maintains
// the numbers (migrations/derived/counters.sql): triggers store the changes of every statement in the same
// transaction, and the hourly clean-up sums them up. This package only reads them.
package counters

import (
	"context"

	"acolhe/models/platform/db"
)

// Counter is a subject whose rows are counted.
type Counter string

// The counters: associates (without patients) by membership status, orders and items of the reception by status.
const (
	Associates Counter = "associates"
	Orders     Counter = "orders"
	Reception  Counter = "reception"
)

// Of returns the numbers of a counter by key; keys without rows may be absent.
func Of(ctx context.Context, tx *db.DB, counter Counter) (map[string]int, error) {
	counts := map[string]int{}
	err := db.ScanRow(SelectAll(tx.WithContext(ctx), counter), db.JSON(&counts))
	return counts, err
}

// SelectAll selects the numbers of Of as one JSON object, for use in other statements.
func SelectAll(tx *db.DB, counter Counter) *db.DB {
	byKey := tx.Table("counters").Select("key, sum(change)::bigint as count").Where("subject = ?", counter).Group("key")
	return tx.Table("(?) as counted", byKey).Select("json_object_agg(key, count)")
}

// Select selects the number of one key, for use in other statements.
func Select(tx *db.DB, counter Counter, key string) *db.DB {
	return tx.Table("counters").Select("coalesce(sum(change), 0)::bigint").Where("subject = ? and key = ?", counter, key)
}
