package entry

import (
	"acolhe/handlers/frame"
	"acolhe/models/operators"
	"acolhe/models/sessions"
	"acolhe/models/types/auth"
	"acolhe/views/entry"
	"acolhe/web"
)

func (e Entry) showLogin(r *web.Request) error {
	if r.By.IsKnown() {
		return r.Redirect(wayBack(r.By, r.Query("volta")))
	}
	frame, err := e.frame(r, "Entrar")
	if err != nil {
		return err
	}
	ended, err := sessions.FindEnded(r.Context(), e.DB, r.SessionToken())
	if err != nil {
		return err
	}
	return r.Render(entry.Login(frame, entry.LoginForm{Why: ended.Reason, Shared: ended.IsShared, Back: web.LocalPath(r.Query("volta"), ""),
		Passkeys: e.factors().UsePasskeys()}))
}

func (e Entry) login(r *web.Request) error {
	var input operators.LoginInput
	posted, err := r.FormData()
	if err != nil {
		return err
	}
	if err := posted.Bind(&input); err != nil {
		return err
	}
	by, waiting, err := e.signIn().Begin(r.Context(), e.DB, r.By, input)
	if err != nil {
		return e.renderLogin(r, err, entry.LoginForm{Email: input.Email, Back: web.LocalPath(posted.Or("volta", ""), ""),
			Form: posted.Or("formulario", ""), Shared: isShared(posted)})
	}
	if waiting.Token != "" {
		return e.renderCode(r, codeForm(posted, waiting, nil), nil)
	}
	return e.enter(r, by, posted)
}

// enter opens the session, and the page or the form that was wanted.
func (e Entry) enter(r *web.Request, by auth.Caller, posted web.FormData) error {
	by.IsShared = isShared(posted)
	if err := r.SignIn(by); err != nil {
		return err
	}
	if sealed := posted.Or("formulario", ""); sealed != "" {
		return e.restoreForm(r, by, sealed)
	}
	return r.Redirect(wayBack(by, posted.Or("volta", "")))
}

// isShared reports whether the person signs in on a shared computer.
func isShared(posted web.FormData) bool { return posted.Or(entry.SharedField, "") != "" }

func (e Entry) renderLogin(r *web.Request, refused error, form entry.LoginForm) error {
	frame, err := e.frame(r, "Entrar")
	if err != nil {
		return err
	}
	frame.Refused, form.Passkeys = true, e.factors().UsePasskeys()
	return r.RenderProblems(refused, entry.Login(frame, form.Refused(refused)))
}

// askPasskey asks for the passkeys of the typed e-mail, in the same way whether anybody has it.
func (e Entry) askPasskey(r *web.Request) error {
	input, posted, err := passkeyInput(r)
	if err != nil {
		return err
	}
	return e.renderPasskey(r, input, posted, nil)
}

// finishPasskey signs in by the answer of a passkey.
func (e Entry) finishPasskey(r *web.Request) error {
	input, posted, err := passkeyInput(r)
	if err != nil {
		return err
	}
	by, err := e.signIn().FinishPasskey(r.Context(), e.DB, r.By, input)
	if err != nil {
		return e.renderPasskey(r, input, posted, err)
	}
	return e.enter(r, by, posted)
}

func passkeyInput(r *web.Request) (input operators.PasskeyInput, posted web.FormData, err error) {
	if posted, err = r.FormData(); err != nil {
		return input, posted, err
	}
	return input, posted, posted.Bind(&input)
}

// renderPasskey asks for a passkey, with the reason of a refusal.
func (e Entry) renderPasskey(r *web.Request, input operators.PasskeyInput, posted web.FormData, refused error) error {
	form := entry.PasskeyForm{Email: input.Email, Back: web.LocalPath(posted.Or("volta", ""), ""), Form: posted.Or("formulario", ""),
		Shared: isShared(posted), Code: entry.CodeProblems(refused)}
	var err error
	if form.Challenge, err = e.signIn().BeginPasskey(r.Context(), e.DB, r.By, input); err != nil {
		return e.renderLogin(r, err, entry.LoginForm{Email: form.Email, Back: form.Back, Form: form.Form, Shared: form.Shared})
	}
	frame, err := e.frame(r, "Chave de acesso")
	if err != nil {
		return err
	}
	frame.Refused = refused != nil
	return r.RenderForm(refused, entry.PasskeyLogin(frame, form))
}

func (e Entry) logout(r *web.Request) error {
	if err := r.SignOut(); err != nil {
		return err
	}
	if err := operators.RecordLogout(r.Context(), e.DB, r.By); err != nil {
		return err
	}
	return r.Redirect("/entrar")
}

// wayBack returns the address after signing in: the requested page, else the first page of the caller. A Profissional,
// who may open no page of the staff, always gets the latter.
func wayBack(by auth.Caller, wanted string) string {
	home := frame.Home(by)
	if by.Is(auth.Profissional) {
		return home
	}
	return web.LocalPath(wanted, home)
}
