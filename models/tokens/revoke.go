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

// RestoreWindow is how long a revocation can be undone: longer than the page offers it.
const RestoreWindow = 30 * time.Second

// Revoke ends a token from the next request on; its row is kept. Revoking it again changes
// nothing. An unknown one is 404 NOT_FOUND.
func Revoke(ctx context.Context, tx *db.DB, by auth.Caller, id int64) (Token, error) {
	var token Token
	err := tx.WithContext(ctx).Transaction(func(tx *db.DB) (err error) {
		if token, err = lock(ctx, tx, id); err != nil || token.RevokedAt != nil {
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

// Restore undoes a revocation within RestoreWindow; the same plaintext serves again. A
// token that is not revoked is left as it is; a later wish is 409 CONFLICT, an unknown
// token 404 NOT_FOUND.
func Restore(ctx context.Context, tx *db.DB, by auth.Caller, id int64) (Token, error) {
	var token Token
	err := tx.WithContext(ctx).Transaction(func(tx *db.DB) (err error) {
		if token, err = lock(ctx, tx, id); err != nil || token.RevokedAt == nil {
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

// lock keeps the row from changing until the transaction ends.
func lock(ctx context.Context, tx *db.DB, id int64) (Token, error) {
	return FindByID(ctx, tx.Clauses(clause.Locking{Strength: "UPDATE"}), id)
}
