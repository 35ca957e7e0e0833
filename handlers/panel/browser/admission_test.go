package browser_test

import (
	"testing"

	"acolhe/handlers/browsertest"
	"acolhe/handlers/handlertest"
	"acolhe/models/platform/dbtest"
)

// An associate who has signed is admitted from the record: the question says that the term stays, and afterwards neither
// the record nor the own page asks for another signature.
func TestAssociate_AdmittedWhoSigned(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t)
	app.SeedTerms(t)
	app.Exec(t, "update users set status = 'active', associate_status = '5', adhesion_term = $2 where id = $1", dbtest.Ana.ID,
		handlertest.SignedTermID)
	page := browsertest.Open(t, app)
	page.SignIn(dbtest.Bruno)
	page.Visit("/painel/associados/1")
	page.Click("Mais ações")
	page.Click("Admitir como associado")
	page.WaitForText("dialog[open]", "O termo de adesão já está assinado e continua valendo.")
	page.CheckAccessibility()
	page.Screenshot(t.Name())
	page.Click("dialog[open] button[type=submit]")
	page.WaitForText(".toast", "agora faz parte da associação")
	page.WaitForText("#termo", "Assinado")
	page.WaitUntil("the record asks for no signature",
		`() => !/Termo pendente|por assinar|Assinatura pendente/.test(document.querySelector("main").textContent)`)
	if app.Count(t, "contracts", "user_code = $1 and status = 'pending'", dbtest.Ana.UserCode) != 0 {
		t.Error("another term is waiting")
	}
	own := browsertest.Open(t, app)
	own.Phone()
	signInAssociate(own, dbtest.Ana)
	own.WaitForText("h1", "Olá, Ana")
	own.WaitUntil("the own page asks for no signature", `() => !document.querySelector("main").textContent.includes("Assine o termo")`)
	own.CheckAccessibility()
	own.Screenshot(t.Name() + "-own")
}
