// Package membercards serves the card of a member to the staff.
package membercards

import (
	"net/url"

	"acolhe/handlers/frame"
	"acolhe/handlers/membercards/draw"
	"acolhe/models/files"
	"acolhe/models/membercards"
	"acolhe/models/platform/db"
	"acolhe/models/types/access"
	"acolhe/models/types/errs"
	"acolhe/views/layouts"
	view "acolhe/views/membercards"
	people "acolhe/views/panel/associates"
	"acolhe/web"
)

// Pages serves these pages.
type Pages struct {
	DB      *db.DB
	Frame   frame.Func
	BaseURL *url.URL
	Files   files.Library
}

// Routes returns the routes of these pages.
func (p Pages) Routes() []web.Route {
	const one = people.Path + "/:id"
	reads, changes := web.StaffCan("users", access.Read), web.StaffCan("users", access.Update)
	return []web.Route{
		web.Page(one+view.Slug, reads, p.show),
		web.Page(one+view.PDFSlug, reads, p.print),
		web.Form(one+view.Slug, changes, p.exchange),
	}
}

func (p Pages) drawing() draw.Drawing {
	return draw.Drawing{DB: p.DB, BaseURL: p.BaseURL, Files: p.Files}
}

func (p Pages) find(r *web.Request) (membercards.Card, error) {
	id, err := r.ParamID("id")
	if err != nil {
		return membercards.Card{}, err
	}
	return membercards.Of(r.Context(), p.DB, r.By, id)
}

// show shows the card, or says why the person has none.
func (p Pages) show(r *web.Request) error {
	card, refused := p.find(r)
	hasNone := errs.HasCode(refused, errs.CodeConflict)
	if refused != nil && !hasNone {
		return refused
	}
	around, err := p.Frame(r, "Carteirinha", layouts.Crumb{Label: "Associados", Href: people.Path},
		layouts.Crumb{Label: card.Member.FullName(), Href: people.Href(card.Member.ID)})
	if err != nil {
		return err
	}
	if hasNone {
		return r.Render(view.PanelNone(around, card.Member, errs.As(refused).Message))
	}
	shown, err := p.drawing().Show(r.Context(), card)
	if err != nil {
		return err
	}
	return r.Render(view.PanelPage(around, shown, access.Can(r.By, "users", access.Update)))
}

func (p Pages) print(r *web.Request) error {
	card, err := p.find(r)
	if err != nil {
		return err
	}
	return p.drawing().Send(r, card)
}

func (p Pages) exchange(r *web.Request) error {
	id, err := r.ParamID("id")
	if err != nil {
		return err
	}
	if _, err := membercards.Exchange(r.Context(), p.DB, r.By, id); err != nil {
		return err
	}
	r.Notify("Código trocado. O antigo não vale mais.")
	return r.Redirect(people.Href(id) + view.Slug)
}
