package endpoints

import (
	"context"

	"acolhe/models/platform/db"
	"acolhe/models/platform/items"
	"acolhe/models/types/auth"
	"acolhe/models/types/errs"
	"acolhe/models/types/page"
)

// ListInput is the input of List: the query of GET /admin/webhooks and of the list page.
type ListInput struct{ page.Window }

// endpointRows describes the rows of the list.
var endpointRows = items.Describe[Endpoint](items.Rules{})

const newestFirst = "date_created desc, id desc"

// List returns the endpoints, newest first, without secrets. A caller who is not an administrator sees none.
func List(ctx context.Context, tx *db.DB, by auth.Caller, input ListInput) (page.Of[Endpoint], error) {
	found, err := Select(ctx, tx, by, input)
	if err != nil {
		return page.Of[Endpoint]{}, err
	}
	return db.ReadPage[Endpoint](found.Scope, found.Filtered, found.Window, found.Order)
}

// Select returns the selection of List, for an answer in JSON.
func Select(ctx context.Context, tx *db.DB, by auth.Caller, input ListInput) (items.Selected, error) {
	window, err := input.Normalize()
	return items.Selected{Rows: endpointRows, Scope: visible(ctx, tx, by), Filtered: visible(ctx, tx, by), Window: window, Order: newestFirst},
		err
}

// Count counts the endpoints that List returns to the caller, up to a limit.
func Count(ctx context.Context, tx *db.DB, by auth.Caller, _ ListInput, limit int) (page.Counted, error) {
	return db.CountUpTo(visible(ctx, tx, by), limit)
}

// Find returns an endpoint, or 404 NOT_FOUND if there is none that the caller may see.
func Find(ctx context.Context, tx *db.DB, by auth.Caller, id int64) (Endpoint, error) {
	return db.First[Endpoint](visible(ctx, tx, by).Where("id = ?", id), errs.NotFound("Webhook não encontrado."))
}

func visible(ctx context.Context, tx *db.DB, by auth.Caller) *db.DB {
	return db.AdministratorsOnly(tx.WithContext(ctx).Model(&Endpoint{}), by)
}
