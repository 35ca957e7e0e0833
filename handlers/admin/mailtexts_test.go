package admin_test

import (
	"net/url"
	"strings"
	"testing"

	"acolhe/handlers/handlertest"
	"acolhe/models/mailtexts"
	"acolhe/models/platform/dbtest"
)

// Administrators change the words of a kind within its bounds, see them before, and go back to those of the program.
func TestMailTexts(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t)
	camila := app.As(t, dbtest.Camila)
	list := camila.GET("/admin/mensagens").Want(200)
	for _, label := range []string{"Pedido pago", "Mês fechado", "Convite", "Permissão retirada"} {
		if !strings.Contains(list.Words(), label) {
			t.Errorf("the list lacks %s", label)
		}
	}
	version := func() string {
		value, _ := camila.GET("/admin/mensagens/order_paid").Want(200).HTML().Find("[name=version]").Attr("value")
		return value
	}
	refused := camila.Form("/admin/mensagens/order_paid", url.Values{"version": {version()}, "sends": {"true"}, "subject": {"Pago!"}}).
		Want(422)
	if !strings.Contains(refused.Words(), "Falta o número no assunto: use + número.") {
		t.Errorf("it says %s", refused.Words())
	}
	typed := url.Values{"version": {version()}, "sends": {"true"}, "subject": {"Pago: {número}"},
		"opening": {"{primeiro nome}, chegou <b>tudo</b>."}, "closing": {"Até logo!"}}
	preview := camila.Form("/admin/mensagens/order_paid/previa", typed).Want(200)
	if !strings.Contains(preview.Body, "chegou &lt;b&gt;tudo&lt;/b&gt;.") ||
		!strings.Contains(preview.Header.Get("Content-Security-Policy"), "sandbox") {
		t.Errorf("the preview is %s", preview.Body)
	}
	camila.Form("/admin/mensagens/order_paid", typed).Want(303)
	page := camila.GET("/admin/mensagens/order_paid").Want(200).Words()
	for _, shown := range []string{"Pago: 35 · ", "Texto do sistema", "Mudado em"} {
		if !strings.Contains(page, shown) {
			t.Errorf("the page lacks %q: %s", shown, page)
		}
	}
	difference := camila.GET("/admin/mensagens/order_paid/sistema").Want(200).Words()
	if !strings.Contains(difference, "Entra Recebemos o pagamento do pedido nº número") {
		t.Errorf("the difference shows %s", difference)
	}
	camila.Form("/admin/mensagens/order_paid/sistema", url.Values{"version": {version()}}).Want(303)
	if camila.GET("/admin/mensagens/order_paid/sistema").Want(303); app.Count(t, "mail_texts", "subject <> '' or not is_off = false") != 0 {
		t.Error("the words are still stored")
	}
	off := camila.Form("/admin/mensagens/reset", url.Values{"version": {""}}).Want(422)
	if !strings.Contains(off.Words(), "sempre enviada") {
		t.Errorf("switching off a new password says %s", off.Words())
	}
	camila.GET("/admin/mensagens/nada").Want(404)
	app.As(t, dbtest.Bruno).GET("/admin/mensagens").Want(403)
}

// A test goes to the administrator, with the typed words and the values of an example.
func TestMailTexts_Test(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t)
	app.As(t, dbtest.Camila).Form("/admin/mensagens/order_paid/teste",
		url.Values{"sends": {"true"}, "subject": {"Pago: {número}"}, "closing": {"Até logo!"}}).Want(303)
	letters := app.Letters(t)
	if len(letters) != 1 || letters[0].Kind != mailtexts.Test.Kind || letters[0].To != dbtest.Camila.Email {
		t.Fatalf("the letters are %+v", letters)
	}
}
