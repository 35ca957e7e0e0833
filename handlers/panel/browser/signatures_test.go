package browser_test

import (
	"net/url"
	"strings"
	"testing"

	"acolhe/handlers/browsertest"
	"acolhe/handlers/handlertest"
	"acolhe/models/platform/dbtest"
)

const signaturesPath = "/painel/assinaturas"

// withTerms returns an application with published terms, and Bruno in a tab.
func withTerms(t *testing.T) (*handlertest.App, *browsertest.Page) {
	t.Helper()
	app := handlertest.New(t)
	app.PublishTerms(t)
	page := browsertest.Open(t, app)
	page.SignIn(dbtest.Bruno)
	return app, page
}

// recordOfJoao is the page of João.
const recordOfJoao = "/painel/associados/3"

// The staff sends the term from the page of an associate, finds it in the list, copies its link, sends it again, replaces
// and voids it.
func TestSignatures_SentFromRecord(t *testing.T) {
	t.Parallel()
	app, page := withTerms(t)
	name := dbtest.Joao.FullName()
	page.Visit(recordOfJoao)
	page.Click("#termo a.btn")
	page.WaitForText("dialog[open] h2", "Enviar o termo a "+name)
	page.Click("dialog[open] [type=submit]")
	page.WaitForText("h1", name)
	page.WaitForText(".toast", "Link enviado a "+name)
	contract := page.Path()
	page.CheckAccessibility()
	page.Screenshot(t.Name() + "-contract")
	page.Visit(recordOfJoao)
	page.WaitForText("#termo", "Enviado")
	page.Visit(signaturesPath)
	page.WaitForText("tbody", name)
	page.WaitForText("tbody", "Enviado")
	page.Click("Copiar link de " + name)
	page.WaitFor("x-copiar button[data-done]")
	app.Exec(t, "update contracts set emailed_at = emailed_at - interval '1 hour'")
	page.Click("Mais ações de " + name)
	page.Screenshot(t.Name() + "-menu")
	page.Click("Enviar por e-mail de novo")
	page.WaitForText(".toast", "Link enviado a "+name)
	if sent := app.Count(t, "sign_events", "kind = 'email.sent'"); sent != 2 {
		t.Errorf("%d letters are recorded, want 2", sent)
	}
	page.Click("Mais ações de " + name)
	page.Click("Enviar outro termo…")
	page.WaitForText("dialog[open]", "O link anterior deixa de funcionar.")
	page.CheckAccessibility()
	page.Click("Enviar")
	page.WaitForText("h1", name)
	other := page.Path()
	if other == contract || app.Count(t, "contracts", "status = 'voided'") != 1 {
		t.Error("the term is not replaced")
	}
	page.Visit(signaturesPath + "?situacao=to_sign")
	page.Click("Mais ações de " + name)
	page.Click("Anular…")
	page.WaitForText("dialog[open]", "Anular o termo de "+name+"?")
	page.Fill("Motivo", "Nome errado")
	page.CheckAccessibility()
	page.Screenshot(t.Name() + "-void")
	page.Click("Anular")
	page.WaitForText(".toast", "Termo de "+name+" anulado.")
	page.Visit(other)
	page.WaitForText("main", "Nome errado")
}

// After a new version the list says who signed an earlier one; all are asked again by a task, which is paused and continued.
func TestSignatures_CampaignPaused(t *testing.T) {
	t.Parallel()
	app, page := withTerms(t)
	bruno := app.As(t, dbtest.Bruno)
	link := bruno.GET(bruno.Form(signaturesPath+"/novo", url.Values{"user_code": {dbtest.Joao.UserCode}}).Want(303).Location() + "/link").
		Want(200).Body
	token := link[strings.LastIndex(link, "/")+1:]
	app.Nobody(t).JSON("POST", "/api/v1/doc-sign/sign/"+token+"/complete",
		`{"method":"type","typed_name":"João Alves","timezone":"UTC","consent":true}`).Want(200)
	app.Exec(t, `update sign_templates set draft_content = '{"type":"doc","content":[{"type":"paragraph","content":[{"type":"text","text":"Outro texto"}]}]}'`)
	app.PublishTerms(t)
	page.Visit(signaturesPath)
	page.WaitForText("main", "1 associado assinou uma versão anterior")
	page.CheckLayout()
	page.CheckAccessibility()
	page.Screenshot(t.Name())
	page.Click("Pedir nova assinatura")
	page.WaitForText("dialog[open]", "Pedir nova assinatura a 1 associado?")
	page.Click("dialog[open] [type=submit]")
	page.WaitForText("h1", "nova")
	page.Click("Pausar")
	page.WaitForText("main", "Pausada")
	page.Screenshot(t.Name() + "-paused")
	page.Click("Continuar")
	page.WaitForText("main", "Na fila")
	if app.Count(t, "tasks", "kind = 'request_signatures' and status = 'waiting'") != 1 {
		t.Error("the task does not wait for its worker")
	}
}
