// Package permissions serves the pages on which associates say what the association may do with their data.
package permissions

import (
	"github.com/a-h/templ"

	"acolhe/models/consents"
	"acolhe/models/platform/db"
	"acolhe/models/platform/mail"
	"acolhe/models/platform/personal"
	"acolhe/models/platform/settings"
	"acolhe/models/registration"
	"acolhe/models/types/auth"
	"acolhe/models/types/errs"
	"acolhe/models/types/fmtbr"
	"acolhe/views/layouts"
	"acolhe/views/register"
	view "acolhe/views/register/permissions"
	"acolhe/views/register/steps"
	"acolhe/web"
)

// Pages serves these pages.
type Pages struct {
	DB   *db.DB
	Mail mail.Outbox
	// Frame returns the frame of a page of associates.
	Frame func(r *web.Request, title string) (layouts.Frame, error)
	// Declared is what the areas declare of the data of people.
	Declared []personal.Table
}

// Routes returns the routes of these pages.
func (p Pages) Routes() []web.Route {
	own := web.Associate()
	return []web.Route{
		web.Page(register.Home+"/privacidade", web.Public(), p.showPrivacy),
		web.Page(view.Path, own, p.show),
		web.Form(view.Path, own, p.answer).Quota(consents.Quota()),
		web.Page(view.HistoryPath, own, p.showHistory),
		web.Page(view.Path+"/:purpose", own, p.showGiving),
		web.Form(view.Path+"/:purpose", own, p.give).Quota(consents.Quota()),
		web.Page(view.Path+"/:purpose/retirar", own, p.showWithdrawing),
		web.Form(view.Path+"/:purpose/retirar", own, p.withdraw).Quota(consents.Quota()),
	}
}

// show asks for everything during the registration, from the documents on; later it lists what is allowed.
func (p Pages) show(r *web.Request) error {
	progress, err := registration.ReadProgress(r.Context(), p.DB, r.By)
	switch {
	case err != nil:
		return err
	case registration.IsComplete(progress.Row):
		return p.renderOwn(r, "Permissões", view.OwnPage)
	case progress.Phase < registration.Documents:
		return r.Redirect(register.Home)
	}
	return p.renderStep(r, progress, nil, nil)
}

// answer keeps the ticked boxes and goes on with the registration.
func (p Pages) answer(r *web.Request) error {
	posted, err := r.FormData()
	if err != nil {
		return err
	}
	progress, err := registration.ReadProgress(r.Context(), p.DB, r.By)
	switch {
	case err != nil:
		return err
	case progress.Phase < registration.Documents && !registration.IsComplete(progress.Row):
		return r.Redirect(register.Home)
	}
	input := consents.AnswerInput{Hashes: map[consents.Purpose]string{}}
	for _, name := range posted["permitido"] {
		input.Given = append(input.Given, consents.Purpose(name))
	}
	for _, purpose := range consents.Purposes() {
		input.Hashes[purpose] = posted.Or(view.HashName(purpose), "")
	}
	if err := consents.Answer(r.Context(), p.DB, r.By, input); err != nil {
		return p.renderStep(r, progress, posted, err)
	}
	if progress, err = registration.ReadProgress(r.Context(), p.DB, r.By); err != nil {
		return err
	}
	if registration.IsComplete(progress.Row) {
		return r.Redirect(view.Path)
	}
	return r.Redirect(steps.Resume(progress).Href())
}

func (p Pages) renderStep(r *web.Request, progress registration.Progress, posted web.FormData, refused error) error {
	zone, err := settings.Location(r.Context(), p.DB)
	if err != nil {
		return err
	}
	page := steps.Page{Step: steps.ConsentStep(), Progress: progress, Posted: posted, Fields: errs.FieldsOf(refused), Location: zone}
	if errs.HasCode(refused, errs.CodeConflict) {
		page.Fields = []errs.Field{{Path: string(consents.Treatment), Message: errs.As(refused).Message}}
	}
	if page.Frame, err = p.Frame(r, page.Title()); err != nil {
		return err
	}
	page.Frame.Refused = refused != nil
	return r.RenderForm(refused, view.StepPage(page))
}

// renderOwn renders an own page.
func (p Pages) renderOwn(r *web.Request, title string, page func(view.Own) templ.Component) (err error) {
	own := view.Own{}
	if own.Progress, err = registration.ReadProgress(r.Context(), p.DB, r.By); err != nil {
		return err
	}
	if own.Location, err = settings.Location(r.Context(), p.DB); err != nil {
		return err
	}
	contacts, err := settings.ReadContacts(r.Context(), p.DB)
	if err != nil {
		return err
	}
	own.WhatsApp = contacts.WhatsApp
	if own.Frame, err = p.Frame(r, title); err != nil {
		return err
	}
	return r.Render(page(own))
}

// renderConsent renders the page of one purpose.
func (p Pages) renderConsent(r *web.Request, title string, page func(view.Own, consents.Consent) templ.Component) error {
	purpose, err := consents.ParsePurpose(r.Param("purpose"))
	if err != nil {
		return err
	}
	return p.renderOwn(r, title, func(own view.Own) templ.Component { return page(own, own.Progress.Consents.Of(purpose)) })
}

func (p Pages) showGiving(r *web.Request) error { return p.renderConsent(r, "Permitir", view.GivePage) }

func (p Pages) showWithdrawing(r *web.Request) error {
	return p.renderConsent(r, "Retirar a permissão", view.WithdrawPage)
}

func (p Pages) showHistory(r *web.Request) error {
	log, err := consents.Log(r.Context(), p.DB, r.By)
	if err != nil {
		return err
	}
	return p.renderOwn(r, "Histórico", func(own view.Own) templ.Component { return view.HistoryPage(own, log) })
}

func (p Pages) give(r *web.Request) error {
	purpose, err := consents.ParsePurpose(r.Param("purpose"))
	if err != nil {
		return err
	}
	posted, err := r.FormData()
	if err != nil {
		return err
	}
	err = consents.Give(r.Context(), p.DB, r.By, consents.GiveInput{Purpose: purpose, Hash: posted.Or(view.HashName(purpose), "")})
	if errs.HasCode(err, errs.CodeConflict) {
		r.Notify(errs.As(err).Message)
		return r.Redirect(view.Href(purpose))
	}
	if err != nil {
		return err
	}
	r.Notify("Permissão guardada.")
	return r.Redirect(view.Path)
}

func (p Pages) withdraw(r *web.Request) error {
	purpose, err := consents.ParsePurpose(r.Param("purpose"))
	if err != nil {
		return err
	}
	if err := consents.Withdraw(r.Context(), p.DB, r.By, p.Mail, purpose); err != nil {
		return err
	}
	zone, err := settings.Location(r.Context(), p.DB)
	if err != nil {
		return err
	}
	told := "Permissão retirada às " + fmtbr.Clock(r.Now, zone) + "."
	if p.Mail.Configured {
		told += " Mandamos um e-mail."
	}
	r.Notify(told)
	return r.Redirect(view.Path)
}

func (p Pages) showPrivacy(r *web.Request) error {
	policy, err := consents.ReadPolicy(r.Context(), p.DB)
	if err != nil {
		return err
	}
	if len(policy.Retention) == 0 {
		policy.Retention = consents.PeriodsOf(p.Declared)
	}
	frame, err := p.Frame(r, "Como cuidamos dos seus dados")
	if err != nil {
		return err
	}
	return r.Render(view.PrivacyPage(view.Privacy{Frame: frame, Policy: policy, IsAssociate: r.By.Kind == auth.Associate}))
}
