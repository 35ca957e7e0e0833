package retention

import (
	"strings"

	"acolhe/models/platform/settings"
	"acolhe/models/retention"
	"acolhe/models/types/civil"
	"acolhe/models/types/errs"
	view "acolhe/views/admin/retention"
	"acolhe/web"
)

func (p Pages) askHold(r *web.Request) error { return p.renderHold(r, view.Form{}) }

func (p Pages) renderHold(r *web.Request, form view.Form) error {
	if form.Refused != nil && errs.As(form.Refused) == nil {
		return form.Refused
	}
	around, err := p.Frame(r, "Segurar", crumb, page)
	if err != nil {
		return err
	}
	form.IsDialog = r.IsFragment()
	around.Refused = form.Refused != nil
	return r.RenderForm(form.Refused, view.HoldPage(around, form))
}

func (p Pages) hold(r *web.Request) error {
	posted, err := r.FormData()
	if err != nil {
		return err
	}
	zone, err := settings.Location(r.Context(), p.DB)
	if err != nil {
		return err
	}
	var input retention.HoldInput
	if err = posted.Bind(&input); err == nil {
		_, err = p.Keeper.Hold(r.Context(), r.By, input, civil.Of(r.Now.In(zone)))
	}
	if err != nil {
		return p.renderHold(r, view.Form{Typed: posted, Refused: err})
	}
	r.Notify("Os dados desta pessoa não saem por prazo.")
	return r.Redirect(view.Path)
}

func (p Pages) askRelease(r *web.Request) error {
	id, err := r.ParamID("id")
	if err != nil {
		return err
	}
	found, err := p.Keeper.FindHold(r.Context(), r.By, id)
	if err != nil {
		return err
	}
	question := view.Question{Title: "Soltar " + found.Name + "?", Text: "O que passou do prazo sai na próxima noite. Motivo de ter ficado: " +
		strings.TrimSuffix(found.Reason, ".") + ".", Action: r.Path(), Verb: "Soltar"}
	return p.ask(r, question, view.Form{})
}

func (p Pages) release(r *web.Request) error {
	id, err := r.ParamID("id")
	if err != nil {
		return err
	}
	if err := p.Keeper.Release(r.Context(), r.By, id); err != nil {
		return err
	}
	r.Notify("Os dados desta pessoa voltaram a ter prazo.")
	return r.Redirect(view.Path)
}
