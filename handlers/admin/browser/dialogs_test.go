package browser_test

import (
	"testing"

	"acolhe/handlers/browsertest"
	"acolhe/handlers/handlertest"
	"acolhe/models/platform/dbtest"
)

// Escape closes a dialog and returns the focus to where it was.
func TestDialog_EscapeReturnsFocus(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t)
	page := browsertest.Open(t, app)
	page.SignIn(dbtest.Camila)
	page.Visit("/admin/pecas")
	for opener, opened := range map[string]string{
		"Abrir diálogo": "#peca-dialogo", "Pedir confirmação": "#peca-confirma", "Abrir gaveta": "#peca-gaveta",
		"Buscar em tudo": "#paleta",
	} {
		page.Click(opener)
		page.WaitFor(opened)
		page.WaitUntil("the focus is inside "+opened, `(opened) => document.querySelector(opened).contains(document.activeElement)`, opened)
		page.Press("Escape")
		page.WaitGone(opened)
		page.WaitForFocus(opener)
	}
}

// A confirmation of something destructive opens with the focus on Cancel.
func TestConfirmation_FocusOnCancel(t *testing.T) {
	t.Parallel()
	page := browsertest.Open(t, handlertest.New(t))
	page.SignIn(dbtest.Camila)
	page.Visit("/admin/pecas")
	page.Click("Pedir confirmação")
	page.WaitForFocus("Cancelar")
	page.Press("Enter")
	page.WaitGone("#peca-confirma")
}
