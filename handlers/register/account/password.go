package account

import (
	"github.com/a-h/templ"

	"acolhe/models/associates"
	"acolhe/models/platform/passwordreset"
	"acolhe/models/platform/settings"
	"acolhe/models/sessions"
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
	page := view.AccessPage{Form: view.Form{}.Refused(refused)}
	zone, err := settings.Location(r.Context(), p.DB)
	if err != nil {
		return err
	}
	page.Now = r.Now.In(zone)
	if page.Devices, err = sessions.List(r.Context(), p.DB, r.By); err != nil {
		return err
	}
	return p.render(r, "Senha e aparelhos", refused, func(frame layouts.Frame) templ.Component { return view.Access(frame, page) })
}

func (p Pages) endSession(r *web.Request) error {
	id, err := r.ParamID("id")
	if err != nil {
		return err
	}
	if err := sessions.End(r.Context(), p.DB, r.By, id); err != nil {
		return err
	}
	r.Notify("O aparelho saiu da sua conta.")
	return r.Redirect(register.PasswordPath)
}

func (p Pages) endOtherSessions(r *web.Request) error {
	if _, err := sessions.EndOthers(r.Context(), p.DB, r.By); err != nil {
		return err
	}
	r.Notify("Os outros aparelhos saíram da sua conta.")
	return r.Redirect(register.PasswordPath)
}
