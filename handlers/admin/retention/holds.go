package retention

import (
	"strconv"
	"strings"

	"acolhe/models/platform/settings"
	people "acolhe/models/privacy"
	"acolhe/models/retention"
	"acolhe/models/types/civil"
	"acolhe/models/types/errs"
	"acolhe/views/admin/privacy"
	view "acolhe/views/admin/retention"
	"acolhe/views/ui"
	"acolhe/web"
)

// askHold finds the person, and asks for the rest once one is chosen.
func (p Pages) askHold(r *web.Request) error {
	if id, err := strconv.ParseInt(r.Query("pessoa"), 10, 64); err == nil {
		return p.renderHold(r, id, view.Form{})
	}
	return p.findHeld(r, nil)
}

// findHeld finds the person, again if the chosen one is no associate.
func (p Pages) findHeld(r *web.Request, refused error) (err error) {
	finder := privacy.Finder{Title: "De quem?", Action: view.HoldPath, Query: r.Query("q"), Choose: func(person people.Person) ui.Content {
		return privacy.ChooseButton(person, view.HoldPath+"?pessoa="+strconv.FormatInt(person.ID, 10))
	}}
	if finder.Found, err = people.FindPeople(r.Context(), p.DB, r.By, finder.Query); err != nil {
		return err
	}
	r.ShowsPeople(len(finder.Found))
	around, err := p.Frame(r, "Segurar", crumb, page)
	if err != nil {
		return err
	}
	around.Refused = refused != nil
	return r.RenderForm(refused, view.FindHeldPage(around, finder))
}

// renderHold asks for the reason of a hold; without a person it is as if nobody was chosen.
func (p Pages) renderHold(r *web.Request, id int64, form view.Form) error {
	if form.Refused != nil && errs.As(form.Refused) == nil {
		return form.Refused
	}
	person, err := people.PersonOf(r.Context(), p.DB, r.By, id)
	if errs.HasCode(err, errs.CodeNotFound) && form.Refused != nil {
		return p.findHeld(r, form.Refused)
	}
	if err != nil {
		return err
	}
	r.ShowsPeople(1)
	around, err := p.Frame(r, "Segurar", crumb, page)
	if err != nil {
		return err
	}
	form.IsDialog = r.IsFragment()
	around.Refused = form.Refused != nil
	return r.RenderForm(form.Refused, view.HoldPage(around, person, form))
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
		return p.renderHold(r, input.UserID, view.Form{Typed: posted, Refused: err})
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
