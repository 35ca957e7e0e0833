// Package types serves the pages of the types of professionals.
package types

import (
	"acolhe/handlers/form"
	"acolhe/handlers/frame"
	"acolhe/handlers/list"
	"acolhe/models/platform/db"
	"acolhe/models/professionals"
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

func (p Pages) list() list.Pages[professionals.Entry, professionals.ListEntriesInput] {
	return list.Pages[professionals.Entry, professionals.ListEntriesInput]{DB: p.DB, Frame: p.Frame,
		List: list.List[professionals.Entry, professionals.ListEntriesInput]{Definition: view.List(), Find: professionals.ListEntries,
			Count: professionals.CountEntries}}
}

// form returns the form of a new or of an existing type.
func (p Pages) form(isNew bool) form.Pages[professionals.Entry, professionals.AddTypeInput, professionals.ChangeTypeInput] {
	return form.Pages[professionals.Entry, professionals.AddTypeInput, professionals.ChangeTypeInput]{
		DB: p.DB, Frame: p.Frame, Form: view.Form(isNew), Crumbs: []layouts.Crumb{{Label: "Tipos de profissional", Href: view.Path}},
		Find: professionals.FindEntry, Add: professionals.AddType, Change: professionals.ChangeType,
		Target:   func(input *professionals.ChangeTypeInput, id int64) { input.ID = id },
		Defaults: func() professionals.Entry { return professionals.Entry{Active: true} },
		Added:    func(professionals.Entry) string { return "Tipo cadastrado." },
		Changed:  func(professionals.Entry) string { return "Alterações salvas." },
		Next:     func(professionals.Entry) string { return view.Path },
	}
}
