package samples

import (
	"context"

	"acolhe/models/platform/db"
)

// Present tells whether sample associates are loaded, so that pages can say so.
func Present(ctx context.Context, tx *db.DB) (bool, error) {
	var first []int64
	// In the order of an index: else the planner reads the table, which is quick only where most rows are samples.
	err := tx.WithContext(ctx).Raw("select id from users where is_sample order by id limit 1").Scan(&first).Error
	return len(first) > 0, err
}
