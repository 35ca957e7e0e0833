package browser_test

import (
	"testing"

	"acolhe/handlers/browsertest"
	"acolhe/handlers/handlertest"
	"acolhe/models/platform/dbtest"
)

// An administrator switches signing off: the pages of the staff, the link of a term and the associate's own page say so, and
// a script reads it. Switched on, the same link opens the term.
func TestSignatures_Closed(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t)
	app.SeedSettings(t)
	app.PublishTerms(t)
	app.SeedTerms(t)
	app.ConfirmEmail(t, dbtest.Carla.Email)
	app.Exec(t, "update users set associate_status = '4' where id = $1", dbtest.Carla.ID)
	page := browsertest.Open(t, app)
	page.SignIn(dbtest.Camila)
	switchSigning(page)
	for path, at := range map[string]string{signaturesPath: "main", signaturesPath + "/" + handlertest.PendingTermID: "main",
		recordOfJoao: "#termo"} {
		page.Visit(path)
		page.WaitForText(at, "fechada no momento")
		page.CheckAccessibility()
	}
	for _, path := range []string{"/api/v1/doc-sign/status", "/api/v1/terms/status"} {
		var status struct{ Status string }
		if page.Script().GET(path).Want(200).Data(&status); status.Status != "module_in_development" {
			t.Errorf("%s is %q", path, status.Status)
		}
	}
	page.Script().POST("/api/v1/doc-sign/contracts", map[string]any{"user_code": dbtest.Joao.UserCode}).
		WantCode(503, "TERMS_MODULE_IN_DEVELOPMENT")

	signer := browsertest.Open(t, app)
	signer.Phone()
	signInAssociate(signer, dbtest.Carla)
	signer.Visit("/cadastro/assinatura")
	signer.WaitForText("h1", "A assinatura está fechada no momento")
	signer.CheckLayout()
	signer.CheckAccessibility()
	signer.Expect(503)
	signer.Visit("/assinar/" + handlertest.PendingTerm)
	signer.WaitForText("main", "fechada no momento")
	signer.CheckLayout()
	signer.CheckAccessibility()
	signer.Screenshot(t.Name() + "-link")

	switchSigning(page)
	page.Visit(recordOfJoao)
	page.WaitUntil("the card of the term is open",
		`() => document.querySelector("#termo") && !document.querySelector("#termo").textContent.includes("fechada no momento")`)
	signer.Visit("/assinar/" + handlertest.PendingTerm)
	signer.WaitForText("main", dbtest.Carla.FullName())
}

// switchSigning switches signing off, or on again, on its page of the configuration.
func switchSigning(page *browsertest.Page) {
	page.Visit("/admin/configuracoes/system")
	page.Click("Assinatura de termos")
	page.Press("Control+s")
	page.WaitForText(".toast", "Configurações salvas.")
}

// signInAssociate signs an associate in on the page for that.
func signInAssociate(page *browsertest.Page, associate dbtest.Associate) {
	page.Visit("/cadastro/entrar")
	page.Fill("E-mail, CPF ou celular", associate.Email)
	page.Fill("Senha", dbtest.Password)
	page.Click("Entrar")
	page.WaitForPath("/cadastro")
}
