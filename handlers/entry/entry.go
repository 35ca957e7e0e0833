// Package entry serves the pages around sign-in: signing in and out, accepting an invite, setting a new
// password, and the own account.
package entry

import (
	"net/url"

	"acolhe/models/associates"
	"acolhe/models/newdevices"
	"acolhe/models/operators"
	"acolhe/models/platform/db"
	"acolhe/models/platform/encryption"
	"acolhe/models/platform/mail"
	"acolhe/models/platform/passwordreset"
	"acolhe/models/platform/settings"
	"acolhe/models/secondfactor"
	"acolhe/models/sessions"
	"acolhe/models/types/auth"
	"acolhe/views/entry"
	"acolhe/views/layouts"
	"acolhe/web"
)

// Entry serves these pages.
type Entry struct {
	DB   *db.DB
	Mail mail.Outbox
	// Key encrypts forms that wait in the login page.
	Key encryption.Key
	// BaseURL is the public address, to which passkeys belong.
	BaseURL *url.URL
}

// Routes returns the routes of these pages.
func (e Entry) Routes() []web.Route {
	return []web.Route{
		web.Page("/entrar", web.Anyone(), e.showLogin),
		web.Form("/entrar", web.Public(), e.login).Quota(sessions.LoginQuota()),
		web.Form("/entrar/continuar", web.Public(), e.signInOver).Quota(sessions.LoginQuota()),
		web.Form("/entrar/codigo", web.Public(), e.finishLogin).Quota(sessions.LoginQuota()),
		web.Form(entry.PasskeyPath, web.Public(), e.askPasskey).RateLimit(operators.PasskeyLimit()),
		web.Form(entry.PasskeyPath+"/conferir", web.Public(), e.finishPasskey).Quota(sessions.LoginQuota()),
		web.Form("/sair", web.Operator(), e.logout).BeforeSecondStep(),

		web.Page("/nova-senha", web.Public(), e.showReset),
		web.Form("/nova-senha", web.Public(), e.resetPassword).RateLimit(passwordreset.UseLimit(auth.Operator)),
		web.Page("/nova-senha/pedido", web.Public(), e.showLinkRequested),
		web.Form("/nova-senha/pedido", web.Public(), e.requestLink).RateLimit(passwordreset.RequestLimit(auth.Operator)),

		web.Page(newdevices.Path, web.Public(), e.showNewDevice),
		web.Form(newdevices.Path, web.Public(), e.denyNewDevice).RateLimit(passwordreset.UseLimit(auth.Operator)),

		web.Page("/convite", web.Public(), e.showInvite),
		web.Form("/convite", web.Public(), e.acceptInvite).RateLimit(operators.AcceptLimit()),

		web.Page(associates.EmailConfirmationPath, web.Public(), e.showEmailChange),
		web.Form(associates.EmailConfirmationPath, web.Public(), e.answerEmailChange).RateLimit(operators.AcceptLimit()),

		web.Page("/conta", web.Operator(), e.showAccount),
		web.Form("/conta", web.Operator(), e.changePassword),
		web.Page("/conta/sessao", web.Operator(), e.checkSession).BeforeSecondStep(),
		web.Form("/conta/confirmar", web.Operator(), e.confirm),
		web.Page(web.SetUpPath, web.Operator(), e.showSetUp).BeforeSecondStep(),
		web.Form(web.SetUpPath, web.Operator(), e.turnOn).BeforeSecondStep(),
		web.Page(entry.MakePasskeyPath, web.Operator(), e.showMakePasskey).BeforeSecondStep(),
		web.Form(entry.MakePasskeyPath, web.Operator(), e.makePasskey).BeforeSecondStep(),
		web.Page(entry.PasskeysPath+"/:id/nome", web.Operator(), e.showRenamePasskey),
		web.Form(entry.PasskeysPath+"/:id/nome", web.Operator(), e.renamePasskey),
		web.Page(entry.PasskeysPath+"/:id/remover", web.Operator(), e.showRemovePasskey),
		web.Form(entry.PasskeysPath+"/:id/remover", web.Operator(), e.removePasskey),
		web.Form(web.SetUpPath+"/desligar", web.Operator(), e.turnOff),
		web.Form(web.SetUpPath+"/codigos", web.Operator(), e.renewCodes),
		web.Form("/conta/aparelhos/sair", web.Operator(), e.endOtherSessions),
		web.Form("/conta/aparelhos/sair-de-todos", web.Operator(), e.endAllSessions),
		web.Form("/conta/aparelhos/:id/sair", web.Operator(), e.endSession),
	}
}

// factors sets up and checks second factors.
func (e Entry) factors() secondfactor.Factors {
	return secondfactor.Factors{Key: e.Key, Mail: e.Mail, Site: e.BaseURL}
}

func (e Entry) signIn() operators.Login { return operators.Login{Factors: e.factors()} }

// frame returns the frame of the pages before sign-in.
func (e Entry) frame(r *web.Request, title string) (layouts.Frame, error) {
	association, err := settings.Get(r.Context(), e.DB, settings.AssociationName)
	return layouts.Frame{Title: title, Association: association, Theme: r.Cookie("tema"), Notice: r.TakeNotice()}, err
}
