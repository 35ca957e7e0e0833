package signing

import (
	"context"

	"acolhe/models/platform/db"
)

// FindSuccessor returns the newest contract of the same associate that is not voided and was created after another one;
// without any it is 404 NOT_FOUND.
func FindSuccessor(ctx context.Context, tx *db.DB, of Contract) (Contract, error) {
	later := tx.WithContext(ctx).Where("user_code = ? and status <> ? and date_created > ?", of.UserCode, Voided, of.DateCreated)
	return db.First[Contract](later.Order(newestFirst), errNotFound())
}
