package browser_test

import (
	"testing"

	"acolhe/handlers/browsertest"
	"acolhe/handlers/handlertest"
	"acolhe/models/platform/dbtest"
)

// By keyboard alone: a group is opened over the list, resolved there, brought back, and ignored from its row.
func TestErrors_ByKeyboard(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t)
	app.SeedErrors(t)
	page := browsertest.Open(t, app)
	page.SignIn(dbtest.Camila)
	page.Visit("/admin/erros")
	row := "TypeError: Cannot read properties of null (reading 'focus')"
	open := func() {
		t.Helper()
		page.Press("j")
		page.WaitForFocus(row)
	}
	status := func(want string) {
		t.Helper()
		if app.Count(t, "system_error_groups", "status = '"+want+"'") != 1 {
			t.Errorf("the group is not %s", want)
		}
	}
	open()
	page.Press("Enter")
	page.WaitForText("dialog[open]", "Por versão")
	page.WaitForPath("/admin/erros/" + handlertest.ErrorGroup)
	page.CheckAccessibility()
	page.Screenshot(t.Name())
	page.Press("Escape")
	page.WaitGone("dialog[open]")
	page.WaitForPath("/admin/erros")
	page.WaitForFocus(row)
	page.Press("Enter")
	page.WaitForText("dialog[open]", "Por versão")
	page.Press("r")
	page.WaitForText(".toaster", "Resolvido na 1.14.2. Reabre se voltar.")
	status("fixed")
	page.Press("z")
	page.WaitForText(".toaster", "Situação anterior do erro de volta.")
	status("open")
	page.Visit("/admin/erros")
	open()
	page.Press("i")
	page.WaitForText(".toaster", "Ignorado. Continua contado.")
	status("ignored")
	page.Visit("/admin/erros")
	page.Press("r", "i") // without a focused row the keys do nothing
	page.WaitForText("main", "Nenhum erro aberto")
}
