package tokens

import (
	"context"
	"time"

	"gorm.io/gorm/clause"

	"acolhe/models/platform/db"
	"acolhe/models/platform/security"
	"acolhe/models/types/auth"
	"acolhe/models/types/errs"
)

// RestoreWindow is how long a revocation can be undone, longer than the page offers it.
const RestoreWindow = 30 * time.Second

// Revoke revokes a token from the next request on and keeps its row. It does nothing to a revoked
// token. It returns 404 NOT_FOUND as Find does.
func Revoke(ctx context.Context, tx *db.DB, by auth.Caller, id int64) (Token, error) {
	var token Token
	err := tx.WithContext(ctx).Transaction(func(tx *db.DB) (err error) {
		if token, err = lock(ctx, tx, by, id); err != nil || token.RevokedAt != nil {
			return err
		}
		token.RevokedAt = &by.Now
		if err := tx.Model(&token).Update("revoked_at", by.Now).Error; err != nil {
			return err
		}
		return security.Record(ctx, tx, by, eventOf(security.TokenRevoked, token))
	})
	return token, err
}

// Restore undoes a revocation within RestoreWindow, so that the same plaintext is valid again. It
// does nothing to a token that is not revoked. It returns 409 CONFLICT after RestoreWindow, and
// 404 NOT_FOUND as Find does.
func Restore(ctx context.Context, tx *db.DB, by auth.Caller, id int64) (Token, error) {
	var token Token
	err := tx.WithContext(ctx).Transaction(func(tx *db.DB) (err error) {
		if token, err = lock(ctx, tx, by, id); err != nil || token.RevokedAt == nil {
			return err
		}
		if !token.MayRestore(by.Now) {
			return errs.Conflict(errs.CodeConflict, "O prazo para desfazer acabou. Crie outro token.")
		}
		token.RevokedAt = nil
		if err := tx.Model(&token).Update("revoked_at", nil).Error; err != nil {
			return err
		}
		return security.Record(ctx, tx, by, eventOf(security.TokenRestored, token))
	})
	return token, err
}

// lock returns the token, locked until the transaction ends.
func lock(ctx context.Context, tx *db.DB, by auth.Caller, id int64) (Token, error) {
	return Find(ctx, tx.Clauses(clause.Locking{Strength: "UPDATE"}), by, id)
}
