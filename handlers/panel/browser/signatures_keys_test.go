package browser_test

import (
	"net/url"
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

// Selected terms are sent again and voided together, by keys and with one question.
func TestSignatures_SelectionSentAndVoided(t *testing.T) {
	t.Parallel()
	app, page := withTerms(t)
	bruno := app.As(t, dbtest.Bruno)
	for _, code := range []string{dbtest.Joao.UserCode, dbtest.Carla.UserCode} {
		bruno.Form(signaturesPath+"/novo", url.Values{"user_code": {code}}).Want(303)
	}
	app.Exec(t, "update contracts set emailed_at = now() - interval '1 hour'")
	page.Visit(signaturesPath)
	page.Press("j", "x", "j", "x")
	page.WaitForText("[data-count]", "2 selecionados")
	page.CheckAccessibility()
	page.Screenshot(t.Name())
	page.Click("Enviar 2 de novo")
	page.WaitForText(".toast", "2 links enviados de novo.")
	page.Press("j", "x")
	page.Click("Selecionar todos desta página")
	page.Click("Anular 2…")
	page.WaitForText("dialog[open]", "Os links deixam de funcionar.")
	page.WaitForText("dialog[open]", dbtest.Carla.FullName())
	page.Fill("Motivo", "Versão trocada")
	page.CheckAccessibility()
	page.Screenshot(t.Name() + "-question")
	page.Click("Anular 2 termos")
	page.WaitForText(".toast", "2 termos anulados.")
	if app.Count(t, "contracts", "status = 'voided' and void_reason = 'Versão trocada'") != 2 {
		t.Error("the terms are not voided")
	}
}
