package tokens

import (
	"context"
	"errors"

	"acolhe/models/platform/db"
	"acolhe/models/platform/security"
	"acolhe/models/types/access"
	"acolhe/models/types/auth"
)

// LimitInput limits the columns of a token, or ends the limit.
type LimitInput struct {
	WithoutHealth bool `form:"without_health"`
}

// Limit hides the columns about health from a token, or shows them again, from the next request on. A limited token reads and writes the
// generic collections alone. It asks for the second step again, and returns 404 NOT_FOUND as Find does.
func Limit(ctx context.Context, tx *db.DB, by auth.Caller, id int64, input LimitInput) (Token, error) {
	if err := access.RequireConfirmed(by); err != nil {
		return Token{}, err
	}
	token, err := Find(ctx, tx, by, id)
	if err != nil || token.WithoutHealth == input.WithoutHealth {
		return token, err
	}
	token.WithoutHealth = input.WithoutHealth
	event := newEvent(security.TokenLimited, token)
	event.Details["without_health"] = input.WithoutHealth
	err = tx.WithContext(ctx).Transaction(func(tx *db.DB) error {
		changed := tx.Exec("update users_api set without_health = ? where id = ?", input.WithoutHealth, id)
		return errors.Join(changed.Error, security.Record(ctx, tx, by, event))
	})
	return token, err
}
