package panel

import (
	"acolhe/models/platform/savedviews"
	"acolhe/models/types/errs"
	"acolhe/models/types/patch"
	"acolhe/views/layouts"
	"acolhe/views/panel"
	"acolhe/views/ui"
	"acolhe/web"
)

func (p Panel) saveView(r *web.Request) error {
	input, err := postedView(r)
	if err != nil {
		return err
	}
	list, err := p.listPage(r, input.Page)
	if err != nil {
		return err
	}
	input.Query, err = list.normal(input.Query)
	if err != nil {
		return err
	}
	view, err := savedviews.Save(r.Context(), p.DB, r.By, input)
	if err != nil {
		return p.redrawView(r, err, list, panel.ViewForm{List: input.Page, Query: input.Query, Name: input.Name, SharedWith: panel.RoleNames(input.SharedWith)})
	}
	r.Notify("Visão “" + view.Name + "” salva.")
	return r.Redirect(panel.ViewAddress(list.path, view))
}

func postedView(r *web.Request) (savedviews.SaveInput, error) {
	var input savedviews.SaveInput
	posted, err := r.FormData()
	if err != nil {
		return input, err
	}
	return input, posted.Bind(&input)
}

// viewOf gives the view of the address and its list, both as far as the person sees them.
func (p Panel) viewOf(r *web.Request) (savedviews.View, listPage, error) {
	id, err := r.ParamID("id")
	if err != nil {
		return savedviews.View{}, listPage{}, err
	}
	view, err := savedviews.FindFor(r.Context(), p.DB, r.By, id)
	if err != nil {
		return view, listPage{}, err
	}
	list, err := p.listPage(r, view.Page)
	return view, list, err
}

func (p Panel) editView(r *web.Request) error {
	view, list, err := p.viewOf(r)
	if err == nil && !view.MayBeChangedBy(r.By) {
		err = errs.Forbidden("Só quem criou esta visão, ou um administrador, pode mudá-la.")
	}
	if err != nil {
		return err
	}
	frame, err := p.viewFrame(r, "Visão "+view.Name, list)
	if err != nil {
		return err
	}
	return r.Render(panel.EditView(frame, panel.ViewForm{ID: view.ID, Name: view.Name, SharedWith: panel.RoleNames(view.SharedWith),
		Back: panel.ViewAddress(list.path, view)}))
}

// viewFrame is the frame of a page about a view, which belongs to its list.
func (p Panel) viewFrame(r *web.Request, title string, list listPage) (layouts.Frame, error) {
	frame, err := p.frame(r, title, layouts.Crumb{Label: list.title, Href: list.path})
	frame.Path = list.path + "/visoes"
	return frame, err
}

func (p Panel) changeView(r *web.Request) error {
	view, list, err := p.viewOf(r)
	if err != nil {
		return err
	}
	input, err := postedView(r)
	if err != nil {
		return err
	}
	changed, err := savedviews.Change(r.Context(), p.DB, r.By,
		savedviews.ChangeInput{ID: view.ID, Name: patch.Of(input.Name), SharedWith: patch.Of(input.SharedWith)})
	if err != nil {
		return p.redrawView(r, err, list, panel.ViewForm{ID: view.ID, Name: input.Name, SharedWith: panel.RoleNames(input.SharedWith)})
	}
	r.Notify("Visão “" + changed.Name + "” salva.")
	return r.Redirect(panel.ViewAddress(list.path, changed))
}

// keepFilters gives a view the filters that its list was shown with.
func (p Panel) keepFilters(r *web.Request) error {
	view, list, err := p.viewOf(r)
	if err != nil {
		return err
	}
	query, err := list.normal(r.Query("query"))
	if err != nil {
		return err
	}
	changed, err := savedviews.Change(r.Context(), p.DB, r.By, savedviews.ChangeInput{ID: view.ID, Query: patch.Of(query)})
	if err != nil {
		return err
	}
	r.Notify("A visão “" + changed.Name + "” guarda agora estes filtros.")
	return r.Redirect(panel.ViewAddress(list.path, changed))
}

func (p Panel) removeView(r *web.Request) error {
	view, list, err := p.viewOf(r)
	if err != nil {
		return err
	}
	if _, err := savedviews.Remove(r.Context(), p.DB, r.By, view.ID); err != nil {
		return err
	}
	r.Notify("Visão “" + view.Name + "” excluída.")
	return r.Redirect(list.path)
}

// redrawView shows a view that was refused, with what was typed.
func (p Panel) redrawView(r *web.Request, refused error, list listPage, form panel.ViewForm) error {
	form.Back = list.path
	form.Problems = ui.ProblemsOf(errs.FieldsOf(refused), panel.ViewLabel)
	if refusal := errs.As(refused); refusal != nil && len(refusal.Fields) == 0 {
		form.Problems = append(form.Problems, ui.Problem{Field: "name", Message: refusal.Message})
	}
	frame, err := p.viewFrame(r, "Salvar visão", list)
	if err != nil {
		return err
	}
	frame.Refused = true
	return r.RenderProblems(refused, panel.EditView(frame, form))
}
