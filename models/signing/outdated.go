package signing

import (
	"context"

	"acolhe/models/platform/db"
	"acolhe/models/types/auth"
)

// SelectOutdated returns a query for the row ids of the associates whose term is of an earlier version than the published
// one and who have no pending contract, for use inside other statements.
func SelectOutdated(ctx context.Context, tx *db.DB, by auth.Caller) *db.DB {
	outdated := tx.WithContext(ctx).Model(&Contract{}).Scopes(visibleTo(by)).Where(isOutdated).Select("id")
	return tx.WithContext(ctx).Table("users").Where("adhesion_term in (?)", outdated).Select("id")
}

// CountToAsk counts the associates of SelectOutdated as they will be once the next version of a kind is published; without a
// kind, as they are.
func CountToAsk(ctx context.Context, tx *db.DB, by auth.Caller, next Kind) (int, error) {
	current := tx.WithContext(ctx).Model(&Contract{}).Scopes(visibleTo(by)).Where("status = 'completed' and kind = ?", next).Select("id")
	signed := tx.WithContext(ctx).Table("users").Select("id").
		Where("adhesion_term in (?)", current).
		Where("not exists (select 1 from contracts p where p.user_code = users.user_code and p.status = 'pending')")
	var count int64
	err := tx.WithContext(ctx).Table("(? union ?) as asked", signed, SelectOutdated(ctx, tx, by)).Count(&count).Error
	return int(count), err
}
