package account

import (
	"github.com/a-h/templ"

	"acolhe/models/associates"
	"acolhe/models/confirmation"
	"acolhe/models/types/errs"
	"acolhe/models/types/texts"
	"acolhe/views/layouts"
	"acolhe/views/register"
	view "acolhe/views/register/account"
	"acolhe/web"
)

// termPath is the page of the term, for which the address is confirmed.
const termPath = register.Home + "/assinatura"

// showAddress asks for the code of the account's address, or offers to send it.
func (p Pages) showAddress(r *web.Request) error {
	needed, err := confirmation.NeedsConfirmation(r.Context(), p.DB, r.By, p.Mail)
	if err != nil {
		return err
	}
	if !needed {
		return r.Redirect(termPath)
	}
	return p.renderAddress(r, nil)
}

func (p Pages) renderAddress(r *web.Request, refused error) error {
	row, err := associates.FindOwn(r.Context(), p.DB, r.By)
	if err != nil {
		return err
	}
	form := view.CodeForm{Action: register.ConfirmPath, Resend: register.ConfirmPath + "/outro", Back: register.Home + "/email", Now: r.Now}
	form.Email = texts.Of(row.EmailAccount)
	if form.State, err = confirmation.AddressCode(r.Context(), p.DB, form.Email); err != nil {
		return err
	}
	if form.State.Expires.After(r.Now) {
		return p.renderCode(r, refused, form)
	}
	if form.Form, err = p.form(r, form.Email, refused); err != nil {
		return err
	}
	return p.render(r, "Confirme o seu e-mail", refused, func(frame layouts.Frame) templ.Component { return view.ConfirmPage(frame, form) })
}

func (p Pages) resendAddress(r *web.Request) error {
	row, err := associates.FindOwn(r.Context(), p.DB, r.By)
	if err != nil {
		return err
	}
	state, err := confirmation.AddressCode(r.Context(), p.DB, texts.Of(row.EmailAccount))
	if err != nil {
		return err
	}
	if early := view.Early(state, r.Now); early != nil {
		return p.renderAddress(r, early)
	}
	if _, err := confirmation.RequestAddress(r.Context(), p.DB, r.By, p.Mail); err != nil {
		return p.renderAddress(r, err)
	}
	return r.Redirect(register.ConfirmPath)
}

func (p Pages) confirmAddress(r *web.Request) error {
	code, err := codeOf(r)
	if err != nil {
		return err
	}
	if err := confirmation.ConfirmAddress(r.Context(), p.DB, r.By, code); err != nil {
		return p.renderAddress(r, err)
	}
	r.Notify("E-mail confirmado.")
	return r.Redirect(termPath)
}

func (p Pages) showEmail(r *web.Request) error { return p.renderEmail(r, nil, "", "") }

func (p Pages) renderEmail(r *web.Request, refused error, typed, suggestion string) error {
	row, err := associates.FindOwn(r.Context(), p.DB, r.By)
	if err != nil {
		return err
	}
	form, err := p.form(r, typed, refused)
	if err != nil {
		return err
	}
	form.Suggestion = suggestion
	return p.render(r, "Seu e-mail", refused, func(frame layouts.Frame) templ.Component {
		return view.Change(frame, form, texts.Of(row.EmailAccount))
	})
}

// changeEmail sends a code to the new address.
func (p Pages) changeEmail(r *web.Request) error {
	typed, meant, err := addressOf(r)
	if err != nil {
		return err
	}
	if meant != "" {
		return p.renderEmail(r, nil, typed, meant)
	}
	address, err := confirmation.RequestChange(r.Context(), p.DB, r.By, p.Mail, typed)
	if err != nil {
		return p.renderEmail(r, err, typed, "")
	}
	r.Remember(changeCookie, address)
	return r.Redirect(register.Home + "/email/codigo")
}

func (p Pages) showChangeCode(r *web.Request) error {
	if r.Remembered(changeCookie) == "" {
		return r.Redirect(register.Home + "/email")
	}
	return p.renderChangeCode(r, nil)
}

func (p Pages) renderChangeCode(r *web.Request, refused error) error {
	address := r.Remembered(changeCookie)
	state, err := confirmation.ChangeCode(r.Context(), p.DB, r.By, address)
	if err != nil {
		return err
	}
	return p.renderCode(r, refused, view.CodeForm{
		Form: view.Form{Email: address}, Action: register.Home + "/email/codigo", Resend: register.Home + "/email", Login: address,
		Back: register.Home + "/email", State: state,
	})
}

func (p Pages) confirmChange(r *web.Request) error {
	code, err := codeOf(r)
	if err != nil {
		return err
	}
	if err := confirmation.ConfirmChange(r.Context(), p.DB, r.By, p.Mail,
		confirmation.ChangeInput{Address: r.Remembered(changeCookie), Code: code}); err != nil {
		return p.renderChangeCode(r, err)
	}
	r.Remember(changeCookie, "")
	r.Notify("E-mail salvo. Avisamos o e-mail antigo.")
	return r.Redirect(register.Home)
}

// showUndo shows the change that a link takes back.
func (p Pages) showUndo(r *web.Request) error {
	r.HideAddress()
	return p.renderUndo(r, nil, r.Query("token"))
}

func (p Pages) renderUndo(r *web.Request, refused error, token string) error {
	change, err := confirmation.FindChange(r.Context(), p.DB, token, r.Now)
	if errs.HasCode(err, errs.CodeTokenInvalid) {
		return p.render(r, "Este link não abre mais", err, func(frame layouts.Frame) templ.Component {
			return view.Closed(frame, "Ele já foi usado ou venceu. Precisa de ajuda? Fale com a associação.")
		})
	}
	if err != nil {
		return err
	}
	form, err := p.form(r, "", refused)
	if err != nil {
		return err
	}
	return p.render(r, "Não foi você?", refused, func(frame layouts.Frame) templ.Component {
		return view.Undo(frame, token, change.OldEmail, change.NewEmail, form)
	})
}

func (p Pages) undo(r *web.Request) error {
	posted, err := r.FormData()
	if err != nil {
		return err
	}
	token := posted.Or("token", "")
	if err := confirmation.UndoChange(r.Context(), p.DB, r.By, token); err != nil {
		return p.renderUndo(r, err, token)
	}
	r.Notify("O e-mail antigo voltou. Crie uma senha nova.")
	return r.Redirect(register.Home + "/nova-senha")
}
