package entry

import (
	"acolhe/models/operators"
	"acolhe/models/platform/passwordreset"
	"acolhe/models/types/errs"
	"acolhe/views/entry"
	"acolhe/web"
)

// showReset shows the form of the new password for a valid link, else the form of the e-mail.
func (e Entry) showReset(r *web.Request) error {
	token := r.Query("token")
	if token == "" {
		return e.renderRequest(r, nil, "")
	}
	r.HideAddress()
	avoided, err := operators.CheckReset(r.Context(), e.DB, token, r.Now)
	if err != nil {
		return e.renderRequest(r, err, "")
	}
	frame, err := e.frame(r, "Nova senha")
	if err != nil {
		return err
	}
	return r.Render(entry.NewPassword(frame, entry.PasswordForm{Token: token, Avoided: avoided}))
}

func (e Entry) requestLink(r *web.Request) error {
	request := operators.ResetRequest{App: operators.Panel}
	posted, err := r.FormData()
	if err != nil {
		return err
	}
	if err := posted.Bind(&request); err != nil {
		return err
	}
	if err := operators.RequestReset(r.Context(), e.DB, r.By, request); err != nil {
		return e.renderRequest(r, err, request.Email)
	}
	return r.Redirect("/nova-senha/pedido")
}

func (e Entry) showLinkRequested(r *web.Request) error {
	frame, err := e.frame(r, "Confira seu e-mail")
	if err != nil {
		return err
	}
	return r.Render(entry.LinkRequested(frame))
}

func (e Entry) resetPassword(r *web.Request) error {
	var input passwordreset.Input
	posted, err := r.FormData()
	if err != nil {
		return err
	}
	if err := posted.Bind(&input); err != nil {
		return err
	}
	err = operators.Passwords(e.Mail).Reset(r.Context(), e.DB, r.By, input)
	if err == nil {
		r.Notify("Senha salva. Entre com ela.")
		return r.Redirect("/entrar")
	}
	fields := errs.FieldsOf(err)
	if len(fields) == 0 {
		return e.renderRequest(r, err, "")
	}
	avoided, failed := operators.CheckReset(r.Context(), e.DB, input.Token, r.Now)
	if failed != nil {
		return e.renderRequest(r, failed, "")
	}
	frame, failed := e.frame(r, "Nova senha")
	if failed != nil {
		return failed
	}
	frame.Refused = true
	return r.RenderProblems(err, entry.NewPassword(frame, entry.PasswordForm{Token: input.Token, Avoided: avoided, Fields: fields}))
}

// renderRequest shows the form that requests a link, with the errors if any.
func (e Entry) renderRequest(r *web.Request, refused error, address string) error {
	frame, err := e.frame(r, "Esqueci minha senha")
	if err != nil {
		return err
	}
	form := entry.ResetRequest{Email: address, MailOff: !e.Mail.Configured, Fields: errs.FieldsOf(refused)}
	if refused == nil {
		return r.Render(entry.RequestLink(frame, form))
	}
	frame.Refused = true
	if errs.HasCode(refused, errs.CodeTokenInvalid) {
		form.InvalidLink = errs.As(refused).Message
	}
	return r.RenderProblems(refused, entry.RequestLink(frame, form))
}
