// Package security serves the list of security events.
package security

import (
	"acolhe/handlers/frame"
	"acolhe/handlers/list"
	"acolhe/models/attention"
	"acolhe/models/platform/db"
	"acolhe/models/platform/security"
	view "acolhe/views/admin/security"
	listview "acolhe/views/list"
	"acolhe/web"
)

// Pages serves the list.
type Pages struct {
	DB    *db.DB
	Frame frame.Func
}

// Routes returns the routes of the list.
func (p Pages) Routes() []web.Route {
	events := list.Pages[security.Entry, security.ListInput]{DB: p.DB, Frame: p.Frame, Complete: p.complete,
		List: list.List[security.Entry, security.ListInput]{Definition: view.List(), Find: security.List, Count: security.Count}}
	return []web.Route{
		web.Page(view.Path, web.Administrator(), events.Show),
		web.Form(view.Path+"/:id/conferido", web.Administrator(), p.look),
	}
}

// complete adds the figures and the events that need attention.
func (p Pages) complete(r *web.Request, state *listview.State, _ []security.Entry, _ listview.Query[security.ListInput]) error {
	waiting, err := attention.List(r.Context(), p.DB, r.By)
	if err != nil {
		return err
	}
	figures, err := attention.ReadFigures(r.Context(), p.DB, r.By)
	state.Before = view.Above(figures, waiting, state.Now)
	return err
}

// look records that an administrator has looked at an event.
func (p Pages) look(r *web.Request) error {
	id, err := r.ParamID("id")
	if err != nil {
		return err
	}
	if err := attention.Look(r.Context(), p.DB, r.By, id); err != nil {
		return err
	}
	r.Notify("Conferido.")
	return r.Redirect(view.Path)
}
