package browser_test

import (
	"net/http"
	"testing"

	"acolhe/handlers/browsertest"
	"acolhe/handlers/handlertest"
	"acolhe/models/platform/dbtest"
)

// A session ends in the middle of a long form: its person signs in over the page, and the form is saved. Without
// internet the form stays.
func TestSession_EndsInForm(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t)
	page := browsertest.Open(t, app)
	page.SignIn(dbtest.Bruno)
	page.Visit("/painel/associados/novo")
	page.Fill("Nome completo", "Zélia Prado")
	page.Fill("Cidade", "Palhoça")

	page.GoOffline()
	page.Click("Cadastrar")
	page.WaitForText(".toast", "Sem conexão. Nada foi perdido")
	page.GoOnline()
	page.Click("Fechar o aviso")

	endSessions(t, app)
	page.Expect(http.StatusUnauthorized)
	page.Click("Cadastrar")
	page.WaitForText("dialog:modal", "encerrada em outro aparelho")
	page.WaitForFocus("Senha")
	page.CheckAccessibility()
	page.Screenshot("sign-in-over")
	page.Expect(http.StatusUnprocessableEntity)
	page.Type("errada")
	page.Press("Enter")
	page.WaitForText("dialog:modal", "E-mail ou senha incorretos.")
	page.Fill("[name='sign_in.password']", dbtest.Password)
	page.Press("Enter")
	page.WaitForText(".toast", "Zélia Prado")
	if made := app.Count(t, "users", "associate_name = 'Zélia Prado' and city = 'Palhoça'"); made != 1 {
		t.Errorf("%d associates were made", made)
	}
}

// The form of one person does not continue for another.
func TestSession_AnotherPersonSignsIn(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t)
	page := browsertest.Open(t, app)
	page.SignIn(dbtest.Bruno)
	page.Visit(newOrderForAna)
	endSessions(t, app)
	page.Expect(http.StatusUnauthorized)
	page.Fill("Observações", "Deixar na portaria")
	page.WaitFor("dialog:modal")
	page.Fill("[name='sign_in.email']", dbtest.Camila.Email)
	page.Fill("[name='sign_in.password']", dbtest.Password)
	page.Press("Enter")
	page.WaitForText(".toast", "era de outra conta")
}

func endSessions(t *testing.T, app *handlertest.App) {
	t.Helper()
	app.Exec(t, "update sessions set ended_at = now(), end_reason = 'ended_elsewhere' where ended_at is null")
}
