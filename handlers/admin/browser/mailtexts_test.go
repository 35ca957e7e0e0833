package browser_test

import (
	"testing"

	"acolhe/handlers/browsertest"
	"acolhe/handlers/handlertest"
	"acolhe/models/platform/dbtest"
)

// An administrator puts a variable into the words of a mail, sees it before, and goes back to the words of the program.
func TestMailTexts_Changed(t *testing.T) {
	t.Parallel()
	page := browsertest.Open(t, handlertest.New(t))
	page.Desktop()
	page.SignIn(dbtest.Camila)
	page.Visit("/admin/mensagens")
	page.CheckAccessibility()
	page.Screenshot(t.Name() + "-list")
	page.Visit("/admin/mensagens/order_paid")
	page.Fill("Assunto", "Pago: ")
	browsertest.Read[any](page, `() => { document.querySelector("[data-insert='{número}']").click() }`)
	if typed := page.Value("[name=subject]"); typed != "Pago: {número}" {
		t.Errorf("the subject is %q", typed)
	}
	// The variable is a chip: keys pass it and delete it as a whole, and what is typed inside stands behind it.
	page.WaitForText(".mail-chips mark", "{número}")
	page.Press("ArrowLeft", "x", "ArrowRight", "y")
	if typed := page.Value("[name=subject]"); typed != "Pago: x{número}y" {
		t.Errorf("with keys around the chip the subject is %q", typed)
	}
	browsertest.Read[any](page, `() => { document.querySelector("[name=subject]").setSelectionRange(10, 10) }`)
	page.Press("z", "Backspace", "Backspace")
	if typed := page.Value("[name=subject]"); typed != "Pago: xy" {
		t.Errorf("after deleting the chip the subject is %q", typed)
	}
	page.WaitGone(".mail-part:has([name=subject]) mark")
	page.Fill("Assunto", "Pago: ")
	browsertest.Read[any](page, `() => { document.querySelector("[data-insert='{número}']").click() }`)
	page.WaitForText(".mail-chips mark", "{número}")
	page.Screenshot(t.Name() + "-chips")
	page.Click("Ver como fica")
	page.Click("Salvar")
	page.WaitForText(".mail-head", "Pago: 35")
	page.CheckLayout()
	page.CheckAccessibility()
	page.Screenshot(t.Name())
	page.Click("Texto do sistema")
	page.WaitForText(".mail-diff", "Recebemos o pagamento")
	page.CheckAccessibility()
	page.Screenshot(t.Name() + "-difference")
	page.Click("Usar o texto do sistema")
	page.WaitForText(".toast", "voltou ao texto do sistema")
	page.Phone()
	page.Visit("/admin/mensagens/order_paid")
	page.CheckLayout()
	page.Screenshot(t.Name() + "-phone")
}
