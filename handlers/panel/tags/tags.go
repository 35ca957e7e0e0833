// Package tags serves the pages of the catalogue of tags.
package tags

import (
	"context"
	"strings"

	"acolhe/handlers/form"
	"acolhe/handlers/frame"
	"acolhe/handlers/list"
	"acolhe/models/platform/db"
	"acolhe/models/tags"
	"acolhe/models/tasks"
	"acolhe/models/types/access"
	"acolhe/models/types/auth"
	"acolhe/models/types/errs"
	"acolhe/models/types/page"
	"acolhe/models/types/texts"
	formview "acolhe/views/form"
	"acolhe/views/layouts"
	view "acolhe/views/panel/tags"
	tasksview "acolhe/views/panel/tasks"
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
	tagged := list.List[view.Row, tags.ListInput]{Definition: view.List(access.Can(r.By, "tags", access.Update)), Find: findWithUse,
		Count: tags.Count}
	return list.Pages[view.Row, tags.ListInput]{DB: p.DB, Frame: p.Frame, List: tagged}.Show(r)
}

// findWithUse returns tags with their numbers of tagged rows.
func findWithUse(ctx context.Context, tx *db.DB, by auth.Caller, input tags.ListInput) (page.Of[view.Row], error) {
	found, err := tags.List(ctx, tx, by, input)
	if err != nil {
		return page.Of[view.Row]{}, err
	}
	uses, err := tags.CountUse(ctx, tx, found.Items)
	rows := make([]view.Row, len(found.Items))
	for i, tag := range found.Items {
		rows[i] = view.Row{Tag: tag, Use: uses[tag.ID]}
	}
	return page.Of[view.Row]{Items: rows, Meta: found.Meta}, err
}

type pages = form.Pages[tags.Tag, tags.AddInput, tags.ChangeInput]

func (p Pages) form() pages { return p.formOf(page.Counted{}) }

// formOf returns the form of a tag with this number of tagged rows. A new name of a tag with many rows is a task.
func (p Pages) formOf(use page.Counted) pages {
	var started *tasks.Task
	return pages{
		DB: p.DB, Frame: p.Frame, Form: view.Form(use), Crumbs: []layouts.Crumb{{Label: "Etiquetas", Href: view.Path}},
		Find: tags.FindFor, Add: tags.Add,
		Change: func(ctx context.Context, tx *db.DB, by auth.Caller, input tags.ChangeInput) (changed tags.Tag, err error) {
			if view.IsMany(use) {
				changed, started, err = requestRename(ctx, tx, by, input)
			}
			if started != nil || err != nil {
				return changed, err
			}
			return tags.Change(ctx, tx, by, input)
		},
		Target: func(input *tags.ChangeInput, id int64) { input.ID = id },
		Complete: func(r *web.Request, state *formview.State[tags.Tag]) error {
			if state.IsNew {
				color, err := tags.RarestColor(r.Context(), p.DB, view.Colors())
				state.Row.Color = &color
				return err
			}
			if access.Can(r.By, "tags", access.Delete) {
				state.Removal = view.Removal(state.Row, use)
			}
			return p.offerJoin(r, state, use)
		},
		Added: func(tag tags.Tag) string { return "Etiqueta " + tag.Name + " criada." },
		Changed: func(tag tags.Tag) string {
			if started != nil {
				return tasksview.Started(*started)
			}
			return "Etiqueta " + tag.Name + " salva."
		},
		Next: func(tags.Tag) string {
			if started != nil {
				return tasksview.Href(started.ID)
			}
			return view.Path
		},
	}
}

// used returns the tag of the address with its number of tagged rows.
func (p Pages) used(r *web.Request) (tags.Tag, page.Counted, error) {
	tag, err := p.form().Row(r)
	if err != nil {
		return tag, page.Counted{}, err
	}
	uses, err := tags.CountUse(r.Context(), p.DB, []tags.Tag{tag})
	return tag, uses[tag.ID], err
}

func (p Pages) edit(r *web.Request) error {
	_, use, err := p.used(r)
	if err != nil {
		return err
	}
	return p.formOf(use).Edit(r)
}

func (p Pages) update(r *web.Request) error {
	_, use, err := p.used(r)
	if err != nil {
		return err
	}
	return p.formOf(use).Update(r)
}

func (p Pages) remove(r *web.Request) error {
	tag, use, err := p.used(r)
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
	if input.FromRows && view.IsMany(use) {
		return p.request(r, tasks.DeleteTag, tasks.TagChange{ID: tag.ID})
	}
	undoID, err := tags.RemoveWithUndo(r.Context(), p.DB, r.By, input)
	if err != nil {
		return p.formOf(use).Render(r, formview.State[tags.Tag]{Row: tag, Refused: err})
	}
	r.NotifyUndo("Etiqueta "+tag.Name+" excluída.", undo.Href(undoID))
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
	tag, use, err := p.used(r)
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
	if view.IsMany(use) {
		return p.request(r, tasks.JoinTag, tasks.TagChange{ID: tag.ID, Into: input.Into})
	}
	into, undoID, err := tags.Join(r.Context(), p.DB, r.By, input)
	if err != nil {
		return err
	}
	r.NotifyUndo("Etiqueta "+tag.Name+" juntada com "+into.Name+".", undo.Href(undoID))
	return r.Redirect(view.Path)
}

// request starts a task that changes a tag in its many rows, and shows it.
func (p Pages) request(r *web.Request, kind tasks.Kind, change tasks.TagChange) error {
	task, err := tasks.RequestTag(r.Context(), p.DB, r.By, kind, change)
	if err != nil {
		return err
	}
	r.Notify(tasksview.Started(task))
	return r.Redirect(tasksview.Href(task.ID))
}

// requestRename starts a task if the input has a new name; without one it returns no task.
func requestRename(ctx context.Context, tx *db.DB, by auth.Caller, input tags.ChangeInput) (tag tags.Tag, started *tasks.Task, err error) {
	tag, err = tags.FindFor(ctx, tx, by, input.ID)
	if err != nil || strings.TrimSpace(input.Name.Or(tag.Name)) == tag.Name {
		return tag, nil, err
	}
	if err := tags.CheckChange(ctx, tx, by, input); err != nil {
		return tag, nil, err
	}
	change := tasks.TagChange{ID: tag.ID, Name: input.Name.Value, Color: tag.Color, Collection: tag.Collection}
	input.Color.SetNullable(&change.Color)
	input.Collection.SetNullable(&change.Collection)
	task, err := tasks.RequestTag(ctx, tx, by, tasks.RenameTag, change)
	return tag, &task, err
}
