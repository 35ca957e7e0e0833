// Package readytexts serves the pages of administrators on the texts for WhatsApp and e-mail.
package readytexts

import (
	"acolhe/handlers/form"
	"acolhe/handlers/frame"
	"acolhe/handlers/list"
	"acolhe/models/platform/db"
	"acolhe/models/readytexts"
	view "acolhe/views/admin/readytexts"
	formview "acolhe/views/form"
	"acolhe/views/layouts"
	"acolhe/web"
)

// Pages serves the pages of ready texts.
type Pages struct {
	DB    *db.DB
	Frame frame.Func
}

// Routes returns the routes of the pages.
func (p Pages) Routes() []web.Route {
	const one = view.Path + "/:id"
	return []web.Route{
		web.Page(view.Path, web.Administrator(), p.list().Show),
		web.Page(view.Path+"/novo", web.Administrator(), p.form().New),
		web.Form(view.Path+"/novo", web.Administrator(), p.form().Create),
		web.Page(one, web.Administrator(), p.form().Edit),
		web.Form(one, web.Administrator(), p.form().Update),
		web.Form(one+view.RemoveSlug, web.Administrator(), p.remove),
	}
}

func (p Pages) list() list.Pages[readytexts.Text, readytexts.ListInput] {
	return list.Pages[readytexts.Text, readytexts.ListInput]{DB: p.DB, Frame: p.Frame,
		List: list.List[readytexts.Text, readytexts.ListInput]{Definition: view.List(), Find: readytexts.ListPage, Count: readytexts.Count}}
}

func (p Pages) form() form.Pages[readytexts.Text, readytexts.AddInput, readytexts.ChangeInput] {
	return form.Pages[readytexts.Text, readytexts.AddInput, readytexts.ChangeInput]{
		DB: p.DB, Frame: p.Frame, Form: view.Form(), Crumbs: []layouts.Crumb{{Label: "Textos prontos", Href: view.Path}},
		Find: readytexts.FindFor, Add: readytexts.Add, Change: readytexts.Change,
		Target: func(input *readytexts.ChangeInput, id int64) { input.ID = id },
		Complete: func(_ *web.Request, state *formview.State[readytexts.Text]) error {
			if !state.IsNew {
				state.Removal = view.Removal(state.Row)
			}
			return nil
		},
		Added:   func(text readytexts.Text) string { return "Texto “" + text.Name + "” criado." },
		Changed: func(text readytexts.Text) string { return "Texto “" + text.Name + "” salvo." },
		Next:    func(readytexts.Text) string { return view.Path },
	}
}

func (p Pages) remove(r *web.Request) error {
	id, err := r.ParamID("id")
	if err != nil {
		return err
	}
	if err := readytexts.Remove(r.Context(), p.DB, r.By, id); err != nil {
		return err
	}
	r.Notify("Texto excluído.")
	return r.Redirect(view.Path)
}
