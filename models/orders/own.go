package orders

import (
	"context"

	"acolhe/models/platform/db"
	"acolhe/models/types/auth"
)

// ListOwn returns the newest orders of the calling associate, at most limit of them; any other caller has none.
func ListOwn(ctx context.Context, tx *db.DB, by auth.Caller, limit int) ([]Order, error) {
	found := []Order{}
	err := tx.WithContext(ctx).Scopes(db.Allowed(by.Kind == auth.Associate)).
		Select("id, user_id, user_code, items, total, status, date_created").Where("user_id = ?", by.ID).
		Order("date_created desc, id desc").Limit(limit).Find(&found).Error
	return found, err
}
