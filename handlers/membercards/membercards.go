// Package membercards serves the card of a member to themself, and the public page that confirms it.
package membercards

import (
	"net/url"
	"strings"

	"acolhe/handlers/membercards/draw"
	"acolhe/models/files"
	"acolhe/models/membercards"
	"acolhe/models/platform/db"
	"acolhe/models/platform/settings"
	"acolhe/models/registration"
	"acolhe/models/types/errs"
	"acolhe/models/types/texts"
	"acolhe/views/layouts"
	view "acolhe/views/membercards"
	"acolhe/web"
)

// Pages serves these pages.
type Pages struct {
	DB *db.DB
	// BaseURL begins the address in the QR code.
	BaseURL *url.URL
	Files   files.Library
	// Frame returns the frame of a page of associates.
	Frame func(r *web.Request, title string) (layouts.Frame, error)
}

// maxCode is the length of a shown code in characters.
const maxCode = 20

// Routes returns the routes of these pages.
func (p Pages) Routes() []web.Route {
	return []web.Route{
		web.Page(view.OwnPath, web.Associate(), p.show),
		web.Page(view.OwnPath+".pdf", web.Associate(), p.download),
		web.Form(view.OwnPath+"/trocar", web.Associate(), p.exchange).Quota(registration.OwnQuota()),
		web.Page(view.PublicPath, web.Public(), p.ask).RateLimit(membercards.PublicLimit()),
		web.Page(view.PublicPath+"/:code", web.Public(), p.check).RateLimit(membercards.PublicLimit()),
	}
}

func (p Pages) drawing() draw.Drawing {
	return draw.Drawing{DB: p.DB, BaseURL: p.BaseURL, Files: p.Files}
}

func (p Pages) show(r *web.Request) error {
	frame, err := p.Frame(r, "Minha carteirinha")
	if err != nil {
		return err
	}
	card, err := membercards.Of(r.Context(), p.DB, r.By, r.By.ID)
	if errs.HasCode(err, errs.CodeConflict) {
		return r.Render(view.NonePage(frame, errs.As(err).Message))
	}
	if err != nil {
		return err
	}
	shown, err := p.drawing().Show(r.Context(), card)
	if err != nil {
		return err
	}
	return r.Render(view.OwnPage(frame, shown))
}

// download answers with the card as a PDF; somebody without a card is led to the page that says why.
func (p Pages) download(r *web.Request) error {
	card, err := membercards.Of(r.Context(), p.DB, r.By, r.By.ID)
	if errs.HasCode(err, errs.CodeConflict) {
		return r.Redirect(view.OwnPath)
	}
	if err != nil {
		return err
	}
	return p.drawing().Send(r, card)
}

func (p Pages) exchange(r *web.Request) error {
	_, err := membercards.Exchange(r.Context(), p.DB, r.By, r.By.ID)
	if errs.HasCode(err, errs.CodeConflict) {
		return r.Redirect(view.OwnPath)
	}
	if err != nil {
		return err
	}
	r.Notify("Código trocado. O antigo não vale mais.")
	return r.Redirect(view.OwnPath)
}

// ask asks for the code of a card; a typed one leads to its page.
func (p Pages) ask(r *web.Request) error {
	if typed := strings.TrimSpace(r.Query("codigo")); typed != "" {
		return r.Redirect(view.PublicPath + "/" + url.PathEscape(texts.Truncate(typed, maxCode)))
	}
	frame, contacts, err := p.around(r, "Conferir uma carteirinha")
	if err != nil {
		return err
	}
	return r.Render(view.AskPage(frame, contacts))
}

// check confirms a card by its code.
func (p Pages) check(r *web.Request) error {
	page := view.Checked{Now: r.Now}
	typed := texts.Truncate(r.Param("code"), maxCode)
	public, refused := membercards.FindPublic(r.Context(), p.DB, r.By, typed)
	if refused != nil && !errs.HasCode(refused, errs.CodeNotFound) {
		return refused
	}
	page.Public = public
	var err error
	if page.Frame, page.Contacts, err = p.around(r, page.Title()); err != nil {
		return err
	}
	if refused != nil {
		page.Frame.Title = "Carteirinha não encontrada"
		return r.RenderRefused(refused, view.UnknownPage(page.Frame, page.Contacts, typed))
	}
	if page.Location, err = settings.Location(r.Context(), p.DB); err != nil {
		return err
	}
	return r.Render(page.Page())
}

// around returns the frame of a public page, and keeps it from search engines and its address from other sites.
func (p Pages) around(r *web.Request, title string) (layouts.Frame, settings.Contacts, error) {
	r.KeepPrivate()
	contacts, err := settings.ReadContacts(r.Context(), p.DB)
	if err != nil {
		return layouts.Frame{}, contacts, err
	}
	frame, err := p.Frame(r, title)
	return frame, contacts, err
}
