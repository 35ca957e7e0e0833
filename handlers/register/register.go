// Package register serves the pages of associates: their account, the steps of the registration, and their own page.
package register

import (
	"net/url"
	"slices"

	"acolhe/handlers/frame"
	"acolhe/handlers/membercards"
	"acolhe/handlers/panel/cep"
	"acolhe/handlers/register/account"
	"acolhe/handlers/register/appointments"
	"acolhe/handlers/register/booking"
	"acolhe/handlers/register/owndata"
	"acolhe/handlers/register/ownorders"
	"acolhe/handlers/register/permissions"
	"acolhe/handlers/register/reception"
	directory "acolhe/models/cep"
	"acolhe/models/files"
	"acolhe/models/personexports"
	"acolhe/models/platform/db"
	"acolhe/models/platform/mail"
	"acolhe/models/registration"
	"acolhe/models/signing"
	"acolhe/models/types/auth"
	"acolhe/views/layouts"
	"acolhe/views/register"
	"acolhe/views/register/home"
	"acolhe/views/register/steps"
	"acolhe/web"
)

// Register serves these pages.
type Register struct {
	// BaseURL is the address of the program, for calendars.
	BaseURL *url.URL
	DB      *db.DB
	Mail    mail.Outbox
	CEP     directory.Directory
	// Files stores the uploaded documents.
	Files     files.Library
	Contracts signing.Contracts
	// Copies makes the copies of the own data.
	Copies personexports.Office
}

// Routes returns the routes of these pages.
func (p Register) Routes() []web.Route {
	own := web.Associate()
	routes := []web.Route{
		web.Page(register.Home, web.AnyAssociate(), p.start),
		web.Page(register.Home+"/cep/:cep", own, cep.Pages{DB: p.DB, Directory: p.CEP}.Show),
		web.Page(register.Home+"/respostas", own, p.showAnswers),
		web.Page(register.Home+"/completo", own, p.showDone),
		web.Page(register.Home+"/termo.pdf", own, p.downloadTerm),
		web.Page(register.Home+"/comprovante.pdf", own, p.downloadProof),
		web.Form(register.Home+"/termo/enviar", own, p.mailTerm).Quota(signing.SignerQuota()),
		web.Form(steps.UndoPath+"/:id", own, p.undoRemoval).Quota(registration.OwnQuota()),
		web.Form(steps.RemovePatientPath, own, p.removePatient).Quota(registration.OwnQuota()),
	}
	for _, step := range steps.All() {
		if step.Kind == steps.Consents {
			continue
		}
		one := stepPage{p, step}
		page, takesFiles := web.Page(step.Href(), own, one.show), step.Kind == steps.Photos || step.Kind == steps.Prescription
		if takesFiles {
			page = page.ShowsQuota(files.UploadQuota())
		}
		routes = append(routes, page)
		if step.Kind == steps.Sign {
			routes = append(routes, web.Form(step.Href()+"/link", own, one.sendTerm).Quota(signing.SignerQuota()))
		} else {
			routes = append(routes, web.Form(step.Href(), own, one.save).Quota(registration.OwnQuota()))
		}
		if takesFiles {
			routes = append(routes, web.Form(step.Href()+"/envio", own, one.receive).Quota(files.UploadQuota()),
				web.Form(step.Href()+"/remover", own, one.remove).Quota(registration.OwnQuota()))
		}
	}
	return slices.Concat(
		routes,
		p.ownRoutes(),
		p.sendRoutes(),
		ownorders.Pages{DB: p.DB, Files: p.Files}.Routes(),
		appointments.Pages{BaseURL: p.BaseURL, DB: p.DB, Files: p.Files}.Routes(),
		booking.Pages{DB: p.DB}.Routes(),
		reception.Pages{DB: p.DB}.Routes(),
		permissions.Pages{DB: p.DB, Mail: p.Mail, Frame: p.frame, Declared: p.Copies.Register}.Routes(),
		membercards.Pages{DB: p.DB, BaseURL: p.BaseURL, Files: p.Files, Frame: p.frame}.Routes(),
		owndata.Pages{DB: p.DB, Mail: p.Mail, Copies: p.Copies, Frame: p.frame}.Routes(),
		p.accounts().Routes(),
	)
}

func (p Register) accounts() account.Pages { return account.Pages{DB: p.DB, Mail: p.Mail} }

func (p Register) frame(r *web.Request, title string) (layouts.Frame, error) {
	return frame.Own(r, p.DB, title)
}

// start shows the next step to an associate, and the beginning of a registration to other callers.
func (p Register) start(r *web.Request) error {
	if r.By.Kind != auth.Associate {
		return p.accounts().Welcome(r)
	}
	progress, err := registration.ReadProgress(r.Context(), p.DB, r.By)
	if err != nil {
		return err
	}
	if registration.IsComplete(progress.Row) {
		own, err := p.readOwn(r, "Início", progress)
		if err != nil {
			return err
		}
		return r.Render(home.Page(own))
	}
	frame, err := p.frame(r, "Seu cadastro")
	if err != nil {
		return err
	}
	return r.Render(steps.Overview(frame, progress))
}
