package entry

import (
	"acolhe/handlers/frame"
	"acolhe/models/operators"
	"acolhe/models/platform/password"
	"acolhe/models/platform/settings"
	"acolhe/models/types/errs"
	"acolhe/views/entry"
	"acolhe/web"
)

func (e Entry) showInvite(r *web.Request) error {
	token := r.Query("token")
	if token == "" {
		return e.renderInvalidInvite(r, nil)
	}
	r.HideAddress()
	return e.renderInvite(r, token, nil)
}

func (e Entry) acceptInvite(r *web.Request) error {
	var input operators.AcceptInput
	posted, err := r.FormData()
	if err != nil {
		return err
	}
	if err := posted.Bind(&input); err != nil {
		return err
	}
	by, err := operators.AcceptInvite(r.Context(), e.DB, r.By, input)
	if err != nil {
		return e.renderInvite(r, input.Token, err)
	}
	if err := r.SignIn(by); err != nil {
		return err
	}
	if err := operators.RecordLogin(r.Context(), e.DB, by); err != nil {
		return err
	}
	r.Notify("Senha criada. Boas-vindas!")
	return r.Redirect(frame.Home(by))
}

// renderInvite shows the invite of a token, with the errors if any.
func (e Entry) renderInvite(r *web.Request, token string, refused error) error {
	invitation, err := operators.PreviewInvite(r.Context(), e.DB, token, r.Now)
	if errs.HasCode(err, errs.CodeTokenInvalid) {
		return e.renderInvalidInvite(r, err)
	}
	if err != nil {
		return err
	}
	frame, err := e.frame(r, "Convite")
	if err != nil {
		return err
	}
	zone, err := settings.Location(r.Context(), e.DB)
	if err != nil {
		return err
	}
	policy, err := password.PolicyOf(r.Context(), e.DB)
	if err != nil {
		return err
	}
	form := entry.InviteForm{Invitation: invitation, Token: token, Fields: errs.FieldsOf(refused), Zone: zone,
		Avoided: policy.Words(invitation.Name, invitation.Email)}
	frame.Refused = refused != nil
	return r.RenderForm(refused, entry.Invite(frame, form))
}

func (e Entry) renderInvalidInvite(r *web.Request, refused error) error {
	frame, err := e.frame(r, "Convite")
	if err != nil {
		return err
	}
	if refused == nil {
		return r.Render(entry.InvalidInvite(frame, "Falta uma parte do endereço. Abra o link inteiro que chegou no e-mail."))
	}
	return r.RenderProblems(refused, entry.InvalidInvite(frame, errs.As(refused).Message))
}
