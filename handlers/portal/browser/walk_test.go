package browser_test

import (
	"testing"

	"acolhe/handlers/browsertest"
	"acolhe/handlers/handlertest"
	"acolhe/models/platform/dbtest"
)

// A professional: signs in, looks at the week, makes the link for the calendar, contests a value, sees the year, and changes the
// payment details.
func TestWalk_Professional(t *testing.T) {
	t.Parallel()
	for _, way := range browsertest.Ways() {
		t.Run(way.Name, func(t *testing.T) {
			t.Parallel()
			app := handlertest.New(t)
			w := browsertest.Walk(browsertest.Open(t, app), way)
			w.Open("/")
			w.Use(`a[href="/entrar?volta=/portal"]`)
			w.Arrive("/entrar")
			w.Write("E-mail", dbtest.Renata.Email)
			w.Write("Senha", dbtest.Password)
			w.Use("Entrar")
			w.Arrive("/portal")
			w.Open("/portal/semana")
			w.Use("Criar link")
			w.WaitForText("main", "Quem tem este link")
			w.Open("/portal?mes=2026-11")
			w.Use(`a[href*="/portal/contestar/"]`)
			w.WaitForText("body", "Contestar")
			w.Open("/portal/contestar/1")
			w.Use("O valor recebido")
			w.Write("text", "Foram R$ 350,00.")
			w.Use("Enviar contestação")
			w.WaitForText("main", "Foram R$ 350,00.")
			w.Open("/portal/ano")
			w.WaitForText("main", "O que a associação repassou a você.")
			w.Open("/portal/dados")
			w.Write("Tipo da chave Pix", "E-mail")
			w.Write("Chave Pix", "renata@exemplo.org.br")
			w.Write("Nome do titular", "Renata Ribeiro")
			w.Use("Salvar dados")
			w.WaitForText("body", "salvos")
			if app.Count(t, "professionals", "id = 1 and payment_details::text like '%renata@exemplo.org.br%'") != 1 {
				t.Error("the payment details are the old ones")
			}
			if app.Count(t, "contest_messages", "text like '%Foram R$ 350,00.%'") != 1 {
				t.Error("the contest is not there")
			}
		})
	}
}
