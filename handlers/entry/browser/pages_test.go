package browser_test

import (
	"net/http"
	"testing"
	"time"

	"acolhe/handlers/browsertest"
	"acolhe/handlers/browsertest/looks"
	"acolhe/handlers/handlertest"
	"acolhe/models/platform/dbtest"
	"acolhe/models/platform/ratelimit"
	"acolhe/models/types/secret"
)

func TestMain(m *testing.M) { browsertest.Main(m) }

// special are the views that the route table does not name.
var special = []looks.View{
	{Name: "login refused", Path: "/entrar", Reach: loginRefused, Refusal: http.StatusUnprocessableEntity},
	{Name: "login limited", Path: "/entrar", Reach: loginLimited, Refusal: http.StatusTooManyRequests},
	{Name: "invite", Path: "/convite?token=" + paulasInvite},
	{Name: "invite refused", Path: "/convite?token=" + paulasInvite, Reach: inviteRefused, Refusal: http.StatusUnprocessableEntity},
	{Name: "dead invite", Path: "/convite?token=x", Refusal: http.StatusUnprocessableEntity},
	{Name: "new password", Path: "/nova-senha?token=" + brunosLink},
	{Name: "dead link", Path: "/nova-senha?token=x", Refusal: http.StatusUnprocessableEntity},
	{Name: "account refused", Path: "/conta", By: dbtest.Fernando, Reach: accountRefused, Refusal: http.StatusUnprocessableEntity},
	{Name: "account of a professional", Path: "/conta", By: dbtest.Renata},
	{Name: "one part of the interface", Path: "/api/v1/docs?parte=orders"},
	{Name: "no such page", Path: "/nada", Refusal: http.StatusNotFound},
}

// Every page and special view of the surface: no axe violation, no sideways scroll, one h1, nothing in the
// console.
func TestPages_Looks(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t)
	seedLinks(t, app)
	tireOut(t, app, dbtest.Priscila)
	looks.Check(t, app, append(looks.Views(t, app, "entry"), special...))
}

// Tokens stored by seedLinks.
const (
	paulasInvite = "convite-da-Paula"
	brunosLink   = "nova-senha-do-Bruno"
)

// seedLinks stores an invite for Paula and a reset link for Bruno.
func seedLinks(t *testing.T, app *handlertest.App) {
	t.Helper()
	for statement, arguments := range map[string][]any{
		"update system_users set invite_token = $1, invite_expires = $2 where id = $3": {secret.Hash(paulasInvite),
			time.Now().Add(7 * 24 * time.Hour), dbtest.Paula.ID},
		"update system_users set password_reset_token = $1, password_reset_expires = $2 where id = $3": {secret.Hash(brunosLink),
			time.Now().Add(time.Hour), dbtest.Bruno.ID},
	} {
		if _, err := app.Pool.Exec(t.Context(), statement, arguments...); err != nil {
			t.Fatal(err)
		}
	}
}

// tireOut uses up the failed logins allowed to an operator from this address.
func tireOut(t *testing.T, app *handlertest.App, who dbtest.Operator) {
	t.Helper()
	// An hour ahead, so that the time window outlasts the test on any machine.
	later := time.Now().Add(time.Hour)
	for range 5 {
		if _, err := ratelimit.AllowLogin(t.Context(), app.DB, "127.0.0.1", who.Email, later); err != nil {
			t.Fatal(err)
		}
	}
}

func loginLimited(page *browsertest.Page) {
	page.Fill("E-mail", dbtest.Priscila.Email)
	page.Fill("Senha", "qualquer")
	page.Click("Entrar")
	page.WaitForText("[role=alert]", "Tente de novo em")
}

func inviteRefused(page *browsertest.Page) {
	page.Fill("Senha", "curta")
	page.Click("Criar senha e entrar")
	page.WaitFor("[role=alert]")
}

func accountRefused(page *browsertest.Page) {
	page.Fill("Senha atual", "errada")
	page.Fill("Nova senha", "curta")
	page.Click("Trocar senha")
	page.WaitFor("[role=alert]")
}

func loginRefused(page *browsertest.Page) {
	page.Fill("E-mail", dbtest.Bruno.Email)
	page.Fill("Senha", "errada")
	page.Click("Entrar")
	page.WaitFor("[role=alert]")
}
