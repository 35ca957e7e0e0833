package products

import (
	"context"

	"acolhe/models/platform/db"
	"acolhe/models/types/access"
	"acolhe/models/types/auth"
	"acolhe/models/types/errs"
	"acolhe/models/types/page"
)

// Sort is an order of the list; a minus before it reverses it. The zero value is by name.
type Sort string

// sql returns an order of rows; each is total.
func (s Sort) sql() (order string, known bool) {
	order, known = map[Sort]string{
		"":         "fold(name), id",
		"name":     "fold(name), id",
		"-name":    "fold(name) desc, id desc",
		"code":     "fold(code), id",
		"-code":    "fold(code) desc, id desc",
		"price":    "price, id",
		"-price":   "price desc, id desc",
		"updated":  "date_updated, id",
		"-updated": "date_updated desc, id desc",
	}[s]
	return order, known
}

// ListInput is the query of a list of products. An empty field does not filter.
type ListInput struct {
	page.Window
	// Q is searched in code and name.
	Q string
	// Active limits the list to active or to inactive products.
	Active *bool
	Tag    string
	Sort   Sort
}

// List returns a page of the products that the caller may see. It returns 400 VALIDATION_ERROR for
// an unknown order.
func List(ctx context.Context, tx *db.DB, by auth.Caller, input ListInput) (page.Of[Product], error) {
	window, err := input.Normalize()
	if err != nil {
		return page.Of[Product]{}, err
	}
	order, known := input.Sort.sql()
	if !known {
		return page.Of[Product]{}, errs.Invalid("sort", "a lista não tem esta ordem")
	}
	tx = tx.WithContext(ctx)
	return db.ReadPage[Product](tx.Model(&Product{}).Scopes(visibleTo(by)), input.filter(tx, by), window, order)
}

// Count counts the products that the caller may see, up to a limit.
func Count(ctx context.Context, tx *db.DB, by auth.Caller, input ListInput, limit int) (page.Counted, error) {
	return db.CountUpTo(input.filter(tx.WithContext(ctx), by), limit)
}

func (in ListInput) filter(tx *db.DB, by auth.Caller) *db.DB {
	query := db.Matching(tx.Model(&Product{}).Scopes(visibleTo(by)), "search_text", in.Q)
	if in.Active != nil {
		query = query.Where("active = ?", *in.Active)
	}
	if in.Tag != "" {
		query = query.Where("tags @> jsonb_build_array(?::text)", in.Tag)
	}
	return query
}

// visibleTo limits the query to all products for a caller who may read them, and to none otherwise.
func visibleTo(by auth.Caller) db.Scope {
	return db.Allowed(access.Can(by, "products", access.Read))
}
