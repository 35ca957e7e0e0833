// Package admin answers the pages of administrators under /admin: a file per area, a thin
// handler per page, the same verbs as /api/v1.
package admin

import (
	"net/url"
	"slices"

	"acolhe/models/platform/db"
	"acolhe/models/platform/mail"
	"acolhe/web"
)

// Admin answers the pages of administrators.
type Admin struct {
	DB   *db.DB
	Mail mail.Outbox
	// BaseURL is the public address that links begin with.
	BaseURL *url.URL
	// Development adds the pages for developers.
	Development bool
}

// Routes is the table of these pages.
func (a Admin) Routes() []web.Route {
	return slices.Concat(
		[]web.Route{web.Page("/admin", web.Administrator(), a.start)},
		a.mailRoutes(),
		a.tokenRoutes(),
		a.securityRoutes(),
		a.operatorRoutes(),
		a.professionalRoutes(),
		a.developerRoutes(),
	)
}

// start leads to the first page of the navigation.
func (a Admin) start(r *web.Request) error { return r.Redirect("/admin/operadores") }
