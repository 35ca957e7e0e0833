package savedviews

import (
	"context"

	"acolhe/models/platform/db"
	"acolhe/models/types/auth"
	"acolhe/models/types/errs"
	"acolhe/models/types/patch"
)

// Fields are the writable fields of a view: its name, its filters and the roles that it is shared
// with.
type Fields struct {
	errs.BindErrors

	Name patch.Field[string] `form:"name"`
	// Query is validated by the page.
	Query      patch.Field[string]      `form:"query"`
	SharedWith patch.Field[[]auth.Role] `form:"shared_with"`
}

// SaveInput is a new view of a page.
type SaveInput struct {
	Page string `form:"page"`
	Fields
}

// ChangeInput changes the sent fields of a view. Version is the version of the opened form.
type ChangeInput struct {
	ID      int64  `form:"-"`
	Version string `form:"version"`
	Fields
}

// Save stores a query under a name. It returns 400 VALIDATION_ERROR for invalid fields, and 409
// CONFLICT if the operator has a view with this name on the page, or thirty views.
func Save(ctx context.Context, tx *db.DB, by auth.Caller, input SaveInput) (View, error) {
	if by.Kind != auth.Operator {
		return View{}, errs.Forbidden("Só operadores têm visões.")
	}
	view := View{OwnerID: by.ID, Page: input.Page, DateCreated: by.Now, DateUpdated: by.Now}
	if err := input.apply(&view); err != nil {
		return View{}, err
	}
	err := tx.WithContext(ctx).Transaction(func(tx *db.DB) error {
		// The lock makes the limit hold if two tabs save concurrently.
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

// Change changes a view of the operator's own; an administrator also changes shared ones. A view
// that the operator does not see is 404 NOT_FOUND, another operator's is 403 FORBIDDEN, and a stale
// version is 409 CONFLICT.
func Change(ctx context.Context, tx *db.DB, by auth.Caller, input ChangeInput) (View, error) {
	return db.Change(ctx, tx, input.ID, input.Version, func(_ *db.DB, before View, view *View) error {
		if !before.MayBeChangedBy(by) {
			return notYours()
		}
		view.DateUpdated = by.Now
		return input.apply(view)
	}, visibleTo(by))
}

// Remove removes a view for everyone who sees it. It returns the errors of Change.
func Remove(ctx context.Context, tx *db.DB, by auth.Caller, id int64) (View, error) {
	var view View
	err := tx.WithContext(ctx).Transaction(func(tx *db.DB) (err error) {
		if view, err = db.Lock[View](tx, id, visibleTo(by)); err != nil {
			return err
		}
		if !view.MayBeChangedBy(by) {
			return notYours()
		}
		return tx.Delete(&view).Error
	})
	return view, err
}

func notYours() error {
	return errs.Forbidden("Só quem criou esta visão, ou um administrador, pode alterá-la.")
}

// apply sets the fields in a view and validates it.
func (f Fields) apply(view *View) error {
	f.Name.Set(&view.Name)
	f.Query.Set(&view.Query)
	f.SharedWith.Set(&view.SharedWith)
	view.normalise()
	return f.BindErrors.Merge(view.validate()).Err()
}
