package products

import (
	"context"

	"acolhe/models/platform/db"
	"acolhe/models/platform/unattached"
	"acolhe/models/types/auth"
)

// SetPicture sets the picture of a product, nil for none; the file before it is removed a while later. An unknown product
// is 404 NOT_FOUND.
func SetPicture(ctx context.Context, tx *db.DB, by auth.Caller, id int64, picture *int64) error {
	return tx.WithContext(ctx).Transaction(func(tx *db.DB) error {
		_, err := db.Change(ctx, tx, id, "", func(tx *db.DB, before Product, product *Product) error {
			product.ImageFileID, product.DateUpdated = picture, by.Now
			return unattached.Remove(ctx, tx, by, before.ImageFileID)
		})
		return err
	})
}
