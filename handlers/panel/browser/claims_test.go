package browser_test

import (
	"testing"

	"acolhe/handlers/browsertest"
	"acolhe/handlers/handlertest"
	"acolhe/models/platform/dbtest"
)

// A professional claims a missing service on the phone; the staff read it in the report of the month and on the record of
// the professional, and remove it there.
func TestReports_MissingService(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t)
	professional := browsertest.Open(t, app)
	professional.SignIn(dbtest.Renata)
	professional.Phone()
	professional.Visit("/portal?mes=2026-10")
	for _, person := range []string{"Davi Ramos", "Lia Prates"} {
		professional.Click("Falta um atendimento?")
		professional.WaitForText("h1", "Falta um atendimento?")
		browsertest.Read[any](professional, `() => { document.querySelector("[name=day]").value = "2026-10-14" }`)
		professional.Fill("Quem foi atendido", person)
		professional.Fill("Como podemos conferir?",
			"Às 15h, por vídeo, com a mãe ao lado; o link da chamada está na mensagem que mandei à recepção.")
		professional.CheckLayout()
		professional.Click("Enviar")
		professional.WaitForText("main", person)
	}
	professional.CheckAccessibility()
	professional.Screenshot(t.Name() + "-portal")
	page := browsertest.Open(t, app)
	page.SignIn(dbtest.Bruno)
	page.Visit("/painel/relatorios?mes=2026-10")
	page.WaitForText("#contestacoes", "Davi Ramos")
	page.CheckAccessibility()
	page.Screenshot(t.Name() + "-report")
	page.Click("#contestacoes li:first-child a")
	page.WaitForPath("/painel/profissionais/1")
	page.WaitForText("#contestacoes", "Lia Prates: Às 15h, por vídeo, com a mãe ao lado; o link da chamada")
	page.Theme("escuro")
	page.Phone()
	page.Reload()
	page.CheckLayout()
	page.CheckContrast()
	page.Screenshot(t.Name() + "-record")
	page.Click("#contestacoes li:first-child form button")
	page.WaitUntil("one claim is left", `() => document.querySelectorAll("#contestacoes form").length === 1`)
	page.WaitForText("#contestacoes", "Davi Ramos")
	page.Desktop()
	page.Visit("/painel/relatorios?mes=2026-10")
	page.WaitForText("#contestacoes", "Davi Ramos")
	page.Click("#contestacoes form button")
	page.WaitForText(".toast", "Desfazer")
	page.Visit("/painel/relatorios?mes=2026-10")
	page.WaitGone("#contestacoes")
	if app.Count(t, "professionals", "id = 1 and (contest_reports::text like '%Lia%' or contest_reports::text like '%Davi%')") != 0 {
		t.Error("a removed claim is stored")
	}
}
