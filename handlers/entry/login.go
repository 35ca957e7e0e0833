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
	return r.Render(entry.Login(frame, entry.LoginForm{Why: ended.Reason, Back: web.LocalPath(r.Query("volta"), "")}))
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
		return e.renderLogin(r, err, entry.LoginForm{Email: input.Email, Back: web.LocalPath(posted.Or("volta", ""), ""), Form: posted.Or("formulario", "")})
	}
	if waiting.Token != "" {
		return e.renderCode(r, codeForm(posted, waiting, nil), nil)
	}
	return e.enter(r, by, posted)
}

// enter opens the session, and the page or the form that was wanted.
func (e Entry) enter(r *web.Request, by auth.Caller, posted web.FormData) error {
	if err := r.SignIn(by); err != nil {
		return err
	}
	if sealed := posted.Or("formulario", ""); sealed != "" {
		return e.restoreForm(r, by, sealed)
	}
	return r.Redirect(wayBack(by, posted.Or("volta", "")))
}

func (e Entry) renderLogin(r *web.Request, refused error, form entry.LoginForm) error {
	frame, err := e.frame(r, "Entrar")
	if err != nil {
		return err
	}
	frame.Refused = true
	return r.RenderProblems(refused, entry.Login(frame, form.Refused(refused)))
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
