package browser_test

import (
	"testing"

	"acolhe/handlers/browsertest"
	"acolhe/handlers/browsertest/looks"
	"acolhe/handlers/handlertest"
	"acolhe/models/platform/dbtest"
)

func TestMain(m *testing.M) { browsertest.Main(m) }

// Every page of the portal: no axe violation, no sideways scroll, one h1, nothing in the console.
func TestPages_Looks(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t)
	app.Exec(t, "insert into contest_messages (service_id, by_professional, actor_kind, actor_name, text) values (1, true, 'operator', 'Renata Ribeiro', 'Foram R$ 350,00.')")
	app.Exec(t, "update services set commission_validation = 'contested' where id = 1")
	looks.Check(t, app, append(looks.Views(t, app, "portal"),
		looks.View{Name: "thread", Path: "/portal?mes=2026-11&conversa=1", By: dbtest.Renata},
		looks.View{Name: "a month without services", Path: "/portal?mes=2026-01", By: dbtest.Renata}))
}

// A professional claims a missing service from the report, and finds the claim there.
func TestPortal_ClaimMissing(t *testing.T) {
	t.Parallel()
	page := browsertest.Open(t, handlertest.New(t))
	page.SignIn(dbtest.Renata)
	page.Visit("/portal?mes=2026-10")
	page.Click("Falta um atendimento?")
	page.WaitForText("h1", "Falta um atendimento?")
	page.Expect(422)
	page.Click("Enviar")
	page.WaitForText(".problems", "escreva o dia")
	page.CheckAccessibility()
	page.Screenshot(t.Name() + "-problems")
	browsertest.Read[any](page, `() => { document.querySelector("[name=day]").value = "2026-10-14" }`)
	page.Fill("Quem foi atendido", "Davi Ramos")
	page.Fill("Como podemos conferir?", "Às 15h, por vídeo.")
	page.Click("Enviar")
	page.WaitForText("main", "Falta o atendimento de 14/10/2026, Davi Ramos: Às 15h, por vídeo.")
	page.CheckAccessibility()
	page.Screenshot(t.Name())
}
