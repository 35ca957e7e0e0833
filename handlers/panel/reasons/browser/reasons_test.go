// Package browser_test asks for the reason of a read in a browser.
package browser_test

import (
	"testing"

	"acolhe/handlers/browsertest"
	"acolhe/handlers/handlertest"
	"acolhe/models/platform/dbtest"
)

func TestMain(m *testing.M) { browsertest.Main(m) }

// By keyboard alone: a digit chooses the reason, Enter opens the record, Escape goes back to the list.
func TestReason_ByKeyboard(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t)
	app.Exec(t, `insert into system_configs (system, key, value) values ('access', 'ask_reason', 'true')`)
	app.Exec(t, "update reception set attendant = null")
	app.Exec(t, "update orders set service_user = null")
	app.Exec(t, "update services set created_by_user_code = null")
	page := browsertest.Open(t, app)
	page.SignIn(dbtest.Bruno)
	page.Visit("/painel/associados/1")
	page.WaitForText("h1", "Por que você precisa ver?")
	page.CheckAccessibility()
	page.CheckLayout()
	page.Screenshot("reason")
	page.Theme("dark")
	page.Screenshot("reason dark")
	page.Theme("light")
	page.Size(1366, 768)
	page.CheckLayout()
	page.Phone()
	page.CheckLayout()
	page.Screenshot("reason phone")
	page.Desktop()
	page.Press("Escape")
	page.WaitForPath("/painel/associados")
	page.Visit("/painel/associados/1")
	page.Press("4")
	page.WaitUntil("the fourth reason is chosen", `() => document.querySelector("[value=covering]").checked`)
	page.Press("Enter")
	page.WaitForPath("/painel/associados/1")
}
