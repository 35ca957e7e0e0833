package tokens

import (
	"context"
	"slices"
	"time"

	"acolhe/models/platform/db"
	"acolhe/models/types/errs"
	"acolhe/models/types/page"
)

// newestFirst is the total order of the list of tokens.
const newestFirst = "date_created desc, id desc"

// ListInput is the query of GET /auth/tokens and of the list page.
type ListInput struct {
	page.Window
	Status Status `form:"status"`
}

// List returns the tokens, newest first, never with their hashes.
func List(ctx context.Context, tx *db.DB, input ListInput, now time.Time) (page.Of[Token], error) {
	window, err := input.Normalize()
	if err != nil {
		return page.Of[Token]{}, err
	}
	filtered := tx.WithContext(ctx).Model(&Token{})
	if input.Status != "" {
		if !slices.Contains(Statuses(), input.Status) {
			return page.Of[Token]{}, errs.Invalid("status", "deve ser active, expired ou revoked")
		}
		filtered = filtered.Where(statusAt+" = ?", now, input.Status)
	}
	return db.ReadPage[Token](tx.WithContext(ctx).Model(&Token{}), filtered, window, newestFirst)
}

// statusAt is Token.StatusAt in SQL.
const statusAt = "case when revoked_at is not null then 'revoked' when expires_at <= ? then 'expired' else 'active' end"

// CountByStatus counts the tokens of each status; absent statuses have none.
func CountByStatus(ctx context.Context, tx *db.DB, now time.Time) (map[Status]int, error) {
	return db.CountBy[Status](tx.WithContext(ctx).Model(&Token{}), statusAt, now)
}

// FindByID returns one token without its hash; an unknown one is 404 NOT_FOUND.
func FindByID(ctx context.Context, tx *db.DB, id int64) (Token, error) {
	return db.First[Token](tx.WithContext(ctx).Where("id = ?", id), errs.NotFound("Token não encontrado."))
}
