package register

import (
	"github.com/a-h/templ"

	"acolhe/models/associates"
	"acolhe/models/platform/passwordreset"
	"acolhe/models/platform/ratelimit"
	"acolhe/models/registration"
	"acolhe/models/sessions"
	"acolhe/models/types/auth"
	"acolhe/models/types/errs"
	"acolhe/views/layouts"
	view "acolhe/views/register"
	"acolhe/web"
)

// emailCookie holds the e-mail between the first page and the next, so that no address contains it.
const emailCookie = "cadastro"

// begin leads to the password of a new account, or to the login of an account that exists.
func (p Register) begin(r *web.Request) error {
	var input registration.ExistsInput
	if err := bind(r, &input); err != nil {
		return err
	}
	err := p.count(r, registration.ExistsLimit())
	var found registration.Existence
	if err == nil {
		found, err = registration.Exists(r.Context(), p.DB, input)
	}
	if err != nil {
		return p.renderWelcome(r, err, view.AccountForm{Email: input.Email})
	}
	r.Remember(emailCookie, input.Email)
	if found.Exists {
		return r.Redirect(view.Home + "/entrar?conta=" + string(found.State))
	}
	return r.Redirect(view.Home + "/senha")
}

// count counts a request by a rule shared with the JSON interface.
func (p Register) count(r *web.Request, rule ratelimit.Rule) error {
	_, err := ratelimit.Allow(r.Context(), p.DB, rule, ratelimit.Network(r.ClientIP()), r.Now)
	return err
}

func (p Register) renderWelcome(r *web.Request, refused error, form view.AccountForm) error {
	return p.renderPage(r, "Faça seu cadastro", refused, func(frame layouts.Frame) templ.Component {
		return view.Welcome(frame, form.Refused(refused), frame.Association)
	})
}

func (p Register) showNewAccount(r *web.Request) error {
	address := r.Remembered(emailCookie)
	if address == "" {
		return r.Redirect(view.Home)
	}
	return p.renderNewAccount(r, nil, view.AccountForm{Email: address})
}

func (p Register) openAccount(r *web.Request) error {
	var input registration.OpenInput
	if err := bind(r, &input); err != nil {
		return err
	}
	err := p.count(r, registration.AccountLimit())
	var by auth.Caller
	if err == nil {
		by, err = registration.Open(r.Context(), p.DB, r.By, input)
	}
	if errs.HasCode(err, registration.CodeAccountExists) || errs.HasCode(err, registration.CodeAccountInProgress) {
		return r.Redirect(view.Home + "/entrar?conta=" + string(registration.InProgress))
	}
	if err != nil {
		return p.renderNewAccount(r, err, view.AccountForm{Email: input.Email})
	}
	if err := r.SignIn(by); err != nil {
		return err
	}
	r.Remember(emailCookie, "")
	return r.Redirect(view.Steps()[0].Href())
}

func (p Register) renderNewAccount(r *web.Request, refused error, form view.AccountForm) error {
	return p.renderPage(r, "Crie uma senha", refused, func(frame layouts.Frame) templ.Component {
		return view.NewAccount(frame, form.Refused(refused))
	})
}

func (p Register) showSignIn(r *web.Request) error {
	if r.By.Kind == auth.Associate {
		return r.Redirect(view.Home)
	}
	form := view.AccountForm{IsMember: r.Query("conta") == string(registration.Complete)}
	if r.Query("conta") != "" {
		form.Email = r.Remembered(emailCookie)
	}
	return p.renderSignIn(r, nil, form)
}

func (p Register) signIn(r *web.Request) error {
	var input associates.LoginInput
	if err := bind(r, &input); err != nil {
		return err
	}
	by, err := associates.Authenticate(r.Context(), p.DB, r.By, input)
	if err != nil {
		return p.renderSignIn(r, err, view.AccountForm{Email: input.Email})
	}
	if err := r.SignIn(by); err != nil {
		return err
	}
	r.Remember(emailCookie, "")
	return r.Redirect(view.Home)
}

func (p Register) renderSignIn(r *web.Request, refused error, form view.AccountForm) error {
	return p.renderPage(r, "Entrar no cadastro", refused, func(frame layouts.Frame) templ.Component {
		return view.SignIn(frame, form.Refused(refused))
	})
}

func (p Register) signOut(r *web.Request) error {
	if err := r.SignOut(); err != nil {
		return err
	}
	if err := associates.RecordLogout(r.Context(), p.DB, r.By); err != nil {
		return err
	}
	return r.Redirect(view.Home + "/entrar")
}

// signOutEverywhere ends the sessions of all devices, this one last.
func (p Register) signOutEverywhere(r *web.Request) error {
	if _, err := sessions.EndOthers(r.Context(), p.DB, r.By); err != nil {
		return err
	}
	return p.signOut(r)
}

// showReset shows the form of the new password for a valid link, else the form of the e-mail.
func (p Register) showReset(r *web.Request) error {
	token := r.Query("token")
	if token == "" {
		return p.renderRequest(r, nil, "")
	}
	r.HideAddress()
	if _, err := associates.Passwords(p.Mail).Accounts.CheckToken(r.Context(), p.DB, token, r.Now); err != nil {
		return p.renderRequest(r, err, "")
	}
	return p.renderNewPassword(r, nil, token)
}

func (p Register) requestLink(r *web.Request) error {
	var request associates.ResetRequest
	if err := bind(r, &request); err != nil {
		return err
	}
	if err := associates.RequestReset(r.Context(), p.DB, r.By, request); err != nil {
		return p.renderRequest(r, err, request.Email)
	}
	return r.Redirect(view.Home + "/nova-senha/pedido")
}

func (p Register) renderRequest(r *web.Request, refused error, address string) error {
	return p.renderPage(r, "Nova senha do cadastro", refused, func(frame layouts.Frame) templ.Component {
		return view.RequestLink(frame, view.AccountForm{Email: address, MailOff: !p.Mail.Configured}.Refused(refused))
	})
}

func (p Register) showLinkRequested(r *web.Request) error {
	return p.renderPage(r, "Link a caminho", nil, func(frame layouts.Frame) templ.Component { return view.LinkRequested(frame) })
}

func (p Register) resetPassword(r *web.Request) error {
	var input passwordreset.Input
	if err := bind(r, &input); err != nil {
		return err
	}
	err := associates.Passwords(p.Mail).Reset(r.Context(), p.DB, r.By, input)
	switch {
	case err == nil:
		r.Notify("Senha salva. Entre com ela.")
		return r.Redirect(view.Home + "/entrar")
	case len(errs.FieldsOf(err)) == 0:
		return p.renderRequest(r, err, "")
	}
	return p.renderNewPassword(r, err, input.Token)
}

func (p Register) renderNewPassword(r *web.Request, refused error, token string) error {
	return p.renderPage(r, "Criar nova senha", refused, func(frame layouts.Frame) templ.Component {
		return view.NewPassword(frame, token, view.AccountForm{}.Refused(refused))
	})
}
