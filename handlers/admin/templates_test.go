package admin_test

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
	if tabs := strings.Join(strings.Fields(page.HTML().Find("nav[aria-label=Modelos]").Text()), " "); !strings.Contains(tabs,
		"Rascunho da versão 2") || !strings.Contains(tabs, "Não publicado") {
		t.Errorf("the tabs say %q", tabs)
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

// The form of a publication counts the associates who can be asked again: those who signed this kind, without those who
// have a term to sign anyway.
func TestTemplates_CountsWhomToAsk(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t)
	app.PublishTerms(t)
	camila := app.As(t, dbtest.Camila)
	offered := func(kind string) string {
		t.Helper()
		return strings.TrimSpace(camila.GET(path + "/" + kind + "/publicar").Want(200).HTML().
			Find("label:has([name=campaign]), .fld:has([name=campaign])").First().Text())
	}
	if text := offered("self"); text != "" {
		t.Errorf("without signed terms it offers %q", text)
	}
	for _, signer := range []dbtest.Associate{dbtest.Carla, dbtest.Joao} {
		camila.JSON("POST", "/api/v1/doc-sign/contracts", map[string]any{"user_code": signer.UserCode}).Want(201)
		app.Exec(t, "update contracts set status = 'completed', completed_at = now(), kind = 'self' where user_code = $1", signer.UserCode)
		app.Exec(t, "update users set adhesion_term = (select id from contracts where user_code = $1) where user_code = $1", signer.UserCode)
	}
	if text := offered("self"); !strings.Contains(text, "2\u00a0associados que assinaram versões anteriores") {
		t.Errorf("with two signed terms it offers %q", text)
	}
	if text := offered("with_patient"); text != "" {
		t.Errorf("for the other kind it offers %q", text)
	}
	camila.JSON("POST", "/api/v1/doc-sign/contracts", map[string]any{"user_code": dbtest.Joao.UserCode, "replace_completed": true}).Want(201)
	if text := offered("self"); !strings.Contains(text, "1\u00a0associado que assinou versão anterior") {
		t.Errorf("with one who has a term to sign it offers %q", text)
	}
}
