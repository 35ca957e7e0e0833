package tokens

import (
	"context"
	"slices"

	"acolhe/models/platform/db"
	"acolhe/models/platform/items"
	"acolhe/models/types/auth"
	"acolhe/models/types/errs"
	"acolhe/models/types/page"
)

// newestFirst is the order of the list of tokens.
const newestFirst = "date_created desc, id desc"

// ListInput is the input of List: the query of GET /auth/tokens and of the list page.
type ListInput struct {
	page.Window
	Status Status `form:"status"`
}

// answered describes the rows of lists.
var answered = items.Describe[Token](items.Rules{})

// List returns the tokens, newest first, without their hashes. A caller who is not an administrator
// sees none. It returns 400 VALIDATION_ERROR for an unknown status.
func List(ctx context.Context, tx *db.DB, by auth.Caller, input ListInput) (page.Of[Token], error) {
	found, err := Select(ctx, tx, by, input)
	if err != nil {
		return page.Of[Token]{}, err
	}
	return db.ReadPage[Token](found.Scope, found.Filtered, found.Window, found.Order)
}

// Select returns the selection of List, for an answer in JSON. It returns the errors of List.
func Select(ctx context.Context, tx *db.DB, by auth.Caller, input ListInput) (items.Selected, error) {
	window, err := input.Normalize()
	if err == nil && input.Status != "" && !slices.Contains(Statuses(), input.Status) {
		err = errs.Invalid("status", "deve ser active, expired ou revoked")
	}
	return items.Selected{
		Rows: answered, Scope: visible(ctx, tx, by), Filtered: input.filter(visible(ctx, tx, by), by), Window: window, Order: newestFirst,
	}, err
}

// Count counts the tokens that List returns to the caller, up to a limit.
func Count(ctx context.Context, tx *db.DB, by auth.Caller, input ListInput, limit int) (page.Counted, error) {
	return db.CountUpTo(input.filter(visible(ctx, tx, by), by), limit)
}

func (in ListInput) filter(query *db.DB, by auth.Caller) *db.DB {
	if in.Status == "" {
		return query
	}
	return query.Where(statusAt+" = ?", by.Now, in.Status)
}

// statusAt is Token.StatusAt in SQL.
const statusAt = "case when revoked_at is not null then 'revoked' when expires_at <= ? then 'expired' else 'active' end"

// CountByStatus counts the tokens that the caller may see by status.
func CountByStatus(ctx context.Context, tx *db.DB, by auth.Caller) (map[Status]int, error) {
	return db.CountBy[Status](visible(ctx, tx, by), statusAt, by.Now)
}

// Find returns a token without its hash, or 404 NOT_FOUND if there is none that the caller may see.
func Find(ctx context.Context, tx *db.DB, by auth.Caller, id int64) (Token, error) {
	return db.First[Token](visible(ctx, tx, by).Where("id = ?", id), errs.NotFound("Token não encontrado."))
}

// visible returns the tokens that the caller may see.
func visible(ctx context.Context, tx *db.DB, by auth.Caller) *db.DB {
	return db.AdministratorsOnly(tx.WithContext(ctx).Model(&Token{}), by)
}
