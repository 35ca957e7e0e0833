// Package owndata serves the pages on which associates ask about their data.
package owndata

import (
	"github.com/a-h/templ"

	"acolhe/models/platform/db"
	"acolhe/models/platform/settings"
	"acolhe/models/privacy"
	"acolhe/models/types/civil"
	"acolhe/models/types/errs"
	"acolhe/views/layouts"
	view "acolhe/views/register/owndata"
	"acolhe/web"
)

// Pages serves these pages.
type Pages struct {
	DB *db.DB
	// Frame returns the frame of a page of associates.
	Frame func(r *web.Request, title string) (layouts.Frame, error)
}

// Routes returns the routes of these pages.
func (p Pages) Routes() []web.Route {
	own := web.Associate()
	return []web.Route{
		web.Page(view.Path, own, p.show),
		web.Form(view.AskPath, own, p.ask).Quota(privacy.Quota()),
		web.Page(view.ErasePath, own, p.showErase),
		web.Form(view.ErasePath, own, p.erase).Quota(privacy.Quota()),
		web.Form(view.WithdrawPath, own, p.withdraw).Quota(privacy.Quota()),
	}
}

// mostShown is the number of own requests that a page shows.
const mostShown = 20

func (p Pages) show(r *web.Request) error { return p.render(r, view.ShowPage, view.Page{}) }

func (p Pages) showErase(r *web.Request) error { return p.render(r, view.ErasePage, view.Page{}) }

func (p Pages) ask(r *web.Request) error {
	posted, err := r.FormData()
	if err != nil {
		return err
	}
	var input privacy.AskInput
	if err = posted.Bind(&input); err == nil {
		_, err = privacy.Ask(r.Context(), p.DB, r.By, input)
	}
	if err != nil {
		return p.render(r, view.ShowPage, view.Page{Typed: posted, Refused: err})
	}
	r.Notify("Pedido enviado. A resposta vem em até 15 dias.")
	return r.Redirect(view.Path)
}

func (p Pages) erase(r *web.Request) error {
	if _, err := privacy.Ask(r.Context(), p.DB, r.By, privacy.AskInput{Kind: privacy.Erase}); err != nil {
		return p.render(r, view.ErasePage, view.Page{Refused: err})
	}
	r.Notify("Pedido enviado. Até 15 dias você pode mudar de ideia.")
	return r.Redirect(view.ErasePath)
}

func (p Pages) withdraw(r *web.Request) error {
	id, err := r.ParamID("id")
	if err != nil {
		return err
	}
	if err := privacy.WithdrawOwn(r.Context(), p.DB, r.By, id); err != nil {
		return err
	}
	r.Notify("Pedido desfeito.")
	return r.Redirect(view.Path)
}

func (p Pages) render(r *web.Request, draw func(view.Page) templ.Component, page view.Page) (err error) {
	if page.Refused != nil && errs.As(page.Refused) == nil {
		return page.Refused
	}
	zone, err := settings.Location(r.Context(), p.DB)
	if err != nil {
		return err
	}
	page.Today = civil.Of(r.Now.In(zone))
	if page.Requests, err = privacy.ListOwn(r.Context(), p.DB, r.By, mostShown); err != nil {
		return err
	}
	if page.Frame, err = p.Frame(r, "Meus dados"); err != nil {
		return err
	}
	page.Frame.Refused = page.Refused != nil
	return r.RenderForm(page.Refused, draw(page))
}
