package entry

import (
	"acolhe/models/operators"
	"acolhe/models/secondfactor"
	"acolhe/models/types/errs"
	"acolhe/models/types/fmtbr"
	"acolhe/views/entry"
	"acolhe/web"
)

// finishLogin checks the code of a person whose password was right.
func (e Entry) finishLogin(r *web.Request) error {
	var input operators.CodeInput
	posted, err := r.FormData()
	if err != nil {
		return err
	}
	if err := posted.Bind(&input); err != nil {
		return err
	}
	by, passed, err := e.signIn().Finish(r.Context(), e.DB, r.By, input)
	if err != nil {
		return e.refuseCode(r, posted, input.Token, err)
	}
	notifyRecovery(r, passed)
	return e.enter(r, by, posted)
}

// refuseCode shows the form of the code again, or that of the password for a sign-in that has expired.
func (e Entry) refuseCode(r *web.Request, posted web.FormData, token string, refused error) error {
	waiting, err := e.signIn().FindWaiting(r.Context(), e.DB, token, r.Now)
	if errs.HasCode(err, errs.CodeTokenInvalid) {
		return e.renderLogin(r, err, entry.LoginForm{Back: web.LocalPath(posted.Or("volta", ""), ""), Form: posted.Or("formulario", ""), Shared: isShared(posted)})
	}
	if err != nil {
		return err
	}
	return e.renderCode(r, codeForm(posted, waiting, refused), refused)
}

func codeForm(posted web.FormData, waiting operators.Waiting, refused error) entry.CodeForm {
	form := entry.CodeForm{Waiting: waiting, Back: web.LocalPath(posted.Or("volta", ""), ""), Form: posted.Or("formulario", ""),
		Shared: isShared(posted)}
	form.Code = codeState(posted, "", refused)
	return form
}

func (e Entry) renderCode(r *web.Request, form entry.CodeForm, refused error) error {
	frame, err := e.frame(r, "Código")
	if err != nil {
		return err
	}
	frame.Refused = refused != nil
	return r.RenderForm(refused, entry.Code(frame, form))
}

// notifyRecovery says how many recovery codes are left after one was used.
func notifyRecovery(r *web.Request, passed secondfactor.Passed) {
	if passed.ByRecovery {
		r.Notify("Você usou um código de reserva. " + codesLeft(passed.Left))
	}
}

func codesLeft(left int) string {
	if left == 0 {
		return "Era o último: gere novos em Minha conta."
	}
	return fmtbr.Plural(left, "código resta.", "códigos restam.")
}
