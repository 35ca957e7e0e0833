// Package savedviews serves an operator's choices for lists: saved views and columns.
package savedviews

import (
	"acolhe/handlers/form"
	"acolhe/handlers/frame"
	"acolhe/handlers/list"
	"acolhe/models/platform/db"
	"acolhe/models/platform/preferences"
	"acolhe/models/platform/savedviews"
	"acolhe/models/types/errs"
	"acolhe/models/types/page"
	"acolhe/models/types/patch"
	"acolhe/views/layouts"
	listview "acolhe/views/list"
	"acolhe/views/list/saved"
	view "acolhe/views/panel/savedviews"
	"acolhe/views/ui"
	"acolhe/web"
)

// Pages serves the pages of saved views.
type Pages struct {
	DB    *db.DB
	Frame frame.Func
	// Lists are the lists with saved views and a choice of columns.
	Lists list.Lists
}

// Routes returns the routes of the pages.
func (p Pages) Routes() []web.Route {
	const one = saved.Path + "/:id"
	return []web.Route{
		web.Form(listview.ColumnsPath, web.Staff(), p.chooseColumns),
		web.Form(saved.Path, web.Staff(), p.save),
		web.Page(saved.Path+"/contagens", web.Staff(), p.count),
		web.Page(one, web.Staff(), p.edit),
		web.Form(one, web.Staff(), p.update),
		web.Form(one+"/filtros", web.Staff(), p.updateFilters),
		web.Form(one+"/excluir", web.Staff(), p.remove),
	}
}

// chooseColumns stores the chosen columns of a list.
func (p Pages) chooseColumns(r *web.Request) error {
	posted, err := r.FormData()
	if err != nil {
		return err
	}
	var input preferences.ColumnsInput
	if err := posted.Bind(&input); err != nil {
		return err
	}
	chosen, err := p.Lists.For(r.By, input.List)
	if err != nil {
		return err
	}
	input.Offered = chosen.ColumnNames()
	if err := preferences.ChooseColumns(r.Context(), p.DB, r.By, input); err != nil {
		return err
	}
	path := chosen.Describe().Path
	return r.Redirect(web.LocalPath(posted.Or("volta", path), path))
}

// save stores the filters of a list under a name, in the form that the list defines for views.
func (p Pages) save(r *web.Request) error {
	posted, err := r.FormData()
	if err != nil {
		return err
	}
	var input savedviews.SaveInput
	if err := posted.Bind(&input); err != nil {
		return err
	}
	chosen, err := p.Lists.For(r.By, input.Page)
	if err != nil {
		return err
	}
	filters, err := chosen.Parse(input.Query.Value)
	if err != nil {
		return err
	}
	input.Query = patch.Of(filters.Encode())
	view, err := savedviews.Save(r.Context(), p.DB, r.By, input)
	if err != nil {
		return p.renderRefused(r, err, chosen.Describe(), input)
	}
	r.Notify("Visão “" + view.Name + "” salva.")
	return r.Redirect(saved.Address(chosen.Describe().Path, view))
}

// renderRefused shows the form of a view that could not be saved, with the typed values.
func (p Pages) renderRefused(r *web.Request, refused error, about listview.About, input savedviews.SaveInput) error {
	form := saved.Form{List: input.Page, Query: input.Query.Value, Name: input.Name.Value, SharedWith: saved.RoleNames(input.SharedWith.Value),
		Back: about.Path, Problems: ui.ProblemsOf(errs.FieldsOf(refused), saved.Label)}
	if refusal := errs.As(refused); refusal != nil && len(refusal.Fields) == 0 {
		form.Problems = append(form.Problems, ui.Problem{Field: "name", Message: refusal.Message})
	}
	around, err := p.frameOf(about)(r, "Salvar visão")
	if err != nil {
		return err
	}
	around.Refused = true
	return r.RenderProblems(refused, saved.RefusedPage(around, form))
}

