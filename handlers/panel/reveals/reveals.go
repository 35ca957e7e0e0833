// Package reveals serves data that lists hide, one by one.
package reveals

import (
	"acolhe/handlers/frame"
	"acolhe/models/platform/db"
	"acolhe/models/reveals"
	"acolhe/models/types/access"
	"acolhe/models/types/errs"
	"acolhe/views/layouts"
	"acolhe/views/panel/associates"
	view "acolhe/views/panel/reveals"
	"acolhe/web"
)

// Pages serves hidden data.
type Pages struct {
	DB    *db.DB
	Frame frame.Func
}

// Routes returns the routes of hidden data.
func (p Pages) Routes() []web.Route {
	const path = associates.Path + "/:id" + associates.RevealSlug + "/:dado"
	return []web.Route{
		web.Page(path, web.StaffCan("users", access.Read), p.ask),
		web.Form(path, web.StaffCan("users", access.Read), p.show),
	}
}

// askedOf reads whose data the address shows, and which.
func askedOf(r *web.Request) (view.Shown, error) {
	id, err := r.ParamID("id")
	if err != nil {
		return view.Shown{}, err
	}
	kind := associates.RevealedKind(r.Param("dado"))
	if kind == "" {
		return view.Shown{}, errs.NotFound("Página não encontrada.")
	}
	return view.Shown{Input: reveals.Input{ID: id, Kind: kind}, By: r.By}, nil
}

// ask asks before it shows hidden data, for browsers without scripts. Its page holds nothing of the person.
func (p Pages) ask(r *web.Request) error {
	asked, err := askedOf(r)
	if err != nil {
		return err
	}
	around, err := p.around(r, asked)
	if err != nil {
		return err
	}
	return r.Render(view.Ask(around, asked))
}

// show shows hidden data, in the place of the list or on a page of its own.
func (p Pages) show(r *web.Request) error {
	asked, err := askedOf(r)
	if err != nil {
		return err
	}
	if asked.Text, err = reveals.Show(r.Context(), p.DB, r.By, asked.Input); err != nil {
		return err
	}
	if r.IsFragment() {
		return r.Render(asked.Unveiled())
	}
	around, err := p.around(r, asked)
	if err != nil {
		return err
	}
	return r.Render(view.Show(around, asked))
}

func (p Pages) around(r *web.Request, asked view.Shown) (layouts.Frame, error) {
	return p.Frame(r, asked.Title(), layouts.Crumb{Label: "Associados", Href: associates.Path})
}
