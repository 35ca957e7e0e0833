package passwordreset

import (
	"context"
	"time"

	"acolhe/models/platform/db"
	"acolhe/models/platform/password"
	"acolhe/models/types/errs"
	"acolhe/models/types/secret"
)

// Lifetime is the validity of a link (specification, "Associate session"; decisions.md).
const Lifetime = time.Hour

// CheckToken returns the words that a password set with the token must not contain, or 400
// TOKEN_INVALID if none can be set.
func (a Accounts) CheckToken(ctx context.Context, tx *db.DB, token string, now time.Time) ([]string, error) {
	owner, err := a.findByToken(tx.WithContext(ctx), token, now)
	if err != nil {
		return nil, err
	}
	policy, err := password.PolicyOf(ctx, tx)
	return policy.Words(owner.Name, owner.Email), err
}

// findByToken returns the account of a valid token, or 400 TOKEN_INVALID. A mail may arrive late, so a token stays valid
// when another one is requested: the row has the latest, earlier_resets the others.
func (a Accounts) findByToken(query *db.DB, token string, now time.Time) (account, error) {
	hash := secret.Hash(token)
	found, err := a.find(query.Where("password_reset_token = ? and password_reset_expires > ? or password_reset_token is not null and id = "+
		"(select "+a.Reference+" from earlier_resets where token = ? and expires_at > ?)", hash, now, hash, now))
	if errs.HasCode(err, errs.CodeNotFound) {
		return found, errs.New(errs.KindInvalid, errs.CodeTokenInvalid,
			"Este link não é mais válido: já foi usado, venceu ou foi substituído. Peça outro.")
	}
	return found, err
}

// addToken stores a token as the latest of an account, and keeps the one before. If the row has no token, the earlier ones
// were used or cancelled.
func (a Accounts) addToken(tx *db.DB, owner account, hash []byte, expires time.Time) error {
	cancelled := tx.Exec("delete from earlier_resets where "+a.Reference+" = (select id from "+a.Table+
		" where id = ? and password_reset_token is null)", owner.ID)
	if cancelled.Error != nil {
		return cancelled.Error
	}
	kept := tx.Exec("insert into earlier_resets (token, expires_at, "+a.Reference+") select password_reset_token, password_reset_expires, id from "+
		a.Table+" where id = ? and password_reset_token is not null", owner.ID)
	if kept.Error != nil {
		return kept.Error
	}
	return tx.Table(a.Table).Where("id = ?", owner.ID).
		Updates(map[string]any{"password_reset_token": hash, "password_reset_expires": expires}).Error
}
