package entry_test

import (
	"net/url"
	"strings"
	"testing"

	"acolhe/handlers/handlertest"
	"acolhe/models/platform/dbtest"
)

// sharedLogin signs Bruno in on a shared computer.
func sharedLogin(t *testing.T, app *handlertest.App) *handlertest.Client {
	t.Helper()
	in := app.Nobody(t).Form("/entrar", url.Values{"email": {dbtest.Bruno.Email}, "password": {dbtest.Password}, "compartilhado": {"1"}}).Want(303)
	return app.Nobody(t).WithCookie(in.Cookies()[0].Name, in.Cookies()[0].Value)
}

// A session on a shared computer lives for fifteen minutes after its last use; others keep their seven days. The sign-in page says
// why it ended, and keeps the choice.
func TestSharedComputer(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t)
	bruno := sharedLogin(t, app)
	lasts := "expires_at between now() + interval '14 minutes' and now() + interval '15 minutes 10 seconds'"
	if app.Count(t, "sessions", "is_shared and "+lasts) != 1 {
		t.Fatal("the session is not short")
	}
	page := bruno.GET("/painel").Want(200)
	if bar := page.HTML().Find("x-compartilhado"); bar.AttrOr("data-idle", "") != "900" || bar.Find("form").AttrOr("action", "") != "/sair" {
		t.Error("the page lacks the bar")
	}
	app.Exec(t, "update sessions set expires_at = now() + interval '5 minutes' where is_shared")
	bruno.GET("/conta/sessao").Want(204)
	if app.Count(t, "sessions", "is_shared and "+lasts) != 1 {
		t.Error("a use does not extend the session")
	}
	app.Exec(t, "update sessions set expires_at = now() - interval '1 second' where is_shared")
	bruno.GET("/api/v1/auth/me").WantCode(401, "UNAUTHORIZED")
	over := bruno.GET("/entrar").Want(200)
	if !strings.Contains(over.Words(), "Foram 15 minutos sem uso neste computador compartilhado.") ||
		over.HTML().Find("input[name=compartilhado][checked]").Length() != 1 {
		t.Errorf("the sign-in page says %s", over.Words())
	}
	signInFrom(t, app, firefox).GET("/painel").Want(200)
	if app.Count(t, "sessions", "not is_shared and expires_at > now() + interval '167 hours'") != 1 {
		t.Error("another sign-in is short too")
	}
}

// The choice survives a wrong password and the dialog over an open page.
func TestSharedComputer_Kept(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t)
	wrong := app.Nobody(t).Form("/entrar", url.Values{"email": {dbtest.Bruno.Email}, "password": {"?"}, "compartilhado": {"1"}}).Want(422)
	if wrong.HTML().Find("input[name=compartilhado][checked]").Length() != 1 {
		t.Error("a refusal forgets it")
	}
	bruno := sharedLogin(t, app)
	app.Exec(t, "update sessions set expires_at = now() - interval '1 second'")
	bruno.With("HX-Request", "true").Form("/entrar/continuar", url.Values{"sign_in.email": {dbtest.Bruno.Email},
		"sign_in.password": {dbtest.Password}, "person": {dbtest.Bruno.UserCode}})
	if app.Count(t, "sessions", "is_shared and expires_at > now()") != 1 {
		t.Error("the dialog forgets it")
	}
}
