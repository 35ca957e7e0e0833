package browser_test

import (
	"bytes"
	"image"
	"image/color"
	"image/jpeg"
	"testing"

	"acolhe/handlers/browsertest"
	"acolhe/handlers/handlertest"
	"acolhe/models/platform/dbtest"
)

// shaded is a JPEG whose columns go evenly from one grey to another, without any edge.
func shaded(t *testing.T, from, to int) []byte {
	t.Helper()
	const width, height = 1600, 1200
	picture := image.NewGray(image.Rect(0, 0, width, height))
	for x := range width {
		for y := range height {
			picture.SetGray(x, y, color.Gray{Y: uint8(from + (to-from)*x/width)})
		}
	}
	var file bytes.Buffer
	if err := jpeg.Encode(&file, picture, nil); err != nil {
		t.Fatal(err)
	}
	return file.Bytes()
}

// A dark photo and a blurred one are doubted before they are sent; another one is chosen, or the same sent all the same, which the
// staff sees. The summary of a refused page and its title go with what they ask for.
func TestPhotos_Doubted(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t)
	page := signIn(t, app, dbtest.Joao)
	page.Visit("/cadastro/meus-documentos/enviar?tipo=receita&para=eu")
	page.Expect(422)
	page.Click("Pronto")
	page.WaitForText(".problems", "Escolha a foto ou o PDF.")
	page.Choose(gallery("prescription"), browsertest.File(t, "escura.jpg", shaded(t, 5, 25)))
	page.WaitForText("#campo-prescription [data-why]", "A foto saiu escura.")
	look(page, "photo-dark")
	page.Click("Tirar outra")
	page.Choose(gallery("prescription"), browsertest.File(t, "tremida.jpg", shaded(t, 100, 150)))
	page.WaitForText("#campo-prescription [data-why]", "A foto saiu tremida. Apoie o celular.")
	if app.Count(t, "files", "true") != 0 {
		t.Error("a doubted photo is sent by itself")
	}
	page.Click("Enviar esta mesmo assim")
	page.WaitForText("#campo-prescription", "Enviada")
	page.WaitUntil("the title has no error", `() => !document.title.startsWith("Erro") && !document.querySelector("main .problems")`)
	if app.Count(t, "users_files", "doc_kind = 'prescription' and kind = 'Foto duvidosa'") != 1 {
		t.Error("the staff does not see that the photo is doubtful")
	}
}

// The examples of good and bad photos open on the page of the documents, in both themes and with large text.
func TestPhotos_Examples(t *testing.T) {
	t.Parallel()
	page := atDocuments(t, handlertest.New(t))
	page.Click("summary:has(+ .two)")
	page.WaitForText(".shot", "Boa: inteira e clara")
	look(page, "photo-examples")
	page.Theme("escuro")
	look(page, "photo-examples-dark")
	page.SmallPhone()
	page.CheckLargeText()
	page.Screenshot("photo-examples-small")
}
