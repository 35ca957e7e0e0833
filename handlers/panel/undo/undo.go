// Package undo serves the button "Desfazer" of the toasts.
package undo

import (
	"slices"

	"acolhe/models/platform/db"
	"acolhe/models/platform/undo"
	"acolhe/models/types/access"
	"acolhe/models/types/errs"
	view "acolhe/views/panel/undo"
	"acolhe/web"
)

// Pages serves the undo button. Actions are those that the areas declare.
type Pages struct {
	DB      *db.DB
	Actions []undo.Action
}

// Routes returns the routes of the pages.
func (p Pages) Routes() []web.Route {
	return []web.Route{web.Form(view.Path+"/:id", web.Staff(), p.undo)}
}

// undo undoes an action and redirects to the page that offered it, with the result as notice.
func (p Pages) undo(r *web.Request) error {
	id, err := r.ParamID("id")
	if err != nil {
		return err
	}
	var done string
	err = p.DB.WithContext(r.Context()).Transaction(func(tx *db.DB) error {
		record, err := undo.Take(r.Context(), tx, r.By, id)
		if err != nil {
			return err
		}
		at := slices.IndexFunc(p.Actions, func(a undo.Action) bool { return a.Kind == record.Kind })
		if at < 0 {
			return errs.NotFound("Não há mais o que desfazer.")
		}
		action := p.Actions[at]
		if err := access.Require(r.By, action.Collection, action.Action); err != nil {
			return err
		}
		done = action.Done
		return action.Undo(r.Context(), tx, r.By, record.Payload)
	})
	if errs.HasCode(err, errs.CodeConflict) {
		done, err = errs.As(err).Message, nil
	}
	if err != nil {
		return err
	}
	r.Notify(done)
	return r.Redirect(r.CameFrom("/painel"))
}
