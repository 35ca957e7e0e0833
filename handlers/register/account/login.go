package account

import (
	"github.com/a-h/templ"

	"acolhe/models/associates"
	"acolhe/models/confirmation"
	"acolhe/models/newdevices"
	"acolhe/models/platform/passwordreset"
	"acolhe/models/types/auth"
	"acolhe/models/types/errs"
	"acolhe/views/layouts"
	"acolhe/views/register"
	view "acolhe/views/register/account"
	"acolhe/web"
)

func (p Pages) showSignIn(r *web.Request) error {
	if r.By.Kind == auth.Associate {
		return r.Redirect(register.Home)
	}
	return p.renderSignIn(r, nil, "", r.Query("volta"))
}

func (p Pages) signIn(r *web.Request) error {
	var input associates.SignInInput
	posted, err := r.FormData()
	if err != nil {
		return err
	}
	if err := posted.Bind(&input); err != nil {
		return err
	}
	back := posted.Or("volta", "")
	by, err := associates.SignIn(r.Context(), p.DB, r.By, input)
	if err != nil {
		return p.renderSignIn(r, err, input.Login, back)
	}
	return p.enter(r, by, back)
}

// enter signs an associate in, who gets a letter if the device is new, and opens the requested page, else the own page.
func (p Pages) enter(r *web.Request, by auth.Caller, back string) error {
	if err := newdevices.Notify(r.Context(), p.DB, by.At(r.Now), p.Mail); err != nil {
		return err
	}
	if err := r.SignIn(by); err != nil {
		return err
	}
	for _, name := range []string{emailCookie, ticketCookie, loginCookie} {
		r.Remember(name, "")
	}
	return r.Redirect(register.Return(back))
}

func (p Pages) renderSignIn(r *web.Request, refused error, typed, back string) error {
	form, err := p.form(r, typed, refused)
	if err != nil {
		return err
	}
	if form.Return = register.Return(back); form.Return == register.Home {
		form.Return = ""
	}
	return p.render(r, "Entrar no cadastro", refused, func(frame layouts.Frame) templ.Component { return view.SignIn(frame, form) })
}

// requestLogin sends a code to the e-mail of a login, and leads to its page whether or not there is one.
func (p Pages) requestLogin(r *web.Request) error {
	var input confirmation.LoginInput
	posted, err := r.FormData()
	if err != nil {
		return err
	}
	if err := posted.Bind(&input); err != nil {
		return err
	}
	back := posted.Or("volta", "")
	if input.Login == "" && r.Remembered(loginCookie) != "" {
		input.Login = r.Remembered(loginCookie)
		state, err := confirmation.LoginCode(r.Context(), p.DB, input.Login)
		if err != nil {
			return err
		}
		if early := view.Early(state, r.Now); early != nil {
			return p.renderLoginCode(r, early)
		}
	}
	login, err := confirmation.RequestLogin(r.Context(), p.DB, r.By, p.Mail, input)
	if err != nil {
		return p.renderSignIn(r, err, input.Login, back)
	}
	r.Remember(loginCookie, login)
	r.Remember(returnCookie, back)
	return r.Redirect(register.Home + "/entrar/codigo")
}

// returnCookie keeps the page to open after signing in by a code.
const returnCookie = "volta"

func (p Pages) showLoginCode(r *web.Request) error {
	if r.Remembered(loginCookie) == "" {
		return p.renderSignIn(r, nil, "", "")
	}
	return p.renderLoginCode(r, nil)
}

// renderLoginCode names the typed login if it is an e-mail; never the e-mail of a CPF or a phone.
func (p Pages) renderLoginCode(r *web.Request, refused error) error {
	login := r.Remembered(loginCookie)
	state, err := confirmation.LoginCode(r.Context(), p.DB, login)
	if err != nil {
		return err
	}
	form := view.CodeForm{Action: register.Home + "/entrar/conferir", Resend: register.Home + "/entrar/codigo",
		Back: register.Home + "/entrar", State: state}
	if associates.ParseIdentifier(login).IsEmail() {
		form.Email = login
	}
	return p.renderCode(r, refused, form)
}

func (p Pages) confirmLogin(r *web.Request) error {
	code, err := codeOf(r)
	if err != nil {
		return err
	}
	by, err := confirmation.ConfirmLogin(r.Context(), p.DB, r.By, r.Remembered(loginCookie), code)
	if err != nil {
		return p.renderLoginCode(r, err)
	}
	back := r.Remembered(returnCookie)
	r.Remember(returnCookie, "")
	return p.enter(r, by, back)
}

// showReset shows the form of the new password for a valid link, else the form of the e-mail.
func (p Pages) showReset(r *web.Request) error {
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

func (p Pages) requestLink(r *web.Request) error {
	var request associates.ResetRequest
	if err := bind(r, &request); err != nil {
		return err
	}
	if err := associates.RequestReset(r.Context(), p.DB, r.By, request); err != nil {
		return p.renderRequest(r, err, request.Email)
	}
	return r.Redirect(register.Home + "/nova-senha/pedido")
}

func (p Pages) renderRequest(r *web.Request, refused error, address string) error {
	return p.render(r, "Nova senha do cadastro", refused, func(frame layouts.Frame) templ.Component {
		return view.RequestLink(frame, view.Form{Email: address, MailOff: !p.Mail.Configured}.Refused(refused))
	})
}

func (p Pages) showLinkRequested(r *web.Request) error {
	return p.render(r, "Link a caminho", nil, func(frame layouts.Frame) templ.Component { return view.LinkRequested(frame) })
}

func (p Pages) resetPassword(r *web.Request) error {
	var input passwordreset.Input
	if err := bind(r, &input); err != nil {
		return err
	}
	err := associates.Passwords(p.Mail).Reset(r.Context(), p.DB, r.By, input)
	switch {
	case err == nil:
		r.Notify("Senha salva. Entre com ela.")
		return r.Redirect(register.Home + "/entrar")
	case len(errs.FieldsOf(err)) == 0:
		return p.renderRequest(r, err, "")
	}
	return p.renderNewPassword(r, err, input.Token)
}

func (p Pages) renderNewPassword(r *web.Request, refused error, token string) error {
	return p.render(r, "Criar nova senha", refused, func(frame layouts.Frame) templ.Component {
		return view.NewPassword(frame, token, view.Form{}.Refused(refused))
	})
}
