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
	page.Fill("CEP", "88015000")
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

// On a phone a problem and "Mais" open sheets with their actions.
func TestRecord_PhoneSheets(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t)
	app.Exec(t, "update users set cep = '59118793' where id = 1")
	page := browsertest.Open(t, app)
	page.SignIn(dbtest.Bruno)
	page.Phone()
	page.Visit("/painel/associados/1")
	page.WaitGone("#resolver .line-acts:popover-open")
	page.Click("Resolver: CEP e estado não conferem")
	page.WaitFor("#resolver :popover-open")
	page.CheckAccessibility()
	page.CheckLayout()
	page.Screenshot("record, phone, problem")
	page.Press("Escape")
	page.WaitGone("#resolver :popover-open")
	page.Click("Mais")
	page.WaitForText("#mais-acoes:popover-open", "Escrever e-mail")
	page.CheckAccessibility()
	page.CheckLayout()
	page.Screenshot("record, phone, more")
	page.Press("Escape")
	page.WaitGone(":popover-open:not(.toaster)")
	page.Click("Resolver: CEP e estado não conferem")
	page.WaitFor("#resolver :popover-open")
	page.Click("Corrigir estado")
	page.WaitForFocus("Estado")
}

// J and K go through the list from which the record was opened.
func TestRecord_NextOfTheList(t *testing.T) {
	t.Parallel()
	page := browsertest.Open(t, handlertest.New(t))
	page.SignIn(dbtest.Bruno)
	page.Visit("/painel/associados?ordem=nome")
	page.WaitFor("[data-results] tbody a[href='/painel/associados/5']")
	page.Visit("/painel/associados/1")
	page.WaitForText(".record h1", dbtest.Ana.FullName())
	page.Press("j")
	page.WaitForText(".record h1", dbtest.Carla.FullName())
	page.Press("j")
	page.WaitForText(".record h1", dbtest.Joao.FullName())
	// The list ends here.
	page.Press("j")
	page.Press("k")
	page.WaitForText(".record h1", dbtest.Carla.FullName())
}
