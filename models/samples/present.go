package samples

import (
	"context"

	"acolhe/models/db"
)

// Present tells whether sample associates are loaded, so that pages can say so.
func Present(ctx context.Context, tx *db.DB) (bool, error) {
	var present bool
	err := tx.WithContext(ctx).Raw("select exists (select from users where is_sample)").Scan(&present).Error
	return present, err
}
