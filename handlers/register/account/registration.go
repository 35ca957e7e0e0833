package account

import (
	"github.com/a-h/templ"

	"acolhe/models/confirmation"
	"acolhe/models/registration/account"
	"acolhe/models/types/auth"
	"acolhe/models/types/email"
	"acolhe/models/types/errs"
	"acolhe/views/layouts"
	"acolhe/views/register"
	view "acolhe/views/register/account"
	"acolhe/views/register/steps"
	"acolhe/web"
)

// Welcome begins a registration.
func (p Pages) Welcome(r *web.Request) error {
	return p.renderWelcome(r, nil, r.Remembered(emailCookie), "")
}

func (p Pages) renderWelcome(r *web.Request, refused error, typed, suggestion string) error {
	form, err := p.form(r, typed, refused)
	if err != nil {
		return err
	}
	form.Suggestion = suggestion
	return p.render(r, "Faça seu cadastro", refused, func(frame layouts.Frame) templ.Component { return view.Welcome(frame, form) })
}

// begin sends the letter and leads to the page of its code, whoever has the address. An address that looks mistyped is
// asked for again first.
func (p Pages) begin(r *web.Request) error {
	typed, meant, err := addressOf(r)
	if err != nil {
		return err
	}
	if meant != "" {
		return p.renderWelcome(r, nil, typed, meant)
	}
	address, err := confirmation.Begin(r.Context(), p.DB, r.By, p.Mail, confirmation.BeginInput{Email: typed})
	if err != nil {
		return p.renderWelcome(r, err, typed, "")
	}
	r.Remember(emailCookie, address)
	return r.Redirect(register.Home + "/codigo")
}

// addressOf returns the e-mail of a form, and the one that was probably meant unless its person has chosen.
func addressOf(r *web.Request) (typed, meant string, err error) {
	posted, err := r.FormData()
	if err != nil {
		return "", "", err
	}
	if corrected := posted.Or("corrigido", ""); corrected != "" {
		return corrected, "", nil
	}
	typed = posted.Or("email", "")
	if posted.Or("certo", "") == typed && typed != "" {
		return typed, "", nil
	}
	return typed, email.Suggest(typed), nil
}

func (p Pages) showCode(r *web.Request) error {
	if r.Remembered(emailCookie) == "" {
		return r.Redirect(register.Home)
	}
	return p.renderRegistrationCode(r, nil)
}

func (p Pages) renderRegistrationCode(r *web.Request, refused error) error {
	address := r.Remembered(emailCookie)
	state, err := confirmation.RegistrationCode(r.Context(), p.DB, address)
	if err != nil {
		return err
	}
	return p.renderCode(r, refused, view.CodeForm{
		Form: view.Form{Email: address}, Action: register.Home + "/codigo", Resend: register.Home + "/codigo/outro", Back: register.Home,
		State: state,
	})
}

// resend sends another code to the same address.
func (p Pages) resend(r *web.Request) error {
	address := r.Remembered(emailCookie)
	state, err := confirmation.RegistrationCode(r.Context(), p.DB, address)
	if err != nil {
		return err
	}
	if early := view.Early(state, r.Now); early != nil {
		return p.renderRegistrationCode(r, early)
	}
	if _, err := confirmation.Begin(r.Context(), p.DB, r.By, p.Mail, confirmation.BeginInput{Email: address}); err != nil {
		return p.renderRegistrationCode(r, err)
	}
	r.Notify("Enviamos outro código.")
	return r.Redirect(register.Home + "/codigo")
}

func (p Pages) confirm(r *web.Request) error {
	code, err := codeOf(r)
	if err != nil {
		return err
	}
	ticket, err := confirmation.ConfirmRegistration(r.Context(), p.DB, r.By, r.Remembered(emailCookie), code)
	if err != nil {
		return p.renderRegistrationCode(r, err)
	}
	r.Remember(ticketCookie, ticket)
	return r.Redirect(register.Home + "/senha")
}

// showNewAccount asks for a password once the e-mail is confirmed.
func (p Pages) showNewAccount(r *web.Request) error {
	confirmed, err := confirmation.IsConfirmed(r.Context(), p.DB, r.By, r.Remembered(emailCookie), r.Remembered(ticketCookie))
	if err != nil {
		return err
	}
	if !confirmed {
		return r.Redirect(register.Home)
	}
	return p.renderNewAccount(r, nil)
}

func (p Pages) openAccount(r *web.Request) error {
	var input account.OpenInput
	if err := bind(r, &input); err != nil {
		return err
	}
	input.Email = r.Remembered(emailCookie)
	err := p.count(r, account.Limit())
	var by auth.Caller
	if err == nil {
		by, err = confirmation.Open(r.Context(), p.DB, r.By, r.Remembered(ticketCookie), input)
	}
	switch {
	case errs.HasCode(err, errs.CodeTokenInvalid):
		r.Notify(errs.As(err).Message)
		return r.Redirect(register.Home)
	case errs.HasCode(err, account.CodeExists), errs.HasCode(err, account.CodeInProgress):
		// Only whoever reads the mailbox comes here.
		r.Notify("Você já tem cadastro. Entre por aqui.")
		return r.Redirect(register.Home + "/entrar")
	case err != nil:
		return p.renderNewAccount(r, err)
	}
	if err := r.SignIn(by); err != nil {
		return err
	}
	r.Remember(emailCookie, "")
	r.Remember(ticketCookie, "")
	return r.Redirect(steps.All()[0].Href())
}

func (p Pages) renderNewAccount(r *web.Request, refused error) error {
	form, err := p.form(r, r.Remembered(emailCookie), refused)
	if err != nil {
		return err
	}
	return p.render(r, "Crie uma senha", refused, func(frame layouts.Frame) templ.Component { return view.NewAccount(frame, form) })
}
