package releases_test

import (
	"net/url"
	"strings"
	"testing"

	"acolhe/handlers/handlertest"
	"acolhe/models/platform/dbtest"
)

const path = "/painel/receitas/liberacoes"

// cart is the form of a new order of Ana with some oils.
func cart(c *handlertest.Client, quantity string) url.Values {
	form := c.FormAt("/painel/pedidos/novo?associado=" + dbtest.Ana.UserCode)
	form.Set("items[0].code", dbtest.Oil.Code)
	form.Set("items[0].name", dbtest.Oil.Name)
	form.Set("items[0].amount", "290,00")
	form.Set("items[0].quantity", quantity)
	return form
}

func newRule(t *testing.T) *handlertest.App {
	t.Helper()
	app := handlertest.New(t)
	app.Exec(t, `insert into system_configs (system, key, value_type, value) values ('prescriptions', 'rule', 'text', '"block"'), ('prescriptions', 'free_by', 'text', '"administrators"')`)
	app.Exec(t, `update orders set status = 'Cancelado'`)
	app.Exec(t, `insert into prescriptions (user_id, prescriber_name, council, council_number, council_state, issued_on, valid_until, items)
		values (1, 'Dra. Lídia Oliveira', 'CRM', '48211', 'RS', current_date - 10, current_date + 100, '[{"code": "OLEO-30", "name": "Óleo", "quantity": 2}]')`)
	return app
}

// The cart over its allowance offers the allowed quantity and asks for a release; who may frees it, the requester follows the notice to
// the cart, and the order is stored. The timeline has both.
func TestRelease(t *testing.T) {
	t.Parallel()
	app := newRule(t)
	bruno, camila := app.As(t, dbtest.Bruno), app.As(t, dbtest.Camila)
	const placing = "/painel/pedidos/novo"
	form := cart(bruno, "3")
	form.Set("acao", "")
	page := bruno.Form(placing, form).Want(200)
	if words := page.Words(); !strings.Contains(words, "Pedir liberação") || !strings.Contains(words, "Mudar para 2") || !strings.Contains(words, "Só um Administrador libera") {
		t.Errorf("the cart says %s", words)
	}
	form.Set("acao", "quantidade:0:2")
	if page := bruno.Form(placing, form).Want(200).HTML(); page.Find(`input[name="items[0].quantity"]`).AttrOr("value", "") != "2" {
		t.Error("the quantity stays")
	}
	form.Set("acao", "liberacao")
	bruno.Form(placing, form).Want(422)
	form.Set("prescription_reason", "Viagem de dois meses")
	for range 2 {
		if words := bruno.Form(placing, form).Want(200).Words(); !strings.Contains(words, "Liberação pedida por Bruno") {
			t.Errorf("after asking the cart says %s", words)
		}
	}
	if app.Count(t, "prescription_releases", "state = 'waiting' and reason = 'Viagem de dois meses'") != 1 || app.Count(t, "notices", "kind = 'release'") != 1 {
		t.Fatal("the request is not stored once, with its notice")
	}
	const one = path + "/1"
	if at := camila.GET("/painel/avisos/1").Want(303).Location(); at != one {
		t.Errorf("the notice leads to %s", at)
	}
	if words := camila.GET(one).Want(200).Words(); !strings.Contains(words, "Viagem de dois meses") || !strings.Contains(words, "A receita deixa levar mais 2") {
		t.Errorf("the request says %s", words)
	}
	if page := bruno.GET(one).Want(200).HTML(); page.Find(`form[id="responder"]`).Length() != 0 {
		t.Error("the requester is offered the answer")
	}
	yes := url.Values{"state": {"freed"}, "answer": {"Falei com a médica"}}
	bruno.Form(one, yes).Want(403)
	camila.Form(one, url.Values{"state": {"freed"}}).Want(422)
	camila.Form(one, url.Values{"state": {"talvez"}, "answer": {"x"}}).Want(422)
	camila.Form(one, yes).Want(303)
	camila.Form(one, yes).Want(422)
	link := bruno.GET(one).Want(200).HTML().Find(`a[href*="liberacao=1"]`).AttrOr("href", "")
	follow := bruno.GET(link).Want(200)
	if words := follow.Words(); !strings.Contains(words, "Liberado por Camila Torres") {
		t.Errorf("the cart says %s", words)
	}
	filled := follow.Form("pedido")
	filled.Set("acao", "salvar")
	bruno.Form(placing, filled).Want(303)
	if app.Count(t, "order_changes", "reason = 'Liberado por Camila Torres: Falei com a médica'") != 1 || app.Count(t, "prescription_releases", "date_used is not null") != 1 {
		t.Error("the history lacks the reason")
	}
	if words := bruno.GET("/painel/associados/1").Want(200).Words(); !strings.Contains(words, "Liberação de pedido além da receita") ||
		!strings.Contains(words, "Pedido liberado além da receita") || !strings.Contains(words, "Repetir o último pedido") {
		t.Errorf("the timeline lacks the request: %s", words)
	}
	app.As(t, dbtest.Renata).GET(one).Want(403)
	app.Nobody(t).GET(one).Want(303)
	app.Nobody(t).Form(one, yes).Want(303)
	bruno.GET(path + "/99").Want(404)
	camila.Form(path+"/99", yes).Want(404)
}

// The record repeats the last order; without the rule the cart says nothing of prescriptions.
func TestRepeatLast(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t)
	app.Exec(t, "update orders set user_id = 1, user_code = $1, status = 'Entregue', date_created = now() where id = 2", dbtest.Ana.UserCode)
	bruno := app.As(t, dbtest.Bruno)
	link := bruno.GET("/painel/associados/1").Want(200).HTML().Find(`a[href*="repetir=ultimo"]`).First().AttrOr("href", "")
	page := bruno.GET(link).Want(200)
	if words := page.Words(); !strings.Contains(words, "Pedido nº 2 repetido com os preços de hoje.") || strings.Contains(words, "eceita até") || strings.Contains(words, "liberação") {
		t.Errorf("the cart says %s", words)
	}
}
