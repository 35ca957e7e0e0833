package tags

import (
	"context"

	"acolhe/models/platform/db"
)

// maxOffered is how many tags a form offers.
const maxOffered = 100

// Offered returns the names of the tags that a form of a collection offers, in their order.
func Offered(ctx context.Context, tx *db.DB, collection string) ([]string, error) {
	var names []string
	err := tx.WithContext(ctx).Model(&Tag{}).Where("collection is null or collection = ?", collection).
		Order("fold(name), id").Limit(maxOffered).Pluck("name", &names).Error
	return names, err
}
