package browser_test

import (
	"strings"
	"testing"

	"acolhe/handlers"
	"acolhe/handlers/browsertest"
	"acolhe/handlers/handlertest"
	"acolhe/models/platform/dbtest"
)

const renataPage = "/painel/profissionais/1"

// A professional is registered, receives a donation and is deactivated and brought back, by mouse.
func TestProfessional_ByMouse(t *testing.T) {
	t.Parallel()
	page := browsertest.Open(t, handlertest.New(t))
	page.SignIn(dbtest.Camila)
	page.Visit("/painel/profissionais")
	page.Click("Novo profissional")
	page.WaitForPath("/painel/profissionais/novo")
	page.Fill("Nome", "Dra. Lia Prado")
	page.Press("Tab")
	page.Type("Psicologia")
	page.Click("Cadastrar")
	page.WaitForPath("/painel/profissionais/1001")
	page.Click("Movimentar")
	page.WaitFor("#pergunta")
	page.Fill("Valor", "250,00")
	page.Expect(422)
	page.Click("Registrar")
	page.WaitFor("#pergunta [role=alert]")
	page.Fill("Motivo", "Doação de novembro")
	page.Click("Registrar")
	page.WaitForText("#doacoes", "R$ 250,00")
	page.Click("Desativar")
	page.WaitForText("main", "Inativo")
	page.Click("Desfazer")
	page.WaitForText("main", "Desativar")
}

// A donation is moved by keyboard alone.
func TestProfessional_ByKeyboard(t *testing.T) {
	t.Parallel()
	page := browsertest.Open(t, handlertest.New(t))
	page.SignIn(dbtest.Bruno)
	page.Visit("/painel")
	page.Press("g")
	page.Press("f")
	page.WaitForPath("/painel/profissionais")
	page.Press("/")
	page.Type("renata")
	page.WaitForPath("/painel/profissionais?q=renata")
	page.WaitGone("tbody a[href='/painel/profissionais/2']")
	page.Visit(renataPage)
	tabTo(page, "Movimentar")
	page.Press("Enter")
	page.WaitFor("#pergunta")
	tabTo(page, "Valor")
	page.Type("10,50")
	page.Press("Tab")
	page.Type("Doação")
	page.Press("Enter")
	page.WaitForText("#doacoes", "R$ 10,50")
	page.Press("e")
	page.WaitForPath(renataPage + "/editar")
}

// Financeiro, who may only read professionals, moves a donation balance and gives access to the portal, which the
// professional takes up.
func TestProfessional_ByFinanceiro(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t, func(config *handlers.Config) { config.Mail.Configured = false })
	page := browsertest.Open(t, app)
	page.SignIn(dbtest.Fernando)
	page.Visit("/painel/profissionais/2")
	page.WaitGone("a[href$='/editar']")
	page.Click("Movimentar")
	page.WaitFor("#pergunta")
	page.Fill("Valor", "120,00")
	page.Fill("Motivo", "Doação de novembro")
	page.Click("Registrar")
	page.WaitForText("#doacoes", "R$ 120,00")
	page.WaitForText("#doacoes", dbtest.Fernando.FullName())
	page.Click("Convidar para o portal")
	page.WaitForText("#portal", "Envie este link ao profissional")
	page.CheckAccessibility()
	page.Screenshot(t.Name())
	_, link, _ := strings.Cut(page.Attribute("#portal x-copiar", "data-text"), "/convite")
	invited := browsertest.Open(t, app)
	invited.Visit("/convite" + link)
	invited.WaitForText("h1", "Boas-vindas, Otávio")
}
