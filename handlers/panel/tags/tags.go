// Package tags serves the pages of the catalogue of tags.
package tags

import (
	"acolhe/handlers/form"
	"acolhe/handlers/frame"
	"acolhe/handlers/list"
	"acolhe/models/platform/db"
	"acolhe/models/tags"
	"acolhe/models/types/access"
	"acolhe/models/types/page"
	formview "acolhe/views/form"
	"acolhe/views/layouts"
	view "acolhe/views/panel/tags"
	"acolhe/web"
)

// Pages serves the pages of tags.
type Pages struct {
	DB    *db.DB
	Frame frame.Func
}

// Routes returns the routes of the pages.
func (p Pages) Routes() []web.Route {
	const one = view.Path + "/:id"
	creates, changes := web.StaffCan("tags", access.Create), web.StaffCan("tags", access.Update)
	return []web.Route{
		web.Page(view.Path, web.StaffCan("tags", access.Read), p.list),
		web.Page(view.Path+"/nova", creates, p.form().New),
		web.Form(view.Path+"/nova", creates, p.form().Create),
		web.Page(one, changes, p.edit),
		web.Form(one, changes, p.update),
		web.Form(one+"/excluir", web.StaffCan("tags", access.Delete), p.remove),
	}
}

func (p Pages) list(r *web.Request) error {
	definition := view.List(access.Can(r.By, "tags", access.Update))
	return list.Pages[view.Row, tags.ListInput]{DB: p.DB, Frame: p.Frame, List: definition}.Show(r)
}

type pages = form.Pages[tags.Tag, tags.AddInput, tags.ChangeInput]

func (p Pages) form() pages { return p.formOf(page.Counted{}) }

// formOf returns the form of a tag with this number of tagged rows.
func (p Pages) formOf(use page.Counted) pages {
	return pages{
		DB: p.DB, Frame: p.Frame, Form: view.Form(use), Crumbs: []layouts.Crumb{{Label: "Etiquetas", Href: view.Path}},
		Find: tags.FindFor, Add: tags.Add, Change: tags.Change,
		Target: func(input *tags.ChangeInput, id int64) { input.ID = id },
		Complete: func(r *web.Request, state *formview.State[tags.Tag]) error {
			if !state.IsNew && access.Can(r.By, "tags", access.Delete) {
				state.Removal = view.Removal(state.Row, use)
			}
			return nil
		},
		Added:   func(tag tags.Tag) string { return "Etiqueta " + tag.Name + " criada." },
		Changed: func(tag tags.Tag) string { return "Etiqueta " + tag.Name + " salva." },
		Next:    func(tags.Tag) string { return view.Path },
	}
}

// used returns the form of the tag named in the address, with its number of tagged rows.
func (p Pages) used(r *web.Request) (pages, error) {
	tag, err := p.form().Row(r)
	if err != nil {
		return pages{}, err
	}
	uses, err := tags.CountUse(r.Context(), p.DB, []tags.Tag{tag})
	return p.formOf(uses[tag.ID]), err
}

func (p Pages) edit(r *web.Request) error {
	form, err := p.used(r)
	if err != nil {
		return err
	}
	return form.Edit(r)
}

func (p Pages) update(r *web.Request) error {
	form, err := p.used(r)
	if err != nil {
		return err
	}
	return form.Update(r)
}

func (p Pages) remove(r *web.Request) error {
	form, err := p.used(r)
	if err != nil {
		return err
	}
	tag, err := form.Row(r)
	if err != nil {
		return err
	}
	if err := tags.Remove(r.Context(), p.DB, tag.ID); err != nil {
		return form.Render(r, formview.State[tags.Tag]{Row: tag, Refused: err})
	}
	r.Notify("Etiqueta " + tag.Name + " excluída.")
	return r.Redirect(view.Path)
}
