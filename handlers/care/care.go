// Package care serves the pages of a treatment: a recalled lot by the link of a letter, without signing in, where the token in the
// address is the permission; and what a person felt, for the signed-in associate.
package care

import (
	"errors"
	"slices"

	"acolhe/models/platform/db"
	"acolhe/models/platform/settings"
	"acolhe/models/recalls"
	"acolhe/models/types/errs"
	view "acolhe/views/care"
	"acolhe/views/layouts"
	"acolhe/views/register"
	"acolhe/web"
)

// Pages serves these links.
type Pages struct{ DB *db.DB }

// Routes returns the routes.
func (p Pages) Routes() []web.Route {
	const recall = recalls.LinkPath + "/:token"
	return append(slices.Concat(p.eventRoutes(), p.followUpRoutes()),
		web.Page(recall, web.Public(), p.showRecall).RateLimit(recalls.LinkLimit()),
		web.Form(recall+"/li", web.Public(), p.acknowledge).Quota(recalls.LinkQuota()).RateLimit(recalls.LinkLimit()),
	)
}

// frame returns the frame of a page, and keeps it from search engines and its address from other sites.
func (p Pages) frame(r *web.Request, title string) (layouts.Frame, error) {
	r.KeepPrivate()
	r.HideAddress()
	association, err := settings.Get(r.Context(), p.DB, settings.AssociationName)
	return layouts.Frame{
		Title: title, Association: association, Home: register.Home, Help: register.Home + "/ajuda", Theme: r.Cookie("tema"),
		Letters: r.Cookie(layouts.LetterCookie), Notice: r.TakeNotice(),
	}, err
}

// ownFrame returns the frame of a page of the signed-in associate.
func (p Pages) ownFrame(r *web.Request, title string) (layouts.Frame, error) {
	association, err := settings.Get(r.Context(), p.DB, settings.AssociationName)
	left, unread := r.QuotaLeft()
	return layouts.Frame{
		Title: title, Association: association, Home: register.Home, Help: register.Home + "/ajuda", Theme: r.Cookie("tema"),
		Letters: r.Cookie(layouts.LetterCookie), Notice: r.TakeNotice(), Path: r.Path(), QuotaLeft: left, PersonCode: r.By.Code,
	}, errors.Join(err, unread)
}

// refuse shows that the address is no link; it returns other errors.
func (p Pages) refuse(r *web.Request, refused error) error {
	if !errs.HasCode(refused, errs.CodeTokenInvalid) {
		return refused
	}
	frame, err := p.frame(r, "Este link não abre mais")
	if err != nil {
		return err
	}
	return r.RenderRefused(refused, view.UnknownPage(frame))
}

func (p Pages) showRecall(r *web.Request) error {
	linked, err := recalls.FindByToken(r.Context(), p.DB, r.Param("token"))
	if err != nil {
		return p.refuse(r, err)
	}
	data := view.Recall{Linked: linked, Token: r.Param("token")}
	if data.Contacts, err = settings.ReadContacts(r.Context(), p.DB); err != nil {
		return err
	}
	if data.Zone, err = settings.Location(r.Context(), p.DB); err != nil {
		return err
	}
	frame, err := p.frame(r, "Lote "+linked.Lot+" recolhido")
	if err != nil {
		return err
	}
	return r.Render(view.RecallPage(frame, data))
}

func (p Pages) acknowledge(r *web.Request) error {
	if err := recalls.Acknowledge(r.Context(), p.DB, r.By, r.Param("token")); err != nil {
		return p.refuse(r, err)
	}
	return r.Redirect(view.RecallHref(r.Param("token")))
}
