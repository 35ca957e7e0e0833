package lawtexts_test

import (
	"net/url"
	"strings"
	"testing"

	"acolhe/handlers/handlertest"
	"acolhe/models/platform/dbtest"
)

const desk = "/admin/privacidade"

// An administrator changes the text of a law beside that of the program; the preview, the periods and the register say it at once, the
// list since when and by whom, and the text of the program comes back.
func TestLaws(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t)
	app.Exec(t, `update system_users set permissions = '["Administrador"]' where id = $1`, dbtest.Bruno.ID)
	camila, bruno := app.As(t, dbtest.Camila), app.As(t, dbtest.Bruno)
	const list, tax = desk + "/leis", desk + "/leis/tax"
	if words := camila.GET(list).Want(200).Words(); !strings.Contains(words, "Código Tributário Nacional, art. 195") || !strings.Contains(words, "Texto do sistema") {
		t.Errorf("the list says %s", words)
	}
	if page := camila.GET(tax).Want(200).Words(); strings.Contains(page, "Voltar ao texto do sistema") {
		t.Error("a text that nobody changed goes back")
	}
	refused := camila.Form(tax, url.Values{"article": {""}, "law_reason": {"Comprovar"}, "seen": {"0"}}).Want(422)
	if !strings.Contains(refused.Words(), "Lei e artigo") || !strings.Contains(refused.Words(), "escreva em até 200 caracteres") {
		t.Errorf("an empty text is refused with %s", refused.Words())
	}
	text := url.Values{"article": {"Lei dos recibos, art. 9"}, "law_reason": {"Para conferir"}, "seen": {"0"}}
	camila.Form(tax, text).Want(303)
	if words := bruno.Form(tax, text).Want(422).Words(); !strings.Contains(words, "Mudou enquanto você escrevia") {
		t.Errorf("a colleague who did not see the change is refused with %s", words)
	}
	if words := bruno.GET(list).Want(200).Words(); !strings.Contains(words, "Lei dos recibos, art. 9") || !strings.Contains(words, "Camila Torres") {
		t.Errorf("the list says %s", words)
	}
	for path, want := range map[string]string{
		desk + "/retencao":               "Lei dos recibos, art. 9",
		desk + "/retencao/prazos/orders": "Menos que a lei pede: Lei dos recibos, art. 9.",
		desk + "/registro":               "Guarda: Lei dos recibos, art. 9",
		desk + "/registro?q=dos+recibos": "Guarda: Lei dos recibos, art. 9",
	} {
		if words := camila.GET(path).Want(200).Words(); !strings.Contains(words, want) || strings.Contains(words, "Código Tributário") {
			t.Errorf("%s does not say %q alone", path, want)
		}
	}
	if words := bruno.GET(tax).Want(200).Words(); !strings.Contains(words, "Código Tributário Nacional, art. 195") || !strings.Contains(words, "Voltar ao texto do sistema") {
		t.Errorf("the text of the program is not beside it: %s", words)
	}
	bruno.Form(tax+"/sistema", url.Values{"seen": {"1"}}).Want(303)
	if words := camila.GET(list).Want(200).Words(); strings.Contains(words, "dos recibos") || !strings.Contains(words, "Bruno") {
		t.Errorf("back again the list says %s", words)
	}
}

// Other operators, professionals, associates and strangers neither see nor change the texts of the laws.
func TestLaws_Others(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t)
	bruno, joao, nobody := app.As(t, dbtest.Bruno), app.AsAssociate(t, dbtest.Joao), app.Nobody(t)
	text := url.Values{"article": {"Lei"}, "law_reason": {"Motivo"}, "seen": {"0"}}
	for _, path := range []string{desk + "/leis", desk + "/leis/tax"} {
		bruno.GET(path).Want(403)
		joao.GET(path).Want(303)
		nobody.GET(path).Want(303)
	}
	for _, path := range []string{desk + "/leis/tax", desk + "/leis/tax/sistema"} {
		bruno.Form(path, text).Want(403)
		joao.Form(path, text).Want(303)
		nobody.Form(path, text).Want(303)
	}
	camila := app.As(t, dbtest.Camila)
	camila.GET(desk + "/leis/other").Want(404)
	camila.Form(desk+"/leis/other", text).Want(404)
	if stored := app.Count(t, "law_texts", "true"); stored != 0 {
		t.Errorf("%d texts are stored", stored)
	}
}
