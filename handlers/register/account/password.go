package account

import (
	"github.com/a-h/templ"

	"acolhe/models/associates"
	"acolhe/models/platform/passwordreset"
	"acolhe/models/types/errs"
	"acolhe/views/layouts"
	"acolhe/views/register"
	view "acolhe/views/register/account"
	"acolhe/web"
)

func (p Pages) showChangePassword(r *web.Request) error { return p.renderChangePassword(r, nil) }

// changePassword replaces the password of the associate, who then signs in again.
func (p Pages) changePassword(r *web.Request) error {
	var input passwordreset.ChangeInput
	if err := bind(r, &input); err != nil {
		return err
	}
	err := associates.Passwords(p.Mail).Change(r.Context(), p.DB, r.By, input)
	if errs.As(err) != nil {
		return p.renderChangePassword(r, err)
	}
	if err != nil {
		return err
	}
	if err := r.SignOut(); err != nil {
		return err
	}
	r.Notify("Senha salva. Entre com ela.")
	return r.Redirect(register.Home + "/entrar")
}

func (p Pages) renderChangePassword(r *web.Request, refused error) error {
	return p.render(r, "Trocar a senha", refused, func(frame layouts.Frame) templ.Component {
		return view.ChangePassword(frame, view.Form{}.Refused(refused))
	})
}
