package panel

import (
	"acolhe/models/platform/db"
	"acolhe/models/tags"
	"acolhe/models/types/access"
	"acolhe/models/types/page"
	"acolhe/models/types/patch"
	"acolhe/views/layouts"
	"acolhe/views/panel"
	"acolhe/web"
)

// tagsCrumb leads back to the list.
var tagsCrumb = layouts.Crumb{Label: "Etiquetas", Href: panel.TagsPath}

func (p Panel) tagRoutes() []web.Route {
	return []web.Route{
		web.Page("/painel/etiquetas", web.StaffCan("tags", access.Read), p.listTags),
		web.Page("/painel/etiquetas/nova", web.StaffCan("tags", access.Create), p.newTag),
		web.Form("/painel/etiquetas/nova", web.StaffCan("tags", access.Create), p.addTag),
		web.Page("/painel/etiquetas/:id", web.StaffCan("tags", access.Update), p.editTag),
		web.Form("/painel/etiquetas/:id", web.StaffCan("tags", access.Update), p.changeTag),
		web.Form("/painel/etiquetas/:id/excluir", web.StaffCan("tags", access.Delete), p.removeTag),
	}
}

func (p Panel) listTags(r *web.Request) (err error) {
	list := panel.TagList{Query: panel.TagQuery{Words: r.Query("q"), Collection: r.Query("colecao"), Page: r.QueryPage()},
		CanAdd: access.Can(r.By, "tags", access.Create), CanChange: access.Can(r.By, "tags", access.Update)}
	window := page.Window{Limit: new(list.Query.Page.Size), Offset: list.Query.Page.Offset(), Count: page.FilterCount}
	input := tags.ListInput{Window: window, Q: list.Query.Words, Collection: list.Query.Collection}
	if list.Found, err = tags.List(r.Context(), p.DB, input); err != nil {
		return err
	}
	if list.Uses, err = tags.CountUse(r.Context(), p.DB, list.Found.Items); err != nil {
		return err
	}
	frame, err := p.frame(r, "Etiquetas")
	if err != nil {
		return err
	}
	return r.Render(panel.Tags(frame, list), panel.TagListFragment)
}

func (p Panel) newTag(r *web.Request) error { return p.drawTag(r, panel.TagForm{}) }

// addTag takes the form of a new tag.
func (p Panel) addTag(r *web.Request) error {
	posted, err := r.FormData()
	if err != nil {
		return err
	}
	var input tags.AddInput
	refused := posted.Bind(&input)
	if refused == nil {
		added, err := p.makeOnce(r, posted, input, func(tx *db.DB) (made, error) {
			tag, err := tags.Add(r.Context(), tx, r.By, input)
			return made{tag.ID, tag.Name}, err
		})
		if err == nil {
			r.Notify("Etiqueta " + added.Name + " criada.")
			return r.Redirect(panel.TagsPath)
		}
		refused = err
	}
	return p.drawTag(r, panel.TagForm{Typed: posted, Refused: refused})
}

func (p Panel) editTag(r *web.Request) error {
	tag, err := p.tagOf(r)
	if err != nil {
		return err
	}
	return p.drawTag(r, panel.TagForm{Row: tag})
}

// changeTag takes the form of a tag that exists. Who was overtaken by a colleague gets the form
// back, beside what the colleague wrote.
func (p Panel) changeTag(r *web.Request) error {
	tag, err := p.tagOf(r)
	if err != nil {
		return err
	}
	posted, err := r.FormData()
	if err != nil {
		return err
	}
	var input tags.EditInput
	refused := posted.Bind(&input)
	if refused == nil {
		input.ID = tag.ID
		changed, err := tags.Edit(r.Context(), p.DB, r.By, input)
		if err == nil {
			r.Notify("Etiqueta " + changed.Name + " salva.")
			return r.Redirect(panel.TagsPath)
		}
		refused = err
	}
	if tag, err = p.tagOf(r); err != nil {
		return err
	}
	return p.drawTag(r, panel.TagForm{Row: tag, Typed: posted, Refused: refused})
}

func (p Panel) removeTag(r *web.Request) error {
	tag, err := p.tagOf(r)
	if err != nil {
		return err
	}
	if err := tags.Remove(r.Context(), p.DB, r.By, tag.ID); err != nil {
		return p.drawTag(r, panel.TagForm{Row: tag, Refused: err})
	}
	r.Notify("Etiqueta " + tag.Name + " excluída.")
	return r.Redirect(panel.TagsPath)
}

// tagOf reads the tag of the address.
func (p Panel) tagOf(r *web.Request) (tags.Tag, error) {
	id, err := r.ParamID("id")
	if err != nil {
		return tags.Tag{}, err
	}
	return tags.FindByID(r.Context(), p.DB, id)
}

// drawTag draws the form, as stored or as typed with what is wrong. A form that was overtaken
// stands for what is stored now; any other that was refused keeps its edition.
func (p Panel) drawTag(r *web.Request, form panel.TagForm) (err error) {
	if form.Edition, err = form.Row.Edition(); err != nil {
		return err
	}
	if form.Typed != nil && !patch.IsStale(form.Refused) {
		form.Edition = form.Typed.Or("edition", "")
	}
	form.Key = keyOf(form.Typed, form.Refused)
	form.CanRemove = form.Row.ID != 0 && access.Can(r.By, "tags", access.Delete)
	uses, err := tags.CountUse(r.Context(), p.DB, []tags.Tag{form.Row})
	if err != nil {
		return err
	}
	form.Use = uses[form.Row.ID]
	frame, err := p.frame(r, form.Title(), tagsCrumb)
	if err != nil {
		return err
	}
	frame.Refused = form.Refused != nil
	return r.RenderForm(form.Refused, panel.EditTag(frame, form))
}
