// Package consents serves the pages of administrators on the texts that associates allow.
package consents

import (
	"acolhe/handlers/frame"
	"acolhe/models/consents"
	"acolhe/models/platform/db"
	"acolhe/models/platform/settings"
	"acolhe/models/types/errs"
	view "acolhe/views/admin/consents"
	"acolhe/views/layouts"
	"acolhe/web"
)

// Pages serves these pages.
type Pages struct {
	DB    *db.DB
	Frame frame.Func
}

// Routes returns the routes of these pages.
func (p Pages) Routes() []web.Route {
	return []web.Route{
		web.Page(view.Path, web.Administrator(), p.list),
		web.Page(view.Path+"/:purpose", web.Administrator(), p.edit),
		web.Form(view.Path+"/:purpose", web.Administrator(), p.publish),
	}
}

func (p Pages) list(r *web.Request) error {
	current, err := consents.CurrentTexts(r.Context(), p.DB)
	if err != nil {
		return err
	}
	zone, err := settings.Location(r.Context(), p.DB)
	if err != nil {
		return err
	}
	around, err := p.Frame(r, "Permissões")
	if err != nil {
		return err
	}
	return r.Render(view.ListPage(around, current, zone))
}

func (p Pages) edit(r *web.Request) error { return p.render(r, nil, nil) }

func (p Pages) publish(r *web.Request) error {
	purpose, err := consents.ParsePurpose(r.Param("purpose"))
	if err != nil {
		return err
	}
	posted, err := r.FormData()
	if err != nil {
		return err
	}
	var input consents.PublishInput
	if err := posted.Bind(&input); err != nil {
		return err
	}
	input.Purpose = purpose
	if _, err := consents.Publish(r.Context(), p.DB, r.By, input); err != nil {
		return p.render(r, &input, err)
	}
	r.Notify("Texto publicado. Quem aceitou o de antes recebe uma carta.")
	return r.Redirect(view.Path)
}

// render shows the form with the current text, or with what was typed and why it was refused.
func (p Pages) render(r *web.Request, typed *consents.PublishInput, refused error) error {
	purpose, err := consents.ParsePurpose(r.Param("purpose"))
	if err != nil {
		return err
	}
	versions, err := consents.Versions(r.Context(), p.DB, purpose)
	if err != nil {
		return err
	}
	edit := view.Edit{Current: versions[0], Earlier: versions, Fields: errs.FieldsOf(refused)}
	edit.Typed = consents.PublishInput{Summary: edit.Current.Summary, Body: edit.Current.Body}
	if typed != nil {
		edit.Typed = *typed
	}
	if errs.HasCode(refused, errs.CodeConflict) {
		edit.Refused = errs.As(refused).Message
	}
	if edit.Location, err = settings.Location(r.Context(), p.DB); err != nil {
		return err
	}
	around, err := p.Frame(r, purpose.Label(), layouts.Crumb{Label: "Permissões", Href: view.Path})
	if err != nil {
		return err
	}
	around.Refused = refused != nil
	return r.RenderForm(refused, view.EditPage(around, edit))
}
