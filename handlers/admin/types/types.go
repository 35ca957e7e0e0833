// Package types serves the pages of the types of professionals.
package types

import (
	"acolhe/handlers/form"
	"acolhe/handlers/frame"
	"acolhe/handlers/list"
	"acolhe/models/platform/db"
	"acolhe/models/professionals/catalog"
	view "acolhe/views/admin/types"
	"acolhe/views/layouts"
	"acolhe/web"
)

// Pages serves the pages of types.
type Pages struct {
	DB    *db.DB
	Frame frame.Func
}

// Routes returns the routes of the pages.
func (p Pages) Routes() []web.Route {
	const one = view.Path + "/:id"
	added, changed := p.form(true), p.form(false)
	return []web.Route{
		web.Page(view.Path, web.Administrator(), p.list().Show),
		web.Page(view.Path+"/novo", web.Administrator(), added.New),
		web.Form(view.Path+"/novo", web.Administrator(), added.Create),
		web.Page(one, web.Administrator(), changed.Edit),
		web.Form(one, web.Administrator(), changed.Update),
	}
}

func (p Pages) list() list.Pages[catalog.Entry, catalog.ListInput] {
	return list.Pages[catalog.Entry, catalog.ListInput]{DB: p.DB, Frame: p.Frame,
		List: list.List[catalog.Entry, catalog.ListInput]{Definition: view.List(), Find: catalog.ListEntries,
			Count: catalog.CountEntries}}
}

// form returns the form of a new or of an existing type.
func (p Pages) form(isNew bool) form.Pages[catalog.Entry, catalog.AddInput, catalog.ChangeInput] {
	return form.Pages[catalog.Entry, catalog.AddInput, catalog.ChangeInput]{
		DB: p.DB, Frame: p.Frame, Form: view.Form(isNew), Crumbs: []layouts.Crumb{{Label: "Tipos de profissional", Href: view.Path}},
		Find: catalog.FindEntry, Add: catalog.Add, Change: catalog.Change,
		Target:   func(input *catalog.ChangeInput, id int64) { input.ID = id },
		Defaults: func() catalog.Entry { return catalog.Entry{Active: true} },
		Added:    func(catalog.Entry) string { return "Tipo cadastrado." },
		Changed:  func(catalog.Entry) string { return "Alterações salvas." },
		Next:     func(catalog.Entry) string { return view.Path },
	}
}
