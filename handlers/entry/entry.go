// Package entry is where people come in: signing in and out. The pages of invites and of
// new passwords come with their issue.
package entry

import (
	"acolhe/models/db"
	"acolhe/models/errs"
	"acolhe/models/mail"
	"acolhe/models/operators"
	"acolhe/models/settings"
	"acolhe/views/entry"
	"acolhe/views/layouts"
	"acolhe/web"
)

const home = "/painel"

// Entry answers the pages of who is not signed in.
type Entry struct {
	DB   *db.DB
	Mail mail.Outbox
}

// Routes is the table of these pages.
func (e Entry) Routes() []web.Route {
	return []web.Route{
		web.Page("/", web.Public(), e.start),
		web.Page("/entrar", web.Anyone(), e.showLogin),
		web.Form("/entrar", web.Public(), e.login),
		web.Form("/sair", web.Operator(), e.logout),
	}
}

func (e Entry) start(r *web.Request) error { return r.Redirect(home) }

func (e Entry) showLogin(r *web.Request) error {
	back := web.LocalPath(r.Query("volta"), home)
	if r.By.IsKnown() {
		return r.Redirect(back)
	}
	frame, err := e.frame(r)
	if err != nil {
		return err
	}
	return r.Render(entry.Login(frame, entry.LoginForm{Back: back}))
}

func (e Entry) login(r *web.Request) error {
	var input operators.LoginInput
	posted, err := r.Posted()
	if err != nil {
		return err
	}
	if err := posted.Bind(&input); err != nil {
		return err
	}
	back := web.LocalPath(posted.Or("volta", home), home)
	by, err := operators.Authenticate(r.Context(), e.DB, input)
	if err != nil {
		return e.redraw(r, err, entry.LoginForm{Email: input.Email, Back: back})
	}
	if err := r.SignIn(by); err != nil {
		return err
	}
	return r.Redirect(back)
}

func (e Entry) redraw(r *web.Request, refused error, form entry.LoginForm) error {
	frame, err := e.frame(r)
	if err != nil {
		return err
	}
	frame.Refused = true
	form.Fields = errs.FieldsOf(refused)
	if refusal := errs.As(refused); refusal != nil && len(form.Fields) == 0 {
		form.Refusal = refusal.Message
	}
	return r.Redraw(refused, entry.Login(frame, form))
}

func (e Entry) logout(r *web.Request) error {
	if err := r.SignOut(); err != nil {
		return err
	}
	return r.Redirect("/entrar")
}

func (e Entry) frame(r *web.Request) (layouts.Frame, error) {
	association, err := settings.Get(r.Context(), e.DB, settings.AssociationName)
	return layouts.Frame{Title: "Entrar", Association: association, Path: "/entrar", Theme: r.Cookie("tema")}, err
}
