package browser_test

import (
	"testing"

	"acolhe/handlers/browsertest"
	"acolhe/handlers/browsertest/looks"
	"acolhe/handlers/handlertest"
	"acolhe/models/platform/dbtest"
	"acolhe/models/platform/media/mediatest"
)

func TestMain(m *testing.M) { browsertest.Main(m) }

// Every page for visitors: no axe violation, no sideways scroll, one h1, nothing in the console.
func TestPages_Looks(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t)
	looks.Check(t, app, looks.Views(t, app, "register"))
}

// The steps after the public form are numbered, and their text fills the column at every width.
func TestContactReceived_TextFillsColumn(t *testing.T) {
	t.Parallel()
	page := browsertest.Open(t, handlertest.New(t))
	for name, size := range map[string]func(){"phone": page.Phone, "desktop": page.Desktop} {
		size()
		page.Visit("/atendimento/recebido")
		narrowest := browsertest.Read[float64](page, `() => Math.min(...[...document.querySelectorAll(".f-list > li")].map((step) => {
			const text = document.createRange();
			text.selectNodeContents(step);
			return Math.max(...[...text.getClientRects()].map((line) => line.width)) / step.clientWidth;
		}))`)
		if narrowest < 0.6 {
			t.Errorf("%s: a step takes %.0f %% of its column", name, 100*narrowest)
		}
		look(page, "contact-received-"+name)
	}
}

// look checks the page in sight and keeps a picture of it.
func look(page *browsertest.Page, name string) {
	page.CheckLayout()
	page.CheckAccessibility()
	page.Screenshot(name)
}

// atDocuments opens the page of the documents for an associate of the cast who is that far.
func atDocuments(t *testing.T, app *handlertest.App) *browsertest.Page {
	t.Helper()
	app.Exec(t, "update users set associate_status = '3', responsible_type = 'self' where id = $1", dbtest.Carla.ID)
	app.ConfirmEmail(t, dbtest.Carla.Email)
	page := signIn(t, app, dbtest.Carla)
	page.WaitForText("h1", "Que bom ver você, Carla")
	look(page, "resume")
	page.Click("Continuar de onde parei")
	page.WaitForPath("/cadastro/documentos")
	return page
}

// The connection is cut in the middle of an upload; it goes on by itself, and "Continuar" waits for it.
func TestDocuments_ConnectionCut(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t)
	page := atDocuments(t, app)
	look(page, "documents-empty")
	page.GoOffline()
	page.Choose(gallery("front"), photo(t))
	page.WaitForText("#campo-front [data-said]", "esperando internet")
	page.GoOnline()
	page.WaitForText("#campo-front", "Enviada")
	page.SlowDown(100 << 10)
	page.Choose(gallery("back"), browsertest.File(t, "rg-verso.pdf", mediatest.SizedPDF(4<<20)))
	page.WaitUntil("a part is on its way", `() => { const { value } = document.querySelector("#campo-back progress"); return value > 5 && value < 90; }`)
	page.CutConnection()
	page.WaitForText("#campo-back [data-said]", "esperando internet")
	page.Screenshot("documents-cut")
	if app.Count(t, "files", "true") != 1 {
		t.Error("a part of a file is stored")
	}
	page.Click("Continuar")
	page.WaitForText("[data-saved]", "Esperando o envio terminar")
	page.GoOnline()
	page.WaitForPath("/cadastro/conferir-documentos")
	look(page, "check-documents")
	page.Click("Está certo, continuar")
	page.WaitForPath("/cadastro/assinatura")
	if app.Count(t, "users_files", "user_id = $1 and doc_type = 'rg' and side in ('front', 'back')", dbtest.Carla.ID) != 2 ||
		app.Count(t, "files", "true") != 2 {
		t.Error("the photos are stored otherwise")
	}
}
