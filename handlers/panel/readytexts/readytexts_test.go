package readytexts_test

import (
	"net/url"
	"strings"
	"testing"

	"acolhe/handlers/handlertest"
	"acolhe/models/platform/dbtest"
)

const page = "/painel/textos"

// The texts have the values of the record; one whose data are missing is shown with the reason and cannot be chosen. Opening
// one stands in the timeline of the associate.
func TestOffer_Contact(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t)
	bruno := app.As(t, dbtest.Bruno)
	app.Exec(t, "update reception set phone = '48999991234' where id in (1, 2)")
	stranger := bruno.GET(page + "?de=recepcao:2&canal=whatsapp").Want(200).HTML()
	usable := stranger.Find("input[name=texto]:not([disabled])")
	if stranger.Find("form:has(.texts)[data-guard]").Length() != 0 {
		t.Error("choosing a text, which is not sent, counts as unsaved")
	}
	if usable.Length() != 1 || stranger.Find(".text-preview mark").First().Text() != "Tereza" {
		t.Errorf("of an unknown person %d texts are usable: %s", usable.Length(), stranger.Find(".texts").Text())
	}
	if reasons := stranger.Find(".text-choice small").Text(); !strings.Contains(reasons, "sem pedido") ||
		!strings.Contains(reasons, "sem agendamento") {
		t.Errorf("the reasons are %s", reasons)
	}
	chat := stranger.Find("a[data-records]").First()
	if href := chat.AttrOr("href", ""); !strings.HasPrefix(href, "https://wa.me/5548999991234?text=Oi%2C+Tereza") {
		t.Errorf("leads to %s", href)
	}
	ana := bruno.GET(page + "?de=recepcao:1&canal=whatsapp").Want(200).HTML()
	records, err := url.Parse(ana.Find("a[data-records]").First().AttrOr("data-records", ""))
	if err != nil {
		t.Fatal(err)
	}
	bruno.Form(records.Path, records.Query()).Want(204)
	if app.Count(t, "reminders", "user_id = 1 and about = 'text' and title = 'Boas-vindas' and channel = 'whatsapp'") != 1 {
		t.Error("the opened text is not recorded")
	}
	if words := bruno.GET("/painel/associados/1").Want(200).Words(); !strings.Contains(words, "Mensagem aberta: Boas-vindas") {
		t.Error("the timeline does not show it")
	}
}

// An order that awaits its payment fills the text with the Pix code.
func TestOffer_OrderWithPix(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t)
	app.Exec(t, "update orders set status = 'Aguardando pagamento', total = 415.60 where id = 1")
	app.Exec(t, `insert into system_configs (system, key, value) values ('store', 'pix_key', '"12345678909"'), ('store', 'pix_city', '"FLORIANOPOLIS"') on conflict (system, key) do update set value = excluded.value`)
	found := app.As(t, dbtest.Bruno).GET(page + "?de=pedido:1").Want(200)
	if words := found.Words(); !strings.Contains(words, "415,60") || !strings.Contains(words, "br.gov.bcb.pix") {
		t.Errorf("the page says %s", words)
	}
}

// An e-mail goes out by the outbox.
func TestSend(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t)
	bruno := app.As(t, dbtest.Bruno)
	sent := url.Values{"de": {"associado:1"}, "texto": {"1"}}
	if to := bruno.Form(page+"/enviar", sent).Want(303).Location(); to != "/painel/associados/1" {
		t.Errorf("leads to %s", to)
	}
	if app.Count(t, "reminders", "user_id = 1 and about = 'text' and channel = 'email'") != 1 {
		t.Error("the mail is not recorded")
	}
	bruno.Form(page+"/enviar", url.Values{"de": {"associado:1"}, "texto": {"6"}}).Want(422) // without an appointment
	bruno.Form(page+"/enviar", url.Values{"de": {"associado:1"}, "texto": {"999"}}).Want(404)
	bruno.Form(page+"/enviar", url.Values{"de": {"x"}, "texto": {"1"}}).Want(404)
	app.Exec(t, "update users set email = null, email_account = null where id = 1")
	bruno.Form(page+"/enviar", sent).Want(422)
}

// The record is read with the caller's permissions.
func TestOffer_WrongRole(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t)
	app.As(t, dbtest.Priscila).GET(page + "?de=recepcao:1").Want(404)
	app.As(t, dbtest.Bruno).GET(page + "?de=pedido:99999").Want(404)
	app.As(t, dbtest.Bruno).GET(page).Want(303)
	app.As(t, dbtest.Renata).GET(page + "?de=associado:1").Want(403)
	app.Nobody(t).GET(page + "?de=associado:1").Want(303)
	for _, path := range []string{"/abrir", "/enviar"} {
		app.As(t, dbtest.Priscila).Form(page+path, url.Values{"de": {"recepcao:1"}, "texto": {"1"}}).Want(404)
	}
}

// Administrators write the texts; a wrong variable is named beside its field.
func TestAdmin_Texts(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t)
	camila := app.As(t, dbtest.Camila)
	if camila.GET("/admin/textos").Want(200).HTML().Find("main a[href='/admin/textos/novo']").Length() == 0 {
		t.Error("the list does not offer a new text")
	}
	form := camila.FormAt("/admin/textos/1")
	form.Set("body", "Oi, {apelido}!")
	if refused := camila.Form("/admin/textos/1", form).Want(422); !strings.Contains(refused.Words(), "não existe {apelido}") {
		t.Error("the wrong variable is not named")
	}
	form.Set("body", "Oi, {nome}! Tudo bem?")
	camila.Form("/admin/textos/1", form).Want(303)
	added := camila.FormAt("/admin/textos/novo")
	added.Set("name", "Retorno")
	added.Set("body", "{nome}, podemos conversar?")
	camila.Form("/admin/textos/novo", added).Want(303)
	camila.Form("/admin/textos/2/excluir", nil).Want(303)
	if app.Count(t, "ready_texts", "true") != 6 || app.Count(t, "ready_texts", "id = 1 and body = 'Oi, {nome}! Tudo bem?'") != 1 {
		t.Error("the texts are not stored")
	}
	app.As(t, dbtest.Bruno).GET("/admin/textos").Want(403)
	app.As(t, dbtest.Bruno).Form("/admin/textos/1/excluir", nil).Want(403)
}
