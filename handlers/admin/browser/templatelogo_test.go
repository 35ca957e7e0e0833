package browser_test

import (
	"testing"

	"acolhe/handlers/browsertest"
	"acolhe/handlers/handlertest"
	"acolhe/models/platform/media/mediatest"
)

// An administrator gives a term a logo of its own and sees it in the preview; a file that is no picture is refused
// beside its field, and the term returns to the logo of the association.
func TestTemplateLogo_ChosenAndRemoved(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t)
	picture, text := browsertest.File(t, "logo.png", mediatest.PNG(t, 300, 100)),
		browsertest.File(t, "logo.txt", []byte("isto não é uma imagem"))
	page := editing(t, app)
	page.WaitForText("#logotipo", "usa o logotipo da associação")
	page.Expect(422)
	page.Choose("#logotipo [type=file]", text)
	page.Click("Enviar logotipo")
	page.WaitForText("#logotipo", "Envie uma imagem JPG, PNG ou WebP.")
	page.CheckAccessibility()
	page.Choose("#logotipo [type=file]", picture)
	page.Click("Enviar logotipo")
	page.WaitForText(".toast", "Logotipo salvo.")
	page.WaitForText("#logotipo", "tem um logotipo próprio")
	page.WaitUntil("the logo is shown", `() => document.querySelector("#logotipo img").naturalWidth === 300`)
	page.WaitUntil("there is a preview", `() => Boolean(document.querySelector("[data-pages]").dataset.shown)`)
	page.CheckAccessibility()
	page.Screenshot(t.Name())
	page.Click("Usar o da associação")
	page.WaitForText(".toast", "logotipo da associação")
	page.WaitForText("#logotipo", "usa o logotipo da associação")
	if app.Count(t, "sign_templates", "logo_file_id is not null") != 0 {
		t.Error("the logo stays")
	}
}
