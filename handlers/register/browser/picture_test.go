package browser_test

import (
	"testing"

	"acolhe/handlers/browsertest"
	"acolhe/handlers/handlertest"
	"acolhe/models/platform/dbtest"
)

// An associate sends a picture on the profile, and takes it away again without scripts.
func TestPicture_OwnSetAndRemoved(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t)
	page := signIn(t, app, dbtest.Ana)
	page.Phone()
	page.Visit("/cadastro/perfil")
	page.Expect(422)
	page.Choose("#foto [type=file]", browsertest.File(t, "nota.jpg", []byte("isto não é uma foto")))
	page.Click("Enviar foto")
	page.WaitForText("#foto [role=alert]", "Envie uma imagem JPG, PNG ou WebP.")
	look(page, "picture-refused")
	page.Choose("#foto [type=file]", smallPhoto(t))
	page.Click("Enviar foto")
	page.WaitUntil("the picture is shown upright", `() => document.querySelector("#foto img")?.naturalHeight === 512`)
	look(page, "picture")
	page.WithoutScripts()
	page.Visit("/cadastro/perfil")
	page.Click("Remover foto")
	page.WaitGone("#foto img")
	if app.Count(t, "users", "avatar_file_id is not null") != 0 {
		t.Error("the picture stays")
	}
}
