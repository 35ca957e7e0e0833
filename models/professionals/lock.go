package professionals

import (
	"context"

	"acolhe/models/db"
)

// Lock holds the professional of a code until the transaction ends, so that two who tie
// something to the same one wait for each other; it tells whether there is one.
func Lock(ctx context.Context, tx *db.DB, code string) (bool, error) {
	var id int64
	err := tx.WithContext(ctx).Raw("select id from professionals where professional_code = ? for no key update", code).Scan(&id).Error
	return id != 0, err
}
