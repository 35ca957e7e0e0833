package savedviews

import (
	"context"

	"gorm.io/gorm/clause"

	"acolhe/models/platform/db"
	"acolhe/models/types/access"
	"acolhe/models/types/auth"
	"acolhe/models/types/errs"
)

// maxListed is the maximum number of tabs of a page: the own views and as many shared ones.
const maxListed = 2 * MostPerPage

// ListFor returns the views that an operator sees on a page: first their own, then those that are
// shared with one of their roles, each by name. Administrators see all shared views.
func ListFor(ctx context.Context, tx *db.DB, by auth.Caller, page string) ([]View, error) {
	var found []View
	err := Select(tx.WithContext(ctx), by, page).Find(&found).Error
	return found, err
}

// Select selects the views of ListFor, for use in other statements.
func Select(tx *db.DB, by auth.Caller, page string) *db.DB {
	return tx.Model(&View{}).Scopes(visibleTo(by)).Where("page = ?", page).
		Clauses(clause.OrderBy{Expression: clause.Expr{SQL: "owner_id <> ?, fold(name), id", Vars: []any{by.ID}}}).
		Limit(maxListed)
}

// FindFor returns a view that the operator sees; any other is 404 NOT_FOUND.
func FindFor(ctx context.Context, tx *db.DB, by auth.Caller, id int64) (View, error) {
	return first(tx.WithContext(ctx).Scopes(visibleTo(by)), id)
}

// visibleTo limits the query to the views that the operator sees.
func visibleTo(by auth.Caller) db.Scope {
	return func(query *db.DB) *db.DB {
		switch {
		case by.Kind != auth.Operator:
			return query.Where("false")
		case access.IsAdministrator(by):
			return query.Where("owner_id = ? or shared_with <> '[]'", by.ID)
		case len(by.Roles) == 0:
			return query.Where("owner_id = ?", by.ID)
		}
		return query.Where("owner_id = ? or exists (select from jsonb_array_elements_text(shared_with) role where role in ?)", by.ID, by.Roles)
	}
}

func first(query *db.DB, id int64) (View, error) {
	return db.First[View](query.Where("id = ?", id), errs.NotFound("Esta visão não existe mais."))
}
