// Package undo serves the button "Desfazer" of the toasts.
package undo

import (
	"context"
	"encoding/json"

	"acolhe/models/platform/db"
	"acolhe/models/platform/undo"
	"acolhe/models/types/access"
	"acolhe/models/types/auth"
	"acolhe/models/types/errs"
	view "acolhe/views/panel/undo"
	"acolhe/web"
)

// Action is a kind of action that can be undone: the required permission, the verb that undoes it, and the message
// afterwards.
type Action struct {
	Collection string
	Action     access.Action
	Undo       func(ctx context.Context, tx *db.DB, by auth.Caller, payload json.RawMessage) error
	Done       string
}

// With decodes the payload of an action for the verb that undoes it.
func With[Payload any](verb func(ctx context.Context, tx *db.DB, by auth.Caller, payload Payload) error) func(context.Context, *db.DB, auth.Caller, json.RawMessage) error {
	return func(ctx context.Context, tx *db.DB, by auth.Caller, encoded json.RawMessage) error {
		var payload Payload
		if err := json.Unmarshal(encoded, &payload); err != nil {
			return err
		}
		return verb(ctx, tx, by, payload)
	}
}

// Pages serves the undo button. Actions holds the actions of the areas.
type Pages struct {
	DB      *db.DB
	Actions map[undo.Kind]Action
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
		action := p.Actions[record.Kind]
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
