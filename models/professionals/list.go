package professionals

import (
	"context"

	"acolhe/models/platform/db"
	"acolhe/models/platform/items"
	"acolhe/models/types/access"
	"acolhe/models/types/auth"
	"acolhe/models/types/errs"
	"acolhe/models/types/page"
)

// byName is the default order of lists of professionals.
const byName = "fold(name), id"

// Sort is an order of the list; a minus before it reverses it. The zero value is by name.
type Sort string

// sql returns an order of rows; each is total.
func (s Sort) sql() (order string, known bool) {
	order, known = map[Sort]string{
		"":         byName,
		"name":     byName,
		"-name":    "fold(name) desc, id desc",
		"price":    "consultation_price, id",
		"-price":   "consultation_price desc nulls last, id desc",
		"balance":  "donation_balance, id",
		"-balance": "donation_balance desc, id desc",
		"updated":  "date_updated, id",
		"-updated": "date_updated desc, id desc",
	}[s]
	return order, known
}

// ListInput is the query of GET /professionals and of the list page. An empty field does not filter.
type ListInput struct {
	page.Window
	Active         *bool `form:"active"`
	IsCollaborator *bool `form:"is_collaborator"`
	IsPrescriber   *bool `form:"is_prescriber"`
	// Bookable true lists those with whom associates may make appointments; an associate lists no others.
	Bookable bool   `form:"bookable"`
	Type     string `form:"type"`
	// Q is searched like the words of Search.
	Q string `form:"q"`

	// Sort is for list pages.
	Sort Sort
}

// List returns a page of the professionals that the caller may see. It returns 400 VALIDATION_ERROR for an unknown order.
func List(ctx context.Context, tx *db.DB, by auth.Caller, input ListInput) (page.Of[Professional], error) {
	window, err := input.Normalize()
	if err != nil {
		return page.Of[Professional]{}, err
	}
	order, known := input.Sort.sql()
	if !known {
		return page.Of[Professional]{}, errs.Invalid("sort", "a lista não tem esta ordem")
	}
	scope := tx.WithContext(ctx).Model(&Professional{}).Scopes(visibleTo(by)).Session(&db.Session{})
	return db.ReadPage[Professional](scope, input.filter(scope), window, order)
}

// Count counts the professionals that the caller may see and that match the filters, up to a limit.
func Count(ctx context.Context, tx *db.DB, by auth.Caller, input ListInput, limit int) (page.Counted, error) {
	return db.CountUpTo(input.filter(tx.WithContext(ctx).Model(&Professional{}).Scopes(visibleTo(by))), limit)
}

// answered describes the rows of GET /professionals.
var answered = items.Describe[Listed](items.Rules{Computed: computed()})

// Select returns the selection of List by name, for an answer in JSON. It returns the errors of List.
func Select(ctx context.Context, tx *db.DB, by auth.Caller, input ListInput) (items.Selected, error) {
	window, err := input.Normalize()
	if err != nil {
		return items.Selected{}, err
	}
	rows := tx.WithContext(ctx).Model(&Professional{}).Scopes(visibleTo(by)).Session(&db.Session{})
	return items.Selected{Rows: answered, Scope: rows, Filtered: input.filter(rows), Window: window, Order: byName, Unprepared: true}, nil
}

// FindFor returns a professional that the caller may see; any other is 404 NOT_FOUND.
func FindFor(ctx context.Context, tx *db.DB, by auth.Caller, id int64) (Professional, error) {
	return db.First[Professional](tx.WithContext(ctx).Scopes(visibleTo(by)).Where("id = ?", id), notFound())
}

func (in ListInput) filter(query *db.DB) *db.DB {
	query = db.Matching(query, "search_text", in.Q)
	for _, flag := range []struct {
		column string
		wanted *bool
	}{{"active", in.Active}, {"is_collaborator", in.IsCollaborator}, {"is_prescriber", in.IsPrescriber}} {
		if flag.wanted != nil {
			query = query.Where(flag.column+" = ?", *flag.wanted)
		}
	}
	if in.Bookable {
		query = query.Where("active")
	}
	if in.Type != "" {
		query = query.Where("type = ?", in.Type)
	}
	return query
}

// visibleTo limits the query to the professionals that a reader may see, and to none for other callers.
func visibleTo(by auth.Caller) db.Scope {
	return func(query *db.DB) *db.DB {
		return visible(query.Scopes(db.Allowed(access.Can(by, "professionals", access.Read))), by)
	}
}

func notFound() error { return errs.NotFound("Profissional não encontrado.") }
