package admin_test

import (
	"strings"
	"testing"

	"acolhe/handlers/handlertest"
	"acolhe/models/platform/dbtest"
	"acolhe/models/platform/media/mediatest"
)

// The page of a kind shows its own logo, and refuses a wrong file beside the field; colleagues who may not write terms
// reach neither.
func TestLogo_Page(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t)
	camila := app.As(t, dbtest.Camila)
	camila.GET(path + "/self/logotipo.png").Want(404)
	camila.Upload(path+"/self/logotipo", "logo.png", mediatest.PNG(t, 62, 20), nil).Want(303)
	if answer := camila.GET(path + "/self/logotipo.png").Want(200); answer.Header.Get("Content-Type") != "image/png" {
		t.Errorf("the logo is %s", answer.Header.Get("Content-Type"))
	}
	refused := camila.Upload(path+"/self/logotipo", "logo.pdf", mediatest.PDF("x"), nil).Want(422)
	if refused.HTML().Find("[name=file][aria-invalid=true]").Length() != 1 ||
		!strings.Contains(refused.Words(), "Envie uma imagem JPG, PNG ou WebP.") {
		t.Errorf("the page says %q", refused.Words())
	}
	if words := camila.GET(path + "/with_patient").Want(200).Words(); !strings.Contains(words, "usa o logotipo da associação") {
		t.Error("the other kind has the logo")
	}
	camila.Upload(path+"/pet/logotipo", "logo.png", mediatest.PNG(t, 62, 20), nil).Want(404)
	bruno := app.As(t, dbtest.Bruno)
	bruno.GET(path + "/self/logotipo.png").Want(403)
	bruno.Upload(path+"/self/logotipo", "logo.png", mediatest.PNG(t, 62, 20), nil).Want(403)
	bruno.Form(path+"/self/logotipo/remover", nil).Want(403)

	camila.Form(path+"/self/publicar", nil).Want(303)
	camila.Form(path+"/self/logotipo/remover", nil).Want(303)
	if words := camila.GET(path + "/self/mudancas").Want(200).Words(); !strings.Contains(words, "Só o logotipo muda desde a versão 1") {
		t.Errorf("the comparison says %q", words)
	}
	camila.GET(path + "/self/logotipo.png").Want(404)
}
