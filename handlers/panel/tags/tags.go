// Package tags serves the pages of the catalogue of tags.
package tags

import (
	"acolhe/handlers/form"
	"acolhe/handlers/frame"
	"acolhe/handlers/list"
	"acolhe/models/platform/db"
	"acolhe/models/tags"
	"acolhe/models/types/access"
	"acolhe/models/types/errs"
	"acolhe/models/types/page"
	"acolhe/models/types/texts"
	formview "acolhe/views/form"
	"acolhe/views/layouts"
	view "acolhe/views/panel/tags"
	"acolhe/views/panel/undo"
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
		web.Form(one+"/juntar", changes, p.join),
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
			if state.IsNew {
				return nil
			}
			if access.Can(r.By, "tags", access.Delete) {
				state.Removal = view.Removal(state.Row, use)
			}
			return p.offerJoin(r, state, use)
		},
		Added:   func(tag tags.Tag) string { return "Etiqueta " + tag.Name + " criada." },
		Changed: func(tag tags.Tag) string { return "Etiqueta " + tag.Name + " salva." },
		Next:    func(tags.Tag) string { return view.Path },
	}
}

// used returns the form of the tag of the address, with its number of tagged rows.
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
	posted, err := r.FormData()
	if err != nil {
		return err
	}
	input := tags.RemoveInput{ID: tag.ID}
	if err := posted.Bind(&input); err != nil {
		return err
	}
	undoID, err := tags.RemoveWithUndo(r.Context(), p.DB, r.By, input)
	if err != nil {
		return form.Render(r, formview.State[tags.Tag]{Row: tag, Refused: err})
	}
	done := "Etiqueta " + tag.Name + " excluída."
	if undoID == 0 {
		r.Notify(done)
	} else {
		r.NotifyUndo(done, undo.Href(undoID))
	}
	return r.Redirect(view.Path)
}

// offerJoin offers to join the tag with the tag that already has the name.
func (p Pages) offerJoin(r *web.Request, state *formview.State[tags.Tag], use page.Counted) error {
	if state.Typed == nil || errs.IsStale(state.Refused) || !errs.HasCode(state.Refused, errs.CodeConflict) {
		return nil
	}
	typed := state.Row
	typed.Name, typed.Collection = state.Typed.Or("name", ""), texts.Optional(state.Typed.Or("collection", ""))
	into, ok, err := tags.Namesake(r.Context(), p.DB, typed)
	if ok {
		state.Alert = view.Joining{Tag: state.Row, Into: into, Use: use}
	}
	return err
}

func (p Pages) join(r *web.Request) error {
	tag, err := p.form().Row(r)
	if err != nil {
		return err
	}
	posted, err := r.FormData()
	if err != nil {
		return err
	}
	input := tags.JoinInput{ID: tag.ID}
	if err := posted.Bind(&input); err != nil {
		return err
	}
	into, err := tags.Join(r.Context(), p.DB, r.By, input)
	if err != nil {
		return err
	}
	r.Notify("Etiqueta " + tag.Name + " juntada com " + into.Name + ".")
	return r.Redirect(view.Path)
}
