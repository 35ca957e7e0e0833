// Package sign serves the pages for signing a term by its link, and for verifying a signed one by its code.
package sign

import (
	"acolhe/handlers/frame"
	"acolhe/models/platform/db"
	"acolhe/models/platform/settings"
	"acolhe/models/signing"
	"acolhe/models/types/auth"
	"acolhe/models/types/errs"
	"acolhe/views/layouts"
	view "acolhe/views/sign"
	"acolhe/web"
)

// Sign serves these pages.
type Sign struct {
	DB        *db.DB
	Contracts signing.Contracts
}

// Routes returns the routes of these pages. The token in the address is the permission; an associate's own session leads
// on to their registration.
func (p Sign) Routes() []web.Route {
	at, holder := view.Path+"/:token", web.AnyAssociate()
	verifying := []web.Route{
		web.Page(view.VerifyPath, web.Public(), p.askCode),
		web.Page(view.VerifyPath+"/:code", web.Public(), p.verify).RateLimit(signing.PublicLimit()),
	}
	links := []web.Route{
		web.Page(at, holder, p.read).RateLimit(signing.LinkLimit()),
		web.Page(at+"/confirmar", holder, p.askBirth).RateLimit(signing.LinkLimit()),
		web.Form(at+"/confirmar", holder, p.checkBirth).Quota(signing.SignerQuota()).RateLimit(signing.LinkLimit()),
		web.Form(at+"/aberto", holder, p.view).Quota(signing.SignerQuota()).RateLimit(signing.LinkLimit()),
		web.Page(at+"/assinar", holder, p.draw).RateLimit(signing.LinkLimit()),
		web.Form(at+"/assinar", holder, p.saveName).Quota(signing.SignerQuota()).RateLimit(signing.LinkLimit()),
		web.Page(at+"/concluir", holder, p.conclude).RateLimit(signing.LinkLimit()),
		web.Form(at+"/concluir", holder, p.complete).Quota(signing.SignerQuota()).RateLimit(signing.CompleteLimit()),
		web.Page(at+"/pronto", holder, p.done).RateLimit(signing.LinkLimit()),
		web.Page(at+"/termo.pdf", holder, p.filledPDF).RateLimit(signing.LinkLimit()),
		web.Page(at+"/assinado.pdf", holder, p.signedPDF).RateLimit(signing.LinkLimit()),
		web.Page(at+"/auditoria.pdf", holder, p.auditPDF).RateLimit(signing.LinkLimit()),
	}
	for i, route := range links {
		links[i] = route.Requires(func(r *web.Request) error { return signing.RequireEnabled(r.Context(), p.DB) })
	}
	return append(links, verifying...)
}

// frame returns the frame of a page, and keeps it from search engines and its address from other sites.
func (p Sign) frame(r *web.Request, title string) (layouts.Frame, error) {
	r.KeepPrivate()
	return frame.Outside(r, p.DB, title)
}

// link is a requested link with its contract.
type link struct {
	token    string
	contract signing.Contract
	// isSigner reports whether the browser signed the contract, or is signed in as the associate.
	isSigner bool
	// isOwn reports whether the browser is signed in as the associate.
	isOwn bool
}

// Cookies of the browser, until it is closed: the token of the signed contract, and the typed name of a signature.
const (
	signedCookie = "termo-assinado"
	nameCookie   = "nome-assinatura"
)

func (p Sign) find(r *web.Request) (link, error) {
	token := r.Param("token")
	contract, err := signing.FindByToken(r.Context(), p.DB, token)
	isOwn := r.By.Kind == auth.Associate && r.By.Code == contract.UserCode.String()
	return link{token, contract, isOwn || r.Remembered(signedCookie) == token, isOwn}, err
}

// findOpen returns a link that can be signed. For any other it has answered, and isOpen is false.
func (p Sign) findOpen(r *web.Request) (found link, isOpen bool, err error) {
	if found, err = p.find(r); err != nil {
		return found, false, p.refuse(r, err)
	}
	if !found.contract.CanSign(r.Now) {
		return found, false, r.Redirect(found.page())
	}
	return p.admit(r, found)
}

// page returns the address that shows the state of a link.
func (l link) page() string {
	if l.contract.Status == signing.Completed && l.isSigner {
		return view.Href(l.token, "pronto")
	}
	return view.Href(l.token, "")
}

// refuse shows that the address is no link; it returns other errors.
func (p Sign) refuse(r *web.Request, refused error) error {
	if !errs.HasCode(refused, errs.CodeTokenInvalid) {
		return refused
	}
	frame, err := p.frame(r, "Este link não abre mais")
	if err != nil {
		return err
	}
	return r.RenderRefused(refused, view.UnknownPage(frame))
}

// pageOf returns what every page of a link needs.
func (p Sign) pageOf(r *web.Request, found link, title string) (view.Page, error) {
	frame, err := p.frame(r, title)
	if err != nil {
		return view.Page{}, err
	}
	zone, err := settings.Location(r.Context(), p.DB)
	return view.Page{Frame: frame, Token: found.token, Contract: found.contract, Location: zone, Now: r.Now}, err
}
