package entry

import (
	"github.com/a-h/templ"

	"acolhe/models/operators"
	"acolhe/models/sessions"
	"acolhe/models/types/auth"
	"acolhe/views/entry"
	"acolhe/web"
)

// SignInPage renders the answer to a form or htmx request of a person who is not signed in: a dialog over the open
// page, or the login page, which keeps the form for the person of the ended session. Without an ended session it
// returns nil.
func (e Entry) SignInPage(r *web.Request) (templ.Component, error) {
	ended, err := sessions.FindEnded(r.Context(), e.DB, r.SessionToken())
	if err != nil {
		return nil, err
	}
	if r.IsScripted() {
		return entry.SignInOver(entry.LoginForm{Email: ended.Email, Why: ended.Reason}), nil
	}
	if ended.OperatorID == 0 {
		return nil, nil
	}
	around, err := e.frame(r, "Entrar")
	if err != nil {
		return nil, err
	}
	form := entry.LoginForm{Email: ended.Email, Why: ended.Reason, Shared: ended.IsShared, Back: r.CameFrom(""), Passkeys: e.factors().UsePasskeys()}
	form.Form, form.IsTooLarge, err = e.keepForm(r, ended.OperatorID)
	return entry.Login(around, form), err
}

// signInOver signs in by the dialog over a page.
func (e Entry) signInOver(r *web.Request) error {
	var input struct {
		SignIn operators.LoginInput `form:"sign_in"`
		Code   operators.CodeInput  `form:"sign_in_code"`
		Person string               `form:"person"`
	}
	posted, err := r.FormData()
	if err != nil {
		return err
	}
	if err := posted.Bind(&input); err != nil {
		return err
	}
	if input.Code.Token != "" {
		return e.finishOver(r, posted, input.Code, input.Person)
	}
	by, waiting, err := e.signIn().Begin(r.Context(), e.DB, r.By, input.SignIn)
	if err != nil {
		form := entry.LoginForm{Email: input.SignIn.Email}.Refused(err)
		return r.RenderProblems(err, entry.SignInOver(form), entry.SignInOverForm)
	}
	if waiting.Token != "" {
		return r.Render(entry.SignInOver(entry.LoginForm{Waiting: waiting}), entry.SignInOverForm)
	}
	return e.enterOver(r, by, input.Person)
}

// finishOver checks the code in the dialog over a page.
func (e Entry) finishOver(r *web.Request, posted web.FormData, input operators.CodeInput, person string) error {
	by, passed, err := e.signIn().Finish(r.Context(), e.DB, r.By, input)
	if err == nil {
		notifyRecovery(r, passed)
		return e.enterOver(r, by, person)
	}
	form := entry.LoginForm{}.Refused(err)
	waiting, failed := e.signIn().FindWaiting(r.Context(), e.DB, input.Token, r.Now)
	if failed == nil {
		form = entry.LoginForm{Waiting: waiting, Code: codeState(posted, "sign_in_code.", err)}
	}
	return r.RenderProblems(err, entry.SignInOver(form), entry.SignInOverForm)
}

// enterOver opens the session. Only the person of the page continues there.
func (e Entry) enterOver(r *web.Request, by auth.Caller, person string) error {
	ended, err := sessions.FindEnded(r.Context(), e.DB, r.SessionToken())
	if err != nil {
		return err
	}
	by.IsShared = ended.IsShared
	if err := r.SignIn(by); err != nil {
		return err
	}
	if by.Code != person {
		r.Notify(notYours)
		return r.Redirect(wayBack(by, ""))
	}
	return r.SignedInOver()
}

// notYours is the message after signing in over another person's form.
const notYours = "O formulário que estava aberto era de outra conta e não foi enviado."

// checkSession reports whether the session is live, before a page sends a form.
func (Entry) checkSession(r *web.Request) error { return r.NoContent() }
