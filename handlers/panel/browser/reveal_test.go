package browser_test

import (
	"testing"

	"acolhe/handlers/browsertest"
	"acolhe/handlers/handlertest"
	"acolhe/models/platform/dbtest"
)

// V on the row shows a hidden number in its place; the other rows stay as they are.
func TestReveal_Key(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t)
	app.Exec(t, `insert into system_configs (system, key, value) values ('access', 'hide_cpf', '{"acolhimento": true, "producao": true, "financeiro": true}')`)
	page := browsertest.Open(t, app)
	page.SignIn(dbtest.Priscila)
	page.Visit("/painel/associados")
	page.Press("j", "v")
	page.WaitFor("tbody x-oculta strong")
	page.WaitUntil("one number is shown", "() => document.querySelectorAll('x-oculta').length === 1 && document.querySelectorAll('.veil-show').length >= 2")
	page.Screenshot("reveal-shown")
	page.Press("v") // nothing more to show in this row
	look(t, page, "/painel/associados", t.Name()+"-lista", nil)
}