// count counts the rows of each saved view of a list, in a request after the page.
func (p Pages) count(r *web.Request) error {
	chosen, err := p.Lists.For(r.By, r.Query("lista"))
	if err != nil {
		return err
	}
	stored, err := savedviews.ListFor(r.Context(), p.DB, r.By, chosen.Describe().Name)
	if err != nil {
		return err
	}
	views := list.ViewsOf(r, stored)
	for i := range views.Saved {
		if views.Saved[i].Count, err = p.countView(r, chosen, views.Saved[i].View); err != nil {
			return err
		}
	}
	return r.Render(saved.Counts(views))
}

// countView returns nil for a view with filters that the list no longer has.
func (p Pages) countView(r *web.Request, of list.Any, view savedviews.View) (*page.Counted, error) {
	filters, err := of.Parse(view.Query)
	if errs.As(err) != nil {
		return nil, nil
	}
	count, err := of.CountFor(r.Context(), p.DB, r.By, filters)
	return &count, err
}

func (p Pages) edit(r *web.Request) error {
	stored, chosen, err := p.find(r)
	if err == nil && !stored.MayBeChangedBy(r.By) {
		err = errs.Forbidden("Só quem criou esta visão, ou um administrador, pode alterá-la.")
	}
	if err != nil {
		return err
	}
	return p.form(chosen.Describe()).Edit(r)
}

func (p Pages) update(r *web.Request) error {
	_, chosen, err := p.find(r)
	if err != nil {
		return err
	}
	return p.form(chosen.Describe()).Update(r)
}

// find returns the view of the address and its list, if the caller may see both.
func (p Pages) find(r *web.Request) (savedviews.View, list.Any, error) {
	id, err := r.ParamID("id")
	if err != nil {
		return savedviews.View{}, nil, err
	}
	found, err := savedviews.FindFor(r.Context(), p.DB, r.By, id)
	if err != nil {
		return found, nil, err
	}
	chosen, err := p.Lists.For(r.By, found.Page)
	return found, chosen, err
}

func (p Pages) form(about listview.About) form.Pages[savedviews.View, savedviews.SaveInput, savedviews.ChangeInput] {
	return form.Pages[savedviews.View, savedviews.SaveInput, savedviews.ChangeInput]{
		DB: p.DB, Frame: p.frameOf(about), Form: view.Form(about), Crumbs: []layouts.Crumb{{Label: about.Title, Href: about.Path}},
		Find: savedviews.FindFor, Change: savedviews.Change,
		Target:  func(input *savedviews.ChangeInput, id int64) { input.ID = id },
		Changed: func(view savedviews.View) string { return "Visão “" + view.Name + "” salva." },
		Next:    func(view savedviews.View) string { return saved.Address(about.Path, view) },
	}
}

// frameOf returns the frame of a page about a view, which belongs to its list.
func (p Pages) frameOf(about listview.About) frame.Func {
	return func(r *web.Request, title string, _ ...layouts.Crumb) (layouts.Frame, error) {
		around, err := p.Frame(r, title, layouts.Crumb{Label: about.Title, Href: about.Path})
		around.Path = about.Path + "/visoes"
		return around, err
	}
}

// updateFilters stores the list's current filters in a view.
func (p Pages) updateFilters(r *web.Request) error {
	stored, chosen, err := p.find(r)
	if err != nil {
		return err
	}
	filters, err := chosen.Parse(r.Query("query"))
	if err != nil {
		return err
	}
	changed, err := savedviews.Change(r.Context(), p.DB, r.By,
		savedviews.ChangeInput{ID: stored.ID, Fields: savedviews.Fields{Query: patch.Of(filters.Encode())}})
	if err != nil {
		return err
	}
	r.Notify("Visão “" + changed.Name + "” atualizada com estes filtros.")
	return r.Redirect(saved.Address(chosen.Describe().Path, changed))
}

func (p Pages) remove(r *web.Request) error {
	stored, chosen, err := p.find(r)
	if err != nil {
		return err
	}
	if _, err := savedviews.Remove(r.Context(), p.DB, r.By, stored.ID); err != nil {
		return err
	}
	r.Notify("Visão “" + stored.Name + "” excluída.")
	return r.Redirect(chosen.Describe().Path)
}
