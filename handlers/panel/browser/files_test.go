package browser_test

import (
	"net/http"
	"testing"

	"acolhe/handlers/browsertest"
	"acolhe/handlers/handlertest"
	"acolhe/models/platform/dbtest"
	"acolhe/models/platform/media/mediatest"
)

const filesOfAna = "/painel/associados/1?parte=documentos"

// An upload shows its progress, can be cancelled, and survives a lost connection.
func TestFiles_Progress(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t)
	page := browsertest.Open(t, app)
	page.SignIn(dbtest.Bruno)
	page.Visit(filesOfAna)
	page.Click("#arquivos summary")
	page.Choose("#enviar-arquivos [type=file]", browsertest.File(t, "laudo.pdf", mediatest.SizedPDF(3<<20)),
		browsertest.File(t, "foto.png", mediatest.PNG(t, 60, 40)))
	page.SlowDown(200_000)
	page.Click("#enviar-arquivos [type=submit]")
	page.WaitForText("#enviar-arquivos", "% enviado")
	page.CheckAccessibility()
	page.Screenshot("upload-progress")
	page.Click("#enviar-arquivos [data-cancel]")
	page.WaitForText("#enviar-arquivos", "Envio cancelado.")
	page.GoOffline()
	page.Click("#enviar-arquivos [type=submit]")
	page.WaitForText(".toast", "Sem conexão. Nada foi perdido")
	page.GoOnline()
	page.Click("Fechar o aviso")
	page.Click("#enviar-arquivos [type=submit]")
	page.WaitForText(".toast", "2 arquivos")
	page.WaitForText("#arquivos", "laudo.pdf")
	if stored := app.Count(t, "users_files",
		"user_id = 1 and file_id in (select id from files where file_name in ('laudo.pdf', 'foto.png'))"); stored != 2 {
		t.Errorf("%d files are attached", stored)
	}
}

// Files are dropped on the page, which opens the form with them; a refused one is listed with its reason.
func TestFiles_Dropped(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t)
	page := browsertest.Open(t, app)
	page.SignIn(dbtest.Bruno)
	page.Visit(filesOfAna)
	page.Expect(http.StatusUnprocessableEntity)
	browsertest.Read[any](page, `() => {
		const files = new DataTransfer();
		files.items.add(new File(["nome;valor\r\nJosé;10,00\r\n"], "valores.txt", { type: "text/plain" }));
		files.items.add(new File(["MZ\u0090\u0000\u0003\u0000"], "foto.exe", { type: "image/png" }));
		const card = document.querySelector("#arquivos");
		card.dispatchEvent(new DragEvent("dragover", { bubbles: true, cancelable: true, dataTransfer: files }));
		card.dispatchEvent(new DragEvent("drop", { bubbles: true, cancelable: true, dataTransfer: files }));
	}`)
	page.Click("#enviar-arquivos [type=submit]")
	page.WaitForText("#conteudo", "Alguns arquivos não foram guardados")
	page.WaitForText("#conteudo", "foto.exe")
	page.Click("Voltar")
	page.WaitForText("#arquivos", "valores.txt")
}
