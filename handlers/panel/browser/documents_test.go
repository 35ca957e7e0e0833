package browser_test

import (
	"testing"

	"acolhe/handlers/browsertest"
	"acolhe/handlers/handlertest"
	"acolhe/models/platform/dbtest"
	"acolhe/models/platform/media/mediatest"
)

// The queue by keyboard: ticks, turn, refusal by its number, undo, acceptance; then on a phone and in the dark.
func TestDocuments_Keys(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t)
	app.Exec(t, "update users set associate_status = '3' where id = $1", dbtest.Carla.ID)
	carla := app.AsAssociate(t, dbtest.Carla).With("Sec-Fetch-Site", "same-origin")
	for _, side := range []string{"front", "back"} {
		carla.Upload("/cadastro/documentos/envio", "rg.jpg", mediatest.JPEG(t, 1200, 800),
			map[string]string{"subject": "responsible", "doc_type": "rg", "side": side}).Want(303)
	}
	page := browsertest.Open(t, app)
	page.SignIn(dbtest.Bruno)
	page.Visit("/painel/documentos")
	page.WaitForText(".chk-view h2", "RG, frente")
	page.CheckAccessibility()
	page.CheckLayout()
	page.Screenshot("queue")
	page.Press("1", "2", "3", "4")
	page.WaitUntil("all four are ticked", `() => document.querySelectorAll("[data-tick]:checked").length === 4`)
	page.Press("g", "+")
	page.WaitForText("[data-zoom]", "125%")
	page.Press("r")
	page.WaitFor(".chk-no[open]")
	page.Press("1")
	page.WaitUntil("the sentence is the reason's", `() => document.querySelector("[name=reason]").value.startsWith("Não dá para ler")`)
	page.CheckAccessibility()
	page.Screenshot("queue, refusing")
	page.Press("Enter")
	page.WaitForText(".toast", "Documento recusado")
	page.WaitForText(".chk-view h2", "RG, verso")
	page.Press("z")
	page.WaitForText(".toast", "O documento voltou para a fila")
	page.WaitForText(".chk-view h2", "RG, frente")
	page.Press("j")
	page.WaitForText(".chk-view h2", "RG, verso")
	page.Press("k")
	page.WaitForText(".chk-view h2", "RG, frente")
	page.Visit("/painel/documentos")
	page.Press("1", "2", "3", "4", "a")
	page.WaitForText(".toast", "Documento aceito")
	page.Size(1366, 768)
	page.Theme("escuro")
	page.Visit("/painel/documentos")
	page.CheckLayout()
	page.CheckContrast()
	page.Screenshot("queue, dark")
	page.Phone()
	page.CheckLayout()
	page.Screenshot("queue, phone")
}
