package templates_test

import (
	"net/url"
	"strings"
	"testing"

	"acolhe/handlers/handlertest"
	"acolhe/models/platform/dbtest"
)

const path = "/admin/modelos"

// draft returns a body with a term that says a text.
func draft(text string) map[string]any {
	return map[string]any{"content_json": map[string]any{"type": "doc", "content": []any{
		map[string]any{"type": "paragraph", "content": []any{map[string]any{"type": "text", "text": text}}},
	}}}
}

func TestTemplates_PublishCompareRestoreReset(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t)
	camila := app.As(t, dbtest.Camila)
	save := func(text string) { camila.JSON("PUT", "/api/v1/doc-sign/templates/self/draft", draft(text)).Want(200) }
	save("Aceito o termo.")
	camila.Form(path+"/self/publicar", url.Values{"notes": {"Primeira"}}).Want(303)
	save("Aceito este termo.")
	changes := camila.GET(path + "/self/mudancas").Want(200).HTML()
	if added, removed := changes.Find("ins").Text(), changes.Find("del").Text(); added != "este" || removed != "o" {
		t.Errorf("the comparison adds %q and removes %q", added, removed)
	}
	page := camila.GET(path + "/self").Want(200)
	if words := page.Words(); !strings.Contains(words, "Publicar versão 2") || !strings.Contains(words, "Primeira") {
		t.Errorf("the page says %q", words)
	}
	action, _ := page.HTML().Find("form[action$=restaurar]").Attr("action")
	camila.GET(strings.TrimSuffix(action, "restaurar") + "modelo.pdf").Want(200)
	camila.Form(action, url.Values{}).Want(303)
	if words := camila.GET(path + "/self/mudancas").Want(200).Words(); !strings.Contains(words, "O texto é igual ao da versão 1") {
		t.Errorf("after restoring, the comparison says %q", words)
	}
	camila.Form(path+"/self/apagar", url.Values{}).Want(303)
	if words := camila.GET(path).Want(200).Words(); !strings.Contains(words, "Não publicado") {
		t.Errorf("after a reset, the page says %q", words)
	}
}

// A term with an unknown variable is not published, and the form names it.
func TestTemplates_UnknownVariable(t *testing.T) {
	t.Parallel()
	camila := handlertest.New(t).As(t, dbtest.Camila)
	camila.JSON("PUT", "/api/v1/doc-sign/templates/self/draft", draft("Moro em {{cidade_natal}}.")).Want(200)
	if words := camila.Form(path+"/self/publicar", url.Values{}).Want(422).Words(); !strings.Contains(words, "cidade_natal") {
		t.Errorf("the form says %q", words)
	}
}

func TestTemplates_Preview(t *testing.T) {
	t.Parallel()
	camila := handlertest.New(t).As(t, dbtest.Camila)
	for _, query := range []string{"", "?associado_nome=Ana"} {
		if file := camila.GET(path + "/self/previa.pdf" + query).Want(200); !strings.HasPrefix(string(file.Body), "%PDF-") {
			t.Errorf("%q is no PDF", query)
		}
	}
	camila.GET(path + "/self/previa.pdf?nada=x").Want(400)
	camila.GET(path + "/outro/previa.pdf").Want(404)
}

func TestTemplates_Seal(t *testing.T) {
	t.Parallel()
	camila := handlertest.New(t).As(t, dbtest.Camila)
	if pem := string(camila.GET(path + "/selo.pem").Want(200).Body); !strings.Contains(pem, "BEGIN CERTIFICATE") || strings.Contains(pem, "PRIVATE") {
		t.Errorf("the certificate is %q", pem)
	}
	camila.Upload(path+"/selo", "selo.p12", []byte("isto não é um certificado"), map[string]string{"password": "x"}).Want(422)
}

func TestTemplates_WhoMay(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t)
	for _, address := range []string{path, path + "/self", path + "/self/publicar", path + "/self/previa.pdf", path + "/selo.pem"} {
		app.As(t, dbtest.Bruno).GET(address).Want(403)
		app.Nobody(t).GET(address).Want(303)
	}
	app.As(t, dbtest.Bruno).Form(path+"/self/publicar", url.Values{}).Want(403)
	app.As(t, dbtest.Camila).GET(path + "/outro").Want(404)
}
