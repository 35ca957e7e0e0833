package savedviews

import (
	"context"

	"acolhe/models/platform/db"
	"acolhe/models/types/auth"
	"acolhe/models/types/errs"
	"acolhe/models/types/patch"
)

// SaveInput is a new view. The page has checked the query.
type SaveInput struct {
	Page       string      `json:"page" form:"page"`
	Name       string      `json:"name" form:"name"`
	Query      string      `json:"query" form:"query"`
	SharedWith []auth.Role `json:"shared_with" form:"shared_with"`
}

// Save stores a query under a name. It returns 400 VALIDATION_ERROR for invalid fields, and 409
// CONFLICT if the operator has a view with this name on the page, or thirty views.
func Save(ctx context.Context, tx *db.DB, by auth.Caller, input SaveInput) (View, error) {
	if by.Kind != auth.Operator {
		return View{}, errs.Forbidden("Só operadores têm visões.")
	}
	view := View{OwnerID: by.ID, Page: input.Page, Name: input.Name, Query: input.Query, SharedWith: input.SharedWith, DateCreated: by.Now, DateUpdated: by.Now}
	view.normalise()
	if err := view.check(); err != nil {
		return View{}, err
	}
	err := tx.WithContext(ctx).Transaction(func(tx *db.DB) error {
		// Two tabs that save at once take turns, so that the limit holds.
		if err := tx.Exec("select from system_users where id = ? for no key update", by.ID).Error; err != nil {
			return err
		}
		var count int64
		if err := tx.Model(&View{}).Where("owner_id = ? and page = ?", by.ID, view.Page).Count(&count).Error; err != nil {
			return err
		}
		if count >= MostPerPage {
			return errs.Conflict(errs.CodeConflict, "Você já tem 30 visões nesta página. Exclua uma para salvar outra.")
		}
		return tx.Create(&view).Error
	})
	return view, err
}

// ChangeInput is what can be changed of a view: its name, its filters and who sees it.
type ChangeInput struct {
	ID         int64                    `json:"-"`
	Name       patch.Field[string]      `json:"name"`
	Query      patch.Field[string]      `json:"query"`
	SharedWith patch.Field[[]auth.Role] `json:"shared_with"`
}

// Change changes a view of the operator's own; an administrator also one that is shared. A
// view that the operator does not see is 404 NOT_FOUND, somebody else's 403 FORBIDDEN.
func Change(ctx context.Context, tx *db.DB, by auth.Caller, input ChangeInput) (View, error) {
	var view View
	err := tx.WithContext(ctx).Transaction(func(tx *db.DB) (err error) {
		view, err = lockToChange(tx, by, input.ID)
		if err != nil {
			return err
		}
		input.Name.Set(&view.Name)
		input.Query.Set(&view.Query)
		input.SharedWith.Set(&view.SharedWith)
		view.normalise()
		if err := view.check(); err != nil {
			return err
		}
		view.DateUpdated = by.Now
		return tx.Model(&view).Select("name", "query", "shared_with", "date_updated").Updates(&view).Error
	})
	return view, err
}

// Remove removes a view for everyone who sees it. It has the rules of Change.
func Remove(ctx context.Context, tx *db.DB, by auth.Caller, id int64) (View, error) {
	var view View
	err := tx.WithContext(ctx).Transaction(func(tx *db.DB) (err error) {
		view, err = lockToChange(tx, by, id)
		if err != nil {
			return err
		}
		return tx.Delete(&view).Error
	})
	return view, err
}
