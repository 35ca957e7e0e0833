package browser_test

import (
	"testing"

	"acolhe/handlers/browsertest"
	"acolhe/handlers/handlertest"
)

func TestMain(m *testing.M) { browsertest.Main(m) }

// Every page for visitors: no axe violation, no sideways scroll, one h1, nothing in the console.
func TestPages_Looks(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t)
	browsertest.CheckViews(t, app, browsertest.PageViews(t, app, "register"))
}

// look checks the page in sight and keeps a picture of it.
func look(page *browsertest.Page, name string) {
	page.CheckLayout()
	page.CheckAccessibility()
	page.Screenshot(name)
}

// begin opens an account on a phone and answers the first phase.
func begin(t *testing.T, page *browsertest.Page) {
	t.Helper()
	page.Visit("/cadastro")
	look(page, "welcome")
	page.Fill("Qual é o seu e-mail?", "sandra@exemplo.org.br")
	page.Click("Começar")
	page.WaitForPath("/cadastro/senha")
	page.Fill("Senha", "girassol na janela")
	look(page, "password")
	page.Click("Criar conta e continuar")
	page.WaitForPath("/cadastro/nome")
	page.Fill("Nome completo", "Sandra Regina Albuquerque")
	page.Fill("CPF", "27363792097")
	page.WaitForText("[data-saved]", "Rascunho salvo às")
	look(page, "name")
	page.Click("Continuar")
	page.WaitForPath("/cadastro/nascimento")
	page.Fill("Data de nascimento", "23021968")
	page.Click("Continuar")
	page.WaitForPath("/cadastro/celular")
	page.Fill("Celular com DDD", "48991042277")
	page.Click("Continuar")
	page.WaitForPath("/cadastro/endereco")
	page.Fill("CEP", "88010000")
	page.WaitForText("details summary [data-line]", "Rua Felipe Schmidt, Centro, Florianópolis/SC")
	page.Fill("Número", "1204")
	look(page, "address")
	page.Click("Continuar")
	page.WaitForPath("/cadastro/conferir-dados")
	look(page, "check")
	page.Click("Está certo, continuar")
	page.WaitForPath("/cadastro/tratamento")
	look(page, "treatment")
}

// On a phone, for another person.
func TestRegistration_OtherPerson(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t)
	page := browsertest.Open(t, app)
	page.Phone()
	begin(t, page)
	page.Click("Para outra pessoa")
	page.Click("Continuar")
	page.WaitForPath("/cadastro/paciente")
	page.Fill("Nome", "Helena")
	page.Fill("Sobrenome", "Albuquerque dos Santos")
	page.Fill("CPF", "16899535009")
	page.Fill("Data de nascimento", "02061942")
	page.WaitUntil("the patient is saved once", `() => Boolean(document.querySelector("x-rascunho").dataset.id)`)
	look(page, "patient")
	page.Expect(422)
	page.Click("Continuar")
	page.WaitForSummary()
	page.WaitForText(".problems", "Escolha o parentesco")
	look(page, "patient-refused")
}
