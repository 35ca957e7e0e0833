package browser_test

import (
	"strings"
	"testing"

	"acolhe/handlers/browsertest"
	"acolhe/handlers/handlertest"
	"acolhe/models/platform/dbtest"
)

// A phone call: the person is found by half a name, the record shows history and missing data; an annotation, a solved
// problem.
func TestRecord_CallAndSolve(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t)
	app.Exec(t, `update users set invalid_fields = '["cep"]', tags = '["Prioritário"]' where id = 3`)
	page := browsertest.Open(t, app)
	page.SignIn(dbtest.Bruno)
	page.Visit("/painel/associados?q=conce")
	page.WaitFor("tbody a[href='/painel/associados/3']")
	page.Visit("/painel/associados/3")
	if call := page.Attribute(".contact a[href^=tel]", "href"); call != "tel:+55"+dbtest.Joao.Phone {
		t.Errorf("it dials %s", call)
	}
	page.CheckAccessibility()
	page.CheckLayout()
	page.Screenshot("record")
	page.Press("a")
	page.WaitForFocus("Nova anotação")
	page.Type("Ligou sobre a entrega")
	page.Press("Control+Enter")
	page.WaitForText(".toast", "Anotação salva")
	page.WaitForText(".notes", "Ligou sobre a entrega")
	page.Click("Tirar a etiqueta Prioritário")
	page.WaitForText(".toast", "tirada")
	page.Press("z")
	page.WaitForText(".record .tags", "Prioritário")
	page.Press("2")
	page.WaitForText(".fact-bad", "CEP")
	page.CheckAccessibility()
	page.Screenshot("record, registration")
	page.Press("1")
	page.WaitFor("#resolver")
	page.Click("Corrigir CEP")
	page.WaitForText("h1", "Editar "+dbtest.Joao.FullName())
	page.Fill("CEP", "01310100")
	page.Click("Salvar")
	page.WaitForText(".toast", "Alterações salvas")
	page.WaitGone("#resolver .problem[data-tone=bad]")
	page.Phone()
	page.Visit("/painel/associados/1")
	page.WaitFor(".record-bar")
	page.CheckAccessibility()
	page.CheckLayout()
	page.Screenshot("record, phone")
	if !strings.HasPrefix(page.Attribute(".record-bar a", "href"), "https://wa.me/") {
		t.Error("the bar does not begin with WhatsApp")
	}
}
