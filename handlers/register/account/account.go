// Package account serves the pages on which associates open an account, sign in, and confirm or change their e-mail.
package account

import (
	"github.com/a-h/templ"

	"acolhe/handlers/frame"
	"acolhe/models/associates"
	"acolhe/models/confirmation"
	"acolhe/models/platform/db"
	"acolhe/models/platform/mail"
	"acolhe/models/platform/passwordreset"
	"acolhe/models/platform/ratelimit"
	"acolhe/models/platform/settings"
	"acolhe/models/registration"
	"acolhe/models/registration/account"
	"acolhe/models/sessions"
	"acolhe/models/types/auth"
	"acolhe/views/layouts"
	"acolhe/views/register"
	view "acolhe/views/register/account"
	"acolhe/web"
)

// Pages serves these pages.
type Pages struct {
	DB   *db.DB
	Mail mail.Outbox
}

// The cookies of the browser, until it is closed: what was typed, so that no address contains it, and the ticket of a
// confirmed e-mail.
const (
	emailCookie  = "cadastro"
	ticketCookie = "cadastro-confirmado"
	loginCookie  = "entrada"
	changeCookie = "email-novo"
)

// Routes returns the routes of these pages.
func (p Pages) Routes() []web.Route {
	own, at := web.Associate(), register.Home
	return []web.Route{
		web.Form(at, web.Public(), p.begin).Quota(confirmation.Quota()),
		web.Page(at+"/codigo", web.Public(), p.showCode),
		web.Form(at+"/codigo", web.Public(), p.confirm).RateLimit(confirmation.TryLimit()),
		web.Form(at+"/codigo/outro", web.Public(), p.resend).Quota(confirmation.Quota()),
		web.Page(at+"/senha", web.Public(), p.showNewAccount),
		web.Form(at+"/senha", web.Public(), p.openAccount).Quota(account.Quota()),
		web.Page(at+"/entrar", web.AnyAssociate(), p.showSignIn),
		web.Form(at+"/entrar", web.Public(), p.signIn).Quota(sessions.LoginQuota()),
		web.Page(at+"/entrar/codigo", web.Public(), p.showLoginCode),
		web.Form(at+"/entrar/codigo", web.Public(), p.requestLogin).Quota(confirmation.Quota()),
		web.Form(at+"/entrar/conferir", web.Public(), p.confirmLogin).Quota(sessions.LoginQuota()).RateLimit(confirmation.TryLimit()),
		web.Form(at+"/sair", own, p.signOut).StoresNothing(),
		web.Page(register.PasswordPath, own, p.showChangePassword),
		web.Form(register.PasswordPath, own, p.changePassword).Quota(registration.OwnQuota()),
		web.Form(view.DevicesPath+"/sair", own, p.endOtherSessions).StoresNothing(),
		web.Form(view.DevicesPath+"/:id/sair", own, p.endSession).StoresNothing(),
		web.Form(at+"/sair/todos", own, p.signOutEverywhere).StoresNothing(),
		web.Page(at+"/nova-senha", web.Public(), p.showReset),
		web.Form(at+"/nova-senha", web.Public(), p.resetPassword).RateLimit(passwordreset.UseLimit(auth.Associate)),
		web.Page(at+"/nova-senha/pedido", web.Public(), p.showLinkRequested),
		web.Form(at+"/nova-senha/pedido", web.Public(), p.requestLink).RateLimit(passwordreset.RequestLimit(auth.Associate)),
		web.Page(register.ConfirmPath, own, p.showAddress),
		web.Form(register.ConfirmPath, own, p.confirmAddress).Quota(registration.OwnQuota()).RateLimit(confirmation.TryLimit()),
		web.Form(register.ConfirmPath+"/outro", own, p.resendAddress).Quota(confirmation.Quota()),
		web.Page(at+"/email", own, p.showEmail),
		web.Form(at+"/email", own, p.changeEmail).Quota(confirmation.Quota()),
		web.Page(at+"/email/codigo", own, p.showChangeCode),
		web.Form(at+"/email/codigo", own, p.confirmChange).Quota(registration.OwnQuota()).RateLimit(confirmation.TryLimit()),
		web.Page(confirmation.UndoPath, web.Public(), p.showUndo),
		web.Form(confirmation.UndoPath, web.Public(), p.undo).RateLimit(confirmation.TryLimit()),
	}
}

// render renders a page in its frame, with the reason of a refusal if any.
func (p Pages) render(r *web.Request, title string, refused error, page func(layouts.Frame) templ.Component) error {
	around, err := frame.Outside(r, p.DB, title)
	if err != nil {
		return err
	}
	around.Path, around.Refused = r.Path(), refused != nil
	return r.RenderForm(refused, page(around))
}

// form returns a form with what every page shows.
func (p Pages) form(r *web.Request, typed string, refused error) (view.Form, error) {
	contacts, err := settings.ReadContacts(r.Context(), p.DB)
	return view.Form{Email: typed, Contacts: contacts, MailOff: !p.Mail.Configured}.Refused(refused), err
}

// renderCode shows the page of a code.
func (p Pages) renderCode(r *web.Request, refused error, form view.CodeForm) (err error) {
	if form.Form, err = p.form(r, form.Email, refused); err != nil {
		return err
	}
	if form.Location, err = settings.Location(r.Context(), p.DB); err != nil {
		return err
	}
	form.Now = r.Now
	return p.render(r, "Digite o código", refused, func(frame layouts.Frame) templ.Component { return view.CodePage(frame, form) })
}

// codeOf returns the code of a form.
func codeOf(r *web.Request) (string, error) {
	posted, err := r.FormData()
	if err != nil {
		return "", err
	}
	return posted.Or("code", ""), nil
}

func bind(r *web.Request, input any) error {
	posted, err := r.FormData()
	if err != nil {
		return err
	}
	return posted.Bind(input)
}

// count counts a request by a rule shared with the JSON interface.
func (p Pages) count(r *web.Request, rule ratelimit.Rule) error {
	_, err := ratelimit.Allow(r.Context(), p.DB, rule, ratelimit.Network(r.ClientIP()), r.Now)
	return err
}

func (p Pages) signOut(r *web.Request) error {
	if err := r.SignOut(); err != nil {
		return err
	}
	if err := associates.RecordLogout(r.Context(), p.DB, r.By); err != nil {
		return err
	}
	return r.Redirect(register.Home + "/entrar")
}

// signOutEverywhere ends the sessions of all devices, this one last.
func (p Pages) signOutEverywhere(r *web.Request) error {
	if _, err := sessions.EndOthers(r.Context(), p.DB, r.By); err != nil {
		return err
	}
	return p.signOut(r)
}
