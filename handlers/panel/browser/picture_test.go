package browser_test

import (
	"testing"

	"acolhe/handlers/browsertest"
	"acolhe/handlers/handlertest"
	"acolhe/models/platform/dbtest"
	"acolhe/models/platform/media/mediatest"
)

// The staff puts a picture into the record of an associate, where the initials stand, and takes it away again.
func TestPicture_SetAndRemoved(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t)
	picture, text := browsertest.File(t, "ana.jpg", mediatest.JPEG(t, 640, 640)), browsertest.File(t, "ana.txt", []byte("isto não é uma foto"))
	page := browsertest.Open(t, app)
	page.SignIn(dbtest.Bruno)
	page.Visit("/painel/associados/1")
	page.Click("Mais ações")
	page.Click("Foto")
	page.WaitForText("h1", "Foto de "+dbtest.Ana.FullName())
	page.Expect(422)
	page.Choose("#foto [type=file]", text)
	page.Click("Enviar foto")
	page.WaitForText("#foto", "Envie uma imagem JPG, PNG ou WebP.")
	page.CheckAccessibility()
	page.Choose("#foto [type=file]", picture)
	page.Click("Enviar foto")
	page.WaitForText(".toast", "Foto salva.")
	page.WaitUntil("the picture is in the record", `() => document.querySelector(".record .avatar img").naturalWidth === 512`)
	page.CheckAccessibility()
	page.Screenshot(t.Name() + "-record")
	page.Click("Mais ações")
	page.Click("Foto")
	page.WaitFor("#foto .avatar img")
	page.Screenshot(t.Name() + "-form")
	page.Click("Remover foto")
	page.WaitForText(".toast", "Foto removida.")
	page.WaitGone(".record .avatar img")
}
