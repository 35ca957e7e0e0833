// Package lawtexts serves the pages of administrators on the texts of the laws.
package lawtexts

import (
	"acolhe/handlers/frame"
	"acolhe/models/lawtexts"
	"acolhe/models/platform/db"
	"acolhe/models/platform/personal"
	"acolhe/models/platform/settings"
	"acolhe/models/types/errs"
	view "acolhe/views/admin/lawtexts"
	"acolhe/views/admin/privacy"
	"acolhe/views/layouts"
	"acolhe/web"
)

// Pages serves these pages.
type Pages struct {
	DB    *db.DB
	Frame frame.Func
}

var (
	crumb = layouts.Crumb{Label: "Privacidade", Href: privacy.Path}
	page  = layouts.Crumb{Label: "Leis", Href: view.Path}
)

// Routes returns the routes of these pages.
func (p Pages) Routes() []web.Route {
	return []web.Route{
		web.Page(view.Path, web.Administrator(), p.list),
		web.Page(view.LawPath, web.Administrator(), p.show),
		web.Form(view.LawPath, web.Administrator(), p.save),
		web.Form(view.ResetPath, web.Administrator(), p.reset),
	}
}

func (p Pages) list(r *web.Request) error {
	texts, err := lawtexts.List(r.Context(), p.DB, r.By)
	if err != nil {
		return err
	}
	zone, err := settings.Location(r.Context(), p.DB)
	if err != nil {
		return err
	}
	around, err := p.Frame(r, "Leis", crumb)
	if err != nil {
		return err
	}
	return r.Render(view.ListPage(around, view.List{Texts: texts, Zone: zone}))
}

func (p Pages) show(r *web.Request) error { return p.render(r, view.Form{}) }

func (p Pages) render(r *web.Request, form view.Form) error {
	if form.Refused != nil && errs.As(form.Refused) == nil {
		return form.Refused
	}
	found, err := lawtexts.Find(r.Context(), p.DB, r.By, personal.LawName(r.Param("lei")))
	if err != nil {
		return err
	}
	shown := view.Shown{Found: found, Form: form}
	if shown.Zone, err = settings.Location(r.Context(), p.DB); err != nil {
		return err
	}
	around, err := p.Frame(r, found.Law.Label, crumb, page)
	if err != nil {
		return err
	}
	around.Refused = form.Refused != nil
	return r.RenderForm(form.Refused, view.LawPage(around, shown))
}

func (p Pages) save(r *web.Request) error { return p.change(r, lawtexts.Save, "Texto salvo.") }

func (p Pages) reset(r *web.Request) error {
	return p.change(r, lawtexts.Reset, "O texto do sistema voltou.")
}

// change saves what was sent with a verb of package lawtexts, and says so.
func (p Pages) change(r *web.Request, verb lawtexts.Verb, done string) error {
	posted, err := r.FormData()
	if err != nil {
		return err
	}
	var input lawtexts.SaveInput
	if err = posted.Bind(&input); err == nil {
		input.Name = personal.LawName(r.Param("lei"))
		err = verb(r.Context(), p.DB, r.By, input)
	}
	if err != nil {
		return p.render(r, view.Form{Typed: posted, Refused: err})
	}
	r.Notify(done)
	return r.Redirect(view.Path)
}
