package browser_test

import (
	"testing"

	"acolhe/handlers/browsertest"
	"acolhe/handlers/handlertest"
	"acolhe/models/platform/dbtest"
)

// A member shows the card, exchanges its code, and anybody checks it.
func TestCard_ShownAndChecked(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t)
	app.Exec(t, "update users set status = 'Associado', associate_status = null, adhesion_term = null, date_created = '2026-03-12 15:00+00' where id = $1", dbtest.Ana.ID)
	page := signIn(t, app, dbtest.Ana)
	page.Visit("/cadastro/perfil")
	look(page, "profile")
	page.Click("Minha carteirinha")
	page.WaitForPath("/cadastro/carteirinha")
	look(page, "card")
	code := page.Text(".mcard footer b")
	browsertest.Read[any](page, `() => { document.querySelector("main details").open = true }`)
	page.Click("Trocar o código")
	page.WaitUntil("another code", `(before) => document.querySelector(".mcard footer b").textContent !== before`, code)
	page.Visit("/carteirinha/" + code)
	page.WaitForText("h1", "Esta carteirinha não vale mais.")
	look(page, "card-ended")
	page.Visit("/cadastro/carteirinha")
	page.Visit("/carteirinha/" + page.Text(".mcard footer b"))
	page.WaitForText("h1", "Carteirinha válida")
	look(page, "card-valid")
}
