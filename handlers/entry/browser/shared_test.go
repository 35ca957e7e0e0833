package browser_test

import (
	"testing"

	"acolhe/handlers/browsertest"
	"acolhe/handlers/handlertest"
	"acolhe/models/platform/dbtest"
)

// age makes the last use of a shared computer older.
func age(page *browsertest.Page, minutes string) {
	browsertest.Read[any](page, `() => localStorage.setItem("ultimo-uso", Date.now() - `+minutes+` * 60_000)`)
}

// A shared computer shows its last minutes, stays while a person uses it, and signs out by itself.
func TestSharedComputer(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t)
	page := browsertest.Open(t, app)
	page.Visit("/entrar")
	page.Screenshot("sign-in")
	page.Fill("E-mail", dbtest.Bruno.Email)
	page.Fill("Senha", dbtest.Password)
	page.Click("Computador compartilhado")
	page.Press("Enter")
	page.WaitForPath("/painel")
	age(page, "13.5")
	page.WaitForText("x-compartilhado:not([hidden])", "Sai em 2 min")
	page.CheckAccessibility()
	page.CheckLayout()
	page.Screenshot("last minutes")
	page.Phone()
	page.CheckLayout()
	page.Screenshot("last minutes on a phone")
	page.Desktop()
	page.Theme("escuro")
	page.CheckContrast()
	page.Click("Continuar")
	page.WaitGone("x-compartilhado:not([hidden])")
	age(page, "14.5")
	page.WaitForText("x-compartilhado:not([hidden])", "Sai em menos de 1 min")
	age(page, "15")
	page.WaitForPath("/entrar")
	if app.Count(t, "sessions", "is_shared and end_reason = 'signed_out'") != 1 {
		t.Error("the session is live")
	}
}
