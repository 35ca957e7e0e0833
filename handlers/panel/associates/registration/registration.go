// Package registration serves the page of what came from an associate's own registration.
package registration

import (
	"strconv"
	"strings"

	"acolhe/handlers/frame"
	people "acolhe/handlers/panel/associates"
	"acolhe/models/platform/db"
	"acolhe/models/platform/mail"
	"acolhe/models/registration"
	"acolhe/models/types/access"
	"acolhe/models/types/errs"
	"acolhe/views/layouts"
	associatesview "acolhe/views/panel/associates"
	view "acolhe/views/panel/associates/registration"
	"acolhe/web"
)

// Pages serves the page.
type Pages struct {
	DB    *db.DB
	Frame frame.Func
	// Mail takes the letter that asks for a photo again.
	Mail mail.Outbox
}

// Routes returns the routes of the page.
func (p Pages) Routes() []web.Route {
	const path = associatesview.Path + "/:id/cadastro-pelo-site"
	return []web.Route{
		web.Page(path, web.StaffCan("users", access.Read), p.showRegistration),
		web.Form(path, web.StaffCan("users", access.Update), p.askAgain),
	}
}

// showRegistration shows what came from the registration of an associate.
func (p Pages) showRegistration(r *web.Request) error {
	return p.renderRegistration(r, registration.RequestAgainInput{}, nil)
}

// askAgain asks the associate for a photo again.
func (p Pages) askAgain(r *web.Request) error {
	associate, err := people.Responsible(r, p.DB)
	if err != nil {
		return err
	}
	posted, err := r.FormData()
	if err != nil {
		return err
	}
	input := registration.RequestAgainInput{ID: associate.ID, Reason: posted.Or("reason", "")}
	if parts := strings.Split(posted.Or("slot", ""), "."); len(parts) == 4 {
		input.Subject, input.DocType, input.Side = parts[0], parts[1], parts[2]
		input.PatientID, _ = strconv.ParseInt(parts[3], 10, 64) // an unknown patient is not found
	}
	if _, err := registration.RequestAgain(r.Context(), p.DB, r.By, p.Mail, input); err != nil {
		return p.renderRegistration(r, input, err)
	}
	r.Notify("Foto pedida de novo. O associado vê o motivo no cadastro.")
	return r.Redirect(associatesview.Href(associate.ID) + "/cadastro-pelo-site")
}

func (p Pages) renderRegistration(r *web.Request, asked registration.RequestAgainInput, refused error) error {
	associate, err := people.Responsible(r, p.DB)
	if err != nil {
		return err
	}
	page := view.Data{Typed: asked, MayChange: access.Can(r.By, "users", access.Update)}
	for _, field := range errs.FieldsOf(refused) {
		if field.Path == "side" {
			field.Path = "slot"
		}
		page.Fields = append(page.Fields, field)
	}
	if page.Progress, err = registration.ReadProgressFor(r.Context(), p.DB, r.By, associate.ID); err != nil {
		return err
	}
	if page.Frame, err = p.Frame(r, "Cadastro pelo site", layouts.Crumb{Label: "Associados", Href: associatesview.Path},
		layouts.Crumb{Label: associate.FullName(), Href: associatesview.Href(associate.ID)}); err != nil {
		return err
	}
	page.Frame.Refused = refused != nil
	return r.RenderForm(refused, view.Page(page))
}
