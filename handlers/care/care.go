// Package care serves the pages of a treatment: a recalled lot by the link of a letter, without signing in, where the token in the
// address is the permission; and what a person felt, for the signed-in associate.
package care

import (
	"slices"

	"acolhe/handlers/frame"
	"acolhe/models/platform/db"
	"acolhe/models/platform/settings"
	"acolhe/models/recalls"
	"acolhe/models/types/errs"
	view "acolhe/views/care"
	"acolhe/views/layouts"
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

func (p Pages) frame(r *web.Request, title string) (layouts.Frame, error) {
	return frame.Linked(r, p.DB, title)
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
