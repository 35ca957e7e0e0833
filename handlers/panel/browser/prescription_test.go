package browser_test

import (
	"testing"

	"acolhe/handlers/browsertest"
	"acolhe/handlers/handlertest"
	"acolhe/models/platform/dbtest"
)

// The staff reads the prescription on the record and changes it, by keyboard; a wrong day is refused beside its field.
func TestPrescription_ReadAndChanged(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t)
	app.Exec(t, `update users set prescription = '{"product": "Óleo CBD", "dosage": "5 gotas", "issued": "2026-05-10", "expires": "2027-05-10", "crm": "SC 1234"}' where id = 1`)
	page := browsertest.Open(t, app)
	page.SignIn(dbtest.Bruno)
	page.Visit("/painel/associados/1?parte=cadastro")
	page.WaitForText("main", "Óleo CBD")
	page.WaitForText("main", "5 gotas")
	page.CheckAccessibility()
	page.Screenshot(t.Name() + "-record")
	page.Visit("/painel/associados/1/receita")
	page.Expect(422)
	page.Fill("Vale até", "31/02/2027")
	page.Press("Enter")
	page.WaitFor("[name=expires][aria-invalid=true]")
	page.CheckAccessibility()
	page.Fill("Vale até", "10/08/2027")
	page.Fill("Posologia", "10 gotas, 2 vezes ao dia")
	page.Click("Salvar")
	page.WaitForText(".toast", "Receita salva.")
	page.WaitForText("main", "10 gotas, 2 vezes ao dia")
	if app.Count(t, "users", `id = 1 and prescription @> '{"dosage": "10 gotas, 2 vezes ao dia", "expires": "2027-08-10", "crm": "SC 1234"}'`) != 1 {
		t.Error("the prescription is stored otherwise")
	}
}
