// Package adverseevents serves the pages of what patients felt while they used a product.
package adverseevents

import (
	"acolhe/handlers/frame"
	"acolhe/handlers/list"
	"acolhe/models/adverseevents"
	"acolhe/models/platform/db"
	"acolhe/models/platform/exports"
	"acolhe/models/tasks"
	"acolhe/models/types/access"
	"acolhe/models/types/errs"
	"acolhe/views/care"
	"acolhe/views/layouts"
	view "acolhe/views/panel/adverseevents"
	"acolhe/web"
)

// Pages serves these pages.
type Pages struct {
	DB    *db.DB
	Frame frame.Func
	// Exports limits the number of concurrent exports; RequestedExport answers with a long one.
	Exports         exports.Semaphore
	RequestedExport func(r *web.Request, task tasks.Task, err error) error
}

var crumb = layouts.Crumb{Label: "Efeitos relatados", Href: view.Path}

// Routes returns the routes of the pages.
func (p Pages) Routes() []web.Route {
	const one, isNew = view.Path + "/:id", view.Path + "/novo/:pessoa"
	reads, changes := web.StaffCan("users", access.Read), web.StaffCan("users", access.Update)
	return []web.Route{
		web.Page(view.Path, reads, p.list().Show),
		web.Form(view.Path+"/exportar", reads, p.list().Export),
		web.Page(isNew, changes, p.ask),
		web.Form(isNew, changes, p.report),
		web.Page(one, reads, p.show),
		web.Form(one, changes, p.follow),
	}
}

// List returns the list of events.
func List() list.List[adverseevents.Listed, adverseevents.ListInput] {
	return list.List[adverseevents.Listed, adverseevents.ListInput]{Definition: view.List(), Find: adverseevents.List, Count: adverseevents.Count,
		Each: adverseevents.Each}
}

func (p Pages) list() list.Pages[adverseevents.Listed, adverseevents.ListInput] {
	return list.Pages[adverseevents.Listed, adverseevents.ListInput]{DB: p.DB, Frame: p.Frame, List: List(), Exports: p.Exports,
		RequestedExport: p.RequestedExport}
}

func (p Pages) ask(r *web.Request) error { return p.renderNew(r, nil, nil) }

func (p Pages) renderNew(r *web.Request, posted web.FormData, refused error) error {
	id, err := r.ParamID("pessoa")
	if err != nil {
		return err
	}
	person, err := adverseevents.PersonFor(r.Context(), p.DB, r.By, id)
	if err != nil {
		return err
	}
	event := care.Event{Typed: posted, Refused: refused}
	if event.Used, err = adverseevents.ListUsed(r.Context(), p.DB, r.By, person); err != nil {
		return err
	}
	around, err := p.Frame(r, "Registrar efeito", crumb)
	if err != nil {
		return err
	}
	around.Refused = refused != nil
	return r.RenderForm(refused, view.NewPage(around, person, event))
}

func (p Pages) report(r *web.Request) error {
	id, err := r.ParamID("pessoa")
	if err != nil {
		return err
	}
	posted, err := r.FormData()
	if err != nil {
		return err
	}
	var input adverseevents.Input
	if err := posted.Bind(&input); err != nil {
		return err
	}
	input.Person = id
	event, err := adverseevents.Report(r.Context(), p.DB, r.By, input)
	if len(errs.FieldsOf(err)) > 0 {
		return p.renderNew(r, posted, err)
	}
	if err != nil {
		return err
	}
	r.Notify("Efeito registrado.")
	return r.Redirect(view.Href(event.ID))
}

func (p Pages) show(r *web.Request) error { return p.render(r, nil, nil) }

func (p Pages) render(r *web.Request, posted web.FormData, refused error) error {
	id, err := r.ParamID("id")
	if err != nil {
		return err
	}
	data := view.PageData{Typed: posted, Refused: refused, CanChange: access.Can(r.By, "users", access.Update)}
	if data.Event, err = adverseevents.FindFor(r.Context(), p.DB, r.By, id); err != nil {
		return err
	}
	if data.Products, err = adverseevents.ProductsOf(r.Context(), p.DB, r.By, id); err != nil {
		return err
	}
	around, err := p.Frame(r, "Efeito de "+data.Event.Patient, crumb)
	if err != nil {
		return err
	}
	data.Now, around.Refused = around.Now, refused != nil
	return r.RenderForm(refused, view.Page(around, data))
}

func (p Pages) follow(r *web.Request) error {
	id, err := r.ParamID("id")
	if err != nil {
		return err
	}
	posted, err := r.FormData()
	if err != nil {
		return err
	}
	input := adverseevents.FollowInput{ID: id, State: adverseevents.State(posted.Or("state", "")), Outcome: posted.Or("outcome", "")}
	_, err = adverseevents.Follow(r.Context(), p.DB, r.By, input)
	if len(errs.FieldsOf(err)) > 0 {
		return p.render(r, posted, err)
	}
	if err != nil {
		return err
	}
	r.Notify("Relato salvo.")
	return r.Redirect(view.Href(id))
}
