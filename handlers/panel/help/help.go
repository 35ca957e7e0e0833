// Package help serves the help of the staff.
package help

import (
	"acolhe/handlers/frame"
	"acolhe/models/platform/db"
	"acolhe/models/types/errs"
	view "acolhe/views/help"
	"acolhe/views/layouts"
	"acolhe/web"
)

// Pages serves the help and the news.
type Pages struct {
	DB    *db.DB
	Frame frame.Func
}

// Routes returns the routes of the help.
func (p Pages) Routes() []web.Route {
	return []web.Route{
		web.Page(view.Path, web.Staff(), p.list),
		web.Page(view.NewsPath, web.Staff(), p.news),
		web.Form(view.NewsReadPath, web.Staff(), p.dismiss),
		web.Page(view.Path+"/:area", web.Staff(), p.show),
	}
}

func (p Pages) list(r *web.Request) error {
	around, err := p.Frame(r, "Ajuda")
	if err != nil {
		return err
	}
	return r.Render(view.Index(around, view.Offered(r.By)))
}

// show serves the help of an area that the caller may open.
func (p Pages) show(r *web.Request) error {
	page, known := view.Find(r.By, r.Param("area"))
	if !known {
		return errs.NotFound("Esta página de ajuda não existe.")
	}
	around, err := p.Frame(r, "Ajuda: "+page.Title, layouts.Crumb{Label: "Ajuda", Href: view.Path})
	if err != nil {
		return err
	}
	around.Trail[len(around.Trail)-1].Label = page.Title
	return r.Render(view.Show(around, page))
}
