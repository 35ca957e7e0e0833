// Package owndata serves the pages on which associates ask about their data.
package owndata

import (
	"github.com/a-h/templ"

	"acolhe/models/confirmation"
	"acolhe/models/personexports"
	"acolhe/models/platform/db"
	"acolhe/models/platform/exports"
	"acolhe/models/platform/mail"
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
	DB     *db.DB
	Mail   mail.Outbox
	Copies personexports.Office
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
		web.Page(view.CopyPath, own, p.showCopy),
		web.Form(view.CopyPath, own, p.prepare).Quota(privacy.Quota()),
		web.Page(view.DownloadPath, own, p.download),
		web.Form(view.CodePath, own, p.sendCode).Quota(confirmation.Quota()),
		web.Form(view.WithdrawPath, own, p.withdraw).Quota(privacy.Quota()),
		web.Form(view.InformPath, own, p.inform).Quota(privacy.Quota()),
	}
}

// mostShown is the number of own requests that a page shows.
const mostShown = 20

func (p Pages) show(r *web.Request) error { return p.render(r, view.ShowPage, view.Page{}) }

func (p Pages) showErase(r *web.Request) error { return p.render(r, view.ErasePage, view.Page{}) }

func (p Pages) showCopy(r *web.Request) error { return p.render(r, view.CopyPage, view.Page{}) }

func (p Pages) ask(r *web.Request) error {
	posted, err := r.FormData()
	if err != nil {
		return err
	}
	var input personexports.AskInput
	err = posted.Bind(&input.AskInput)
	if err == nil && personexports.NeedsProof(input.Kind) {
		return r.Redirect(view.PathOf(input.Kind))
	}
	if err == nil {
		err = p.Copies.Ask(r.Context(), r.By, input)
	}
	if err != nil {
		return p.render(r, view.ShowPage, view.Page{Typed: posted, Refused: err})
	}
	r.Notify("Pedido enviado. A resposta vem em até 15 dias.")
	return r.Redirect(view.Path)
}

func (p Pages) erase(r *web.Request) error {
	return p.askProved(r, privacy.Erase, view.ErasePage, "Pedido enviado. Até 15 dias você pode mudar de ideia.")
}

func (p Pages) prepare(r *web.Request) error {
	return p.askProved(r, privacy.Access, view.CopyPage, "Estamos preparando a pasta.")
}

// askProved records a request that needs the password or a code, on its own page.
func (p Pages) askProved(r *web.Request, kind privacy.Kind, draw func(view.Page) templ.Component, done string) error {
	posted, err := r.FormData()
	if err != nil {
		return err
	}
	input := personexports.AskInput{AskInput: privacy.AskInput{Kind: kind}}
	if err = posted.Bind(&input.Proof); err == nil {
		err = p.Copies.Ask(r.Context(), r.By, input)
	}
	if err != nil {
		return p.render(r, draw, view.Page{Refused: err, UsesCode: posted.Or("codigo", "") != ""})
	}
	r.Notify(done)
	return r.Redirect(view.PathOf(kind))
}

// sendCode sends the code that takes the place of the password, and leads back to the page that asks for it.
func (p Pages) sendCode(r *web.Request) error {
	posted, err := r.FormData()
	if err != nil {
		return err
	}
	back, draw := view.CopyPath, view.CopyPage
	if posted.Or("volta", "") == view.ErasePath {
		back, draw = view.ErasePath, view.ErasePage
	}
	if err := confirmation.RequestOwner(r.Context(), p.DB, r.By, p.Mail); err != nil {
		return p.render(r, draw, view.Page{Refused: err})
	}
	r.Notify("Mandamos um código para o seu e-mail.")
	return r.Redirect(back + "?codigo=1")
}

// download answers with the latest copy.
func (p Pages) download(r *web.Request) error {
	opened, err := p.Copies.Open(r.Context(), r.By, r.By.ID)
	if err != nil {
		return err
	}
	return r.Download(web.File{Name: opened.Name, ContentType: "application/zip", Limit: exports.Timeout}, opened.Write)
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

// inform takes what the person answered to a question of the staff.
func (p Pages) inform(r *web.Request) error {
	id, err := r.ParamID("id")
	if err != nil {
		return err
	}
	posted, err := r.FormData()
	if err != nil {
		return err
	}
	err = privacy.InformOwn(r.Context(), p.DB, r.By, privacy.InformInput{ID: id, Text: posted.Or(view.InformationField(id), "")})
	if errs.HasCode(err, errs.CodeNotFound) {
		return err
	}
	if err != nil {
		return p.render(r, view.ShowPage, view.Page{Typed: posted, Refused: err})
	}
	r.Notify("Resposta enviada.")
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
	page.Now = r.Now.In(zone)
	page.Today = civil.Of(page.Now)
	if page.Own, err = p.Copies.ReadOwn(r.Context(), r.By); err != nil {
		return err
	}
	page.IsCodeSent = page.UsesCode || r.Query("codigo") != ""
	page.UsesCode = page.IsCodeSent || !page.Own.HasPassword
	if page.Requests, err = privacy.ListOwn(r.Context(), p.DB, r.By, mostShown); err != nil {
		return err
	}
	if page.Frame, err = p.Frame(r, "Meus dados"); err != nil {
		return err
	}
	page.Frame.Refused = page.Refused != nil
	return r.RenderForm(page.Refused, draw(page))
}
