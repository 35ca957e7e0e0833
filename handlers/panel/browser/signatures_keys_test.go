package browser_test

import (
	"testing"

	"acolhe/models/platform/dbtest"
)

// By keyboard alone: a term is sent, opened over the list and on its page, and voided; Escape closes what was opened.
func TestSignatures_ByKeyboard(t *testing.T) {
	t.Parallel()
	app, page := withTerms(t)
	name := dbtest.Joao.FullName()
	page.Visit("/painel")
	page.Press("g", "s")
	page.WaitForPath(signaturesPath)
	page.Press("n")
	page.WaitForFocus("Associado")
	page.Type("joão")
	page.WaitForText("[role=option]", name)
	page.Press("Enter")
	tabTo(page, "Enviar termo")
	page.CheckFocusIsSeen()
	page.Press("Enter")
	page.WaitForText("h1", name)
	contract := page.Path()
	page.Press("g", "s")
	page.WaitForPath(signaturesPath)
	page.Press("j")
	page.WaitForFocus(name)
	page.Press("Enter")
	page.WaitForText("dialog[open]", "Termo criado")
	page.CheckAccessibility()
	page.Screenshot(t.Name() + "-drawer")
	page.Press("Escape")
	page.WaitGone("dialog[open]")
	page.WaitForFocus(name)
	tabTo(page, "Copiar link de "+name)
	page.Press("Enter")
	page.WaitFor("x-copiar button[data-done]")
	tabTo(page, "Mais ações de "+name)
	page.Press("Enter")
	page.WaitForFocus("Ver histórico")
	page.Press("Enter")
	page.WaitForPath(contract)
	void := func(key string) {
		t.Helper()
		page.WaitForFocus("Mais ações do termo")
		page.Press("Enter")
		page.WaitForFocus("Ver histórico")
		page.Press("End")
		page.WaitForFocus("Anular…")
		page.Press("Enter")
		page.WaitForText("dialog[open]", "Anular o termo de "+name+"?")
		page.Press(key)
	}
	tabTo(page, "Mais ações do termo")
	void("Escape")
	page.WaitGone("dialog[open]")
	void("Tab")
	tabTo(page, "Anular")
	page.Press("Enter")
	page.WaitForText(".toast", "Termo de "+name+" anulado.")
	if app.Count(t, "contracts", "status = 'voided'") != 1 {
		t.Error("the term is not voided")
	}
}
