package tags

import (
	"context"

	"acolhe/models/db"
)

// maxOffered bounds what a field can offer to choose from.
const maxOffered = 200

// Offered gives the tags for rows of a collection, by name: its own and those for all.
func Offered(ctx context.Context, tx *db.DB, collection string) ([]Tag, error) {
	var tags []Tag
	err := tx.WithContext(ctx).Where("collection = ? or collection is null", collection).Order("fold(name), id").Limit(maxOffered).Find(&tags).Error
	return tags, err
}
