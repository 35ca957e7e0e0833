package browser_test

import (
	"testing"

	"acolhe/handlers/browsertest"
	"acolhe/handlers/handlertest"
	"acolhe/models/platform/dbtest"
	"acolhe/models/platform/media/mediatest"
)

// The staff finds a file by who sent it, opens the record that holds it, attaches it to a second record, takes it away
// again, and undoes that.
func TestFileList_FoundAttachedDetached(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t)
	app.As(t, dbtest.Bruno).Upload("/painel/arquivos", "receita.jpg", mediatest.JPEG(t, 400, 300),
		map[string]string{"de": "users-1", "doc_kind": "prescription"}).Want(303)
	app.As(t, dbtest.Camila).Upload("/painel/arquivos", "recibo.jpg", mediatest.JPEG(t, 40, 30),
		map[string]string{"de": "orders-2", "doc_kind": "proof"}).Want(303)
	page := browsertest.Open(t, app)
	page.SignIn(dbtest.Camila)
	page.Visit("/painel/arquivos?enviado_por=bruno")
	page.WaitForText("main", "receita.jpg")
	page.WaitUntil("the file of another operator is not listed", `() => !document.querySelector("main").textContent.includes("recibo.jpg")`)
	page.CheckAccessibility()
	page.Click("Ana Beatriz de Souza (receita)")
	page.WaitForText("h1", dbtest.Ana.FullName())
	page.Visit("/painel/arquivos?q=receita")
	page.Click("receita.jpg")
	page.WaitForText("h1", "receita.jpg")
	page.Click("Anexar a outro registro")
	page.Visit("/painel/arquivos/1/anexar?em=orders")
	page.Fill("Registro", "conceicao")
	page.WaitFor("x-busca [role=option]")
	page.Press("ArrowDown", "Enter")
	page.Click("Anexar")
	page.WaitForText(".toast", "Arquivo anexado.")
	page.WaitForText("main", "Pedido nº")
	page.CheckAccessibility()
	page.Screenshot(t.Name())
	page.Click("form:has([value=orders-2]) button")
	page.WaitForText(".toast", "Arquivo removido.")
	page.Click("Desfazer")
	page.WaitForText(".toast", "Arquivo de volta ao registro.")
	if app.Count(t, "orders_files", "file_id = 1") != 1 {
		t.Error("the attachment is not back")
	}
}
