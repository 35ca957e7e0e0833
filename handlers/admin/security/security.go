// Package security serves the list of security events.
package security

import (
	"acolhe/handlers/frame"
	"acolhe/handlers/list"
	"acolhe/models/platform/db"
	"acolhe/models/platform/security"
	view "acolhe/views/admin/security"
	"acolhe/web"
)

// Pages serves the list.
type Pages struct {
	DB    *db.DB
	Frame frame.Func
}

// Routes returns the routes of the list.
func (p Pages) Routes() []web.Route {
	events := list.Pages[security.Entry, security.ListInput]{DB: p.DB, Frame: p.Frame,
		List: list.List[security.Entry, security.ListInput]{Definition: view.List(), Find: security.List, Count: security.Count}}
	return []web.Route{web.Page(view.Path, web.Administrator(), events.Show)}
}
