// Package lifeevents serves the pages of administrators on patients who came of age and on deaths.
package lifeevents

import (
	"acolhe/handlers/frame"
	"acolhe/models/lifeevents"
	"acolhe/models/platform/db"
	"acolhe/models/platform/settings"
	"acolhe/models/types/errs"
	view "acolhe/views/admin/lifeevents"
	"acolhe/views/admin/privacy"
	"acolhe/views/layouts"
	"acolhe/web"
)

// Pages serves these pages.
type Pages struct {
	DB    *db.DB
	Frame frame.Func
}

var crumb = layouts.Crumb{Label: "Privacidade", Href: privacy.Path}

// Routes returns the routes of these pages.
func (p Pages) Routes() []web.Route {
	return []web.Route{
		web.Page(view.Path, web.Administrator(), p.list),
		web.Page(view.AdultPath, web.Administrator(), p.askBasis),
		web.Form(view.AdultPath, web.Administrator(), p.decide),
		web.Page(view.DeathPath, web.Administrator(), p.askDeath),
		web.Form(view.DeathPath, web.Administrator(), p.record),
		web.Form(view.RevokePath, web.Administrator(), p.revoke),
	}
}

// mostListed is the number of rows that the page shows of each kind.
const mostListed = 200

func (p Pages) list(r *web.Request) error {
	zone, err := settings.Location(r.Context(), p.DB)
	if err != nil {
		return err
	}
	list := view.List{Zone: zone}
	if list.Adults, err = lifeevents.Adults(r.Context(), p.DB, r.By, mostListed); err != nil {
		return err
	}
	if list.Deaths, err = lifeevents.Deaths(r.Context(), p.DB, r.By, mostListed); err != nil {
		return err
	}
	r.ShowsPeople(len(list.Adults) + len(list.Deaths))
	around, err := p.Frame(r, "Maioridade e falecimento", crumb)
	if err != nil {
		return err
	}
	return r.Render(view.ListPage(around, list))
}

func (p Pages) askBasis(r *web.Request) error { return p.renderBasis(r, view.Form{}) }

func (p Pages) renderBasis(r *web.Request, form view.Form) error {
	if form.Refused != nil && errs.As(form.Refused) == nil {
		return form.Refused
	}
	id, err := r.ParamID("id")
	if err != nil {
		return err
	}
	found, err := lifeevents.FindAdult(r.Context(), p.DB, r.By, id)
	if err != nil {
		return err
	}
	around, err := p.Frame(r, "Quem decide", crumb)
	if err != nil {
		return err
	}
	form.IsDialog = r.IsFragment()
	return r.RenderForm(form.Refused, view.BasisPage(around, found, form))
}

func (p Pages) decide(r *web.Request) error {
	posted, err := r.FormData()
	if err != nil {
		return err
	}
	var input lifeevents.DecideInput
	if err = posted.Bind(&input); err == nil {
		if input.UserID, err = r.ParamID("id"); err != nil {
			return err
		}
		err = lifeevents.Decide(r.Context(), p.DB, r.By, input)
	}
	if err != nil {
		return p.renderBasis(r, view.Form{Typed: posted, Refused: err})
	}
	r.Notify("Registrado.")
	return r.Redirect(view.Path)
}

func (p Pages) askDeath(r *web.Request) error { return p.renderDeath(r, view.Form{}) }

func (p Pages) renderDeath(r *web.Request, form view.Form) error {
	if form.Refused != nil && errs.As(form.Refused) == nil {
		return form.Refused
	}
	id, err := r.ParamID("id")
	if err != nil {
		return err
	}
	found, err := lifeevents.FindPerson(r.Context(), p.DB, r.By, id)
	if err != nil {
		return err
	}
	around, err := p.Frame(r, "Falecimento", crumb)
	if err != nil {
		return err
	}
	form.IsDialog = r.IsFragment()
	return r.RenderForm(form.Refused, view.DeathPage(around, found, form))
}

func (p Pages) record(r *web.Request) error {
	id, err := r.ParamID("id")
	if err != nil {
		return err
	}
	posted, err := r.FormData()
	if err != nil {
		return err
	}
	var input lifeevents.RecordInput
	if err = posted.Bind(&input); err == nil {
		input.UserID = id
		err = lifeevents.Record(r.Context(), p.DB, r.By, input)
	}
	if err != nil {
		return p.renderDeath(r, view.Form{Typed: posted, Refused: err})
	}
	r.Notify("Falecimento registrado. Nenhuma carta sai mais para esta pessoa.")
	return r.Redirect(view.RecordAt(id))
}

func (p Pages) revoke(r *web.Request) error {
	id, err := r.ParamID("id")
	if err != nil {
		return err
	}
	if err := lifeevents.Revoke(r.Context(), p.DB, r.By, id); err != nil {
		return err
	}
	r.Notify("Registro do falecimento desfeito.")
	return r.Redirect(view.RecordAt(id))
}
