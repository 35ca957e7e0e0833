package browser_test

import (
	"testing"

	"acolhe/handlers/browsertest"
	"acolhe/handlers/handlertest"
	"acolhe/models/platform/dbtest"
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

// atDocuments opens the page of the documents for an associate of the cast who is that far.
func atDocuments(t *testing.T, app *handlertest.App) *browsertest.Page {
	t.Helper()
	app.Exec(t, "update users set associate_status = '3', responsible_type = 'self' where id = $1", dbtest.Carla.ID)
	page := browsertest.Open(t, app)
	page.Phone()
	page.Visit("/cadastro/entrar")
	page.Fill("E-mail", dbtest.Carla.Email)
	page.Fill("Senha", dbtest.Password)
	page.Click("Entrar e continuar")
	page.WaitForPath("/cadastro")
	page.WaitForText("h1", "Que bom ver você, Carla")
	look(page, "resume")
	page.Click("Continuar de onde parei")
	page.WaitForPath("/cadastro/documentos")
	return page
}

// choose gives a slot a photo that the page draws, as if it came from the gallery.
const choose = `async (slot) => {
	const canvas = Object.assign(document.createElement("canvas"), { width: 2400, height: 1600 });
	canvas.getContext("2d").fillRect(100, 100, 900, 700);
	const blob = await new Promise((resolve) => canvas.toBlob(resolve, "image/jpeg"));
	const files = new DataTransfer();
	files.items.add(new File([blob], "rg.jpg", { type: "image/jpeg" }));
	const input = document.querySelectorAll(slot + " [data-pick]")[1];
	input.files = files.files;
	input.dispatchEvent(new Event("change", { bubbles: true }));
	return true;
}`

// The connection is cut while a photo is on its way; it goes on by itself, and "Continuar" waits for it.
func TestDocuments_ConnectionCut(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t)
	page := atDocuments(t, app)
	look(page, "documents-empty")
	page.WaitUntil("the front is chosen", choose, "#campo-front")
	page.WaitForText("#campo-front", "Enviada")
	page.GoOffline()
	page.WaitUntil("the back is chosen", choose, "#campo-back")
	page.WaitForText("#campo-back [data-said]", "esperando internet")
	page.Screenshot("documents-offline")
	page.GoOnline()
	page.WaitForText("#campo-back", "Enviada")
	look(page, "documents")
	page.Click("Continuar")
	page.WaitForPath("/cadastro/conferir-documentos")
	look(page, "check-documents")
	page.Click("Está certo, continuar")
	page.WaitForPath("/cadastro/assinatura")
	look(page, "sign")
	// The photos were made smaller and have their sides.
	if app.Count(t, "users_files", "user_id = $1 and doc_type = 'rg' and side in ('front', 'back')", dbtest.Carla.ID) != 2 {
		t.Error("the photos are stored otherwise")
	}
}

// Without scripts the same pages are plain forms.
func TestRegistration_WithoutScripts(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t)
	page := browsertest.Open(t, app)
	page.Phone()
	page.WithoutScripts()
	page.Visit("/cadastro")
	page.Fill("Qual é o seu e-mail?", "sandra@exemplo.org.br")
	page.Click("Começar")
	page.WaitForPath("/cadastro/senha")
	page.Fill("Senha", "girassol na janela")
	page.Click("Criar conta e continuar")
	page.WaitForPath("/cadastro/nome")
	page.Fill("Nome completo", "Sandra Regina")
	page.Fill("CPF", "273.637.920-97")
	page.Click("Continuar")
	page.WaitForPath("/cadastro/nascimento")
}
