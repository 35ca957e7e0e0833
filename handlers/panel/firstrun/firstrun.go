// Package firstrun serves the first steps of a new installation.
package firstrun

import (
	"github.com/a-h/templ"

	"acolhe/models/firstrun"
	"acolhe/models/platform/db"
	view "acolhe/views/panel/firstrun"
	homeview "acolhe/views/panel/home"
	"acolhe/web"
)

// Pages serves the checklist, which the first page of the panel shows.
type Pages struct {
	DB *db.DB
	// MailConfigured reports whether the program sends mail.
	MailConfigured bool
}

// Routes returns the routes of the checklist.
func (p Pages) Routes() []web.Route {
	return []web.Route{web.Form(view.DismissPath, web.Staff(), p.dismiss)}
}

// Card returns the checklist of an administrator until all steps are done, else nil.
func (p Pages) Card(r *web.Request) (templ.Component, error) { return p.show(r, view.Card) }

// Steps returns the checklist like Card, as an empty association sees it.
func (p Pages) Steps(r *web.Request) (templ.Component, error) { return p.show(r, view.Steps) }

func (p Pages) show(r *web.Request, look func(firstrun.Checklist) templ.Component) (templ.Component, error) {
	list, err := firstrun.Read(r.Context(), p.DB, r.By, p.MailConfigured)
	if err != nil || list == nil {
		return nil, err
	}
	return look(*list), nil
}

// dismiss hides the checklist for the caller.
func (p Pages) dismiss(r *web.Request) error {
	if err := firstrun.Dismiss(r.Context(), p.DB, r.By); err != nil {
		return err
	}
	r.Notify("Primeiros passos dispensados. A ajuda continua no menu da conta.")
	return r.Redirect(homeview.Path)
}
