package tokens

import (
	"context"
	"time"

	"acolhe/models/platform/db"
	"acolhe/models/platform/security"
	"acolhe/models/types/access"
	"acolhe/models/types/auth"
	"acolhe/models/types/errs"
)

// RestoreWindow is the time in which a revocation can be undone, a little longer than the page
// offers it.
const RestoreWindow = 30 * time.Second

// Revoke revokes a token from the next request on and keeps its row. It does nothing to a revoked
// token. It returns 404 NOT_FOUND as Find does.
func Revoke(ctx context.Context, tx *db.DB, by auth.Caller, id int64) (Token, error) {
	return change(ctx, tx, by, id, func(token *Token) error {
		if token.RevokedAt == nil {
			token.RevokedAt = &by.Now
		}
		return nil
	})
}

// Restore undoes a revocation within RestoreWindow, so that the same plaintext is valid again. It
// does nothing to a token that is not revoked. It returns 409 CONFLICT after RestoreWindow, and
// 404 NOT_FOUND as Find does.
func Restore(ctx context.Context, tx *db.DB, by auth.Caller, id int64) (Token, error) {
	return change(ctx, tx, by, id, func(token *Token) error {
		if token.RevokedAt != nil && !token.MayRestore(by.Now) {
			return errs.Conflict(errs.CodeConflict, "O prazo para desfazer acabou. Crie outro token.")
		}
		token.RevokedAt = nil
		return nil
	})
}

// change changes a token and records a revocation or a restoration.
func change(ctx context.Context, tx *db.DB, by auth.Caller, id int64, apply func(token *Token) error) (Token, error) {
	if err := access.RequireConfirmed(by); err != nil {
		return Token{}, err
	}
	var token Token
	err := tx.WithContext(ctx).Transaction(func(tx *db.DB) (err error) {
		var wasRevoked bool
		token, err = db.Change(ctx, tx, id, "", func(_ *db.DB, before Token, token *Token) error {
			wasRevoked = before.RevokedAt != nil
			return apply(token)
		}, func(query *db.DB) *db.DB { return db.AdministratorsOnly(query, by) })
		if err != nil || wasRevoked == (token.RevokedAt != nil) {
			return err
		}
		kind := security.TokenRestored
		if !wasRevoked {
			kind = security.TokenRevoked
		}
		return security.Record(ctx, tx, by, newEvent(kind, token))
	})
	return token, err
}
