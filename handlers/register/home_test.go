package register_test

import (
	"net/url"
	"strings"
	"testing"

	"acolhe/handlers/handlertest"
	"acolhe/models/platform/dbtest"
)

// The own page shows what belongs to the associate, and nothing of anybody else.
func TestHome(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t)
	ana, joao := app.AsAssociate(t, dbtest.Ana), app.AsAssociate(t, dbtest.Joao)
	text := ""
	for _, path := range []string{"/cadastro", "/cadastro/pedidos", "/cadastro/consultas", "/cadastro/meus-documentos", "/cadastro/perfil"} {
		page := ana.GET(path).Want(200).HTML()
		if marked := page.Find(".h-tabs [aria-current=page]").AttrOr("href", ""); marked != path {
			t.Errorf("%s marks the tab %s", path, marked)
		}
		text += page.Find("main").Text()
	}
	for _, own := range []string{"Olá, Ana", "Pedido nº 1", "Miguel de Souza", dbtest.Ana.Email} {
		if !strings.Contains(text, own) {
			t.Errorf("%s is missing in %s", own, text)
		}
	}
	for _, foreign := range []string{"Pedido nº 2", "Pipoca", dbtest.Joao.Email} {
		if strings.Contains(text, foreign) {
			t.Errorf("Ana sees %s", foreign)
		}
	}
	if other := joao.GET("/cadastro").Want(200).HTML().Find("main").Text(); !strings.Contains(other, "Pedido nº 2") ||
		strings.Contains(other, "Miguel") {
		t.Errorf("João sees %s", other)
	}
	app.Exec(t, `insert into document_requests (user_id, subject, doc_type, side, reason) values ($1, 'responsible', 'rg', 'front', 'A foto ficou escura.')`, dbtest.Ana.ID)
	step := ana.GET("/cadastro").Want(200).HTML().Find(".h-next")
	if !strings.Contains(step.Text(), "A foto ficou escura.") || step.Find("a").AttrOr("href", "") != "/cadastro/documentos?tipo=rg" {
		t.Errorf("the next step is %s", step.Text())
	}
	ana.GET("/cadastro/documentos?tipo=rg").Want(200)
}

// Phone and address are changed on the own page, the name is not; leaving all devices ends the other session too.
func TestHome_Profile(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t)
	ana, elsewhere := app.AsAssociate(t, dbtest.Ana), app.AsAssociate(t, dbtest.Ana)
	if at := ana.Form("/cadastro/celular", url.Values{"phone": {"48 99999-1234"}}).Want(303).Location(); at != "/cadastro/perfil" {
		t.Errorf("a new phone leads to %s", at)
	}
	ana.Form("/cadastro/endereco", url.Values{"cep": {"88010-000"}, "street": {"Rua Nova"}, "neighborhood": {"Centro"},
		"city": {"Florianópolis"}, "state": {"SC"}, "number": {"7"}}).Want(303)
	ana.Form("/cadastro/nome", url.Values{"associate_name": {"Outra"}}).Want(303)
	if app.Count(t, "users", "id = $1 and phone = '48999991234' and street = 'Rua Nova' and associate_name <> 'Outra'", dbtest.Ana.ID) != 1 {
		t.Error("something else was stored")
	}
	ana.Form("/cadastro/sair/todos", nil).Want(303)
	if at := elsewhere.GET("/cadastro/respostas").Want(303).Location(); at != "/cadastro/entrar?volta=%2Fcadastro%2Frespostas" {
		t.Errorf("the other device is still signed in: %s", at)
	}
}

// The most urgent step comes first: a refused document before an order to pay; the next one is named after it.
func TestHome_NextStep(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t, handlertest.OnToday)
	joao := app.AsAssociate(t, dbtest.Joao)
	step := joao.GET("/cadastro").Want(200).HTML().Find(".h-next")
	if !strings.Contains(step.Text(), "Pague o pedido nº 2") || step.Find("a.btn").AttrOr("href", "") != "/cadastro/pedidos/2" ||
		!strings.Contains(step.Find(".then").Text(), "confirme sua consulta") {
		t.Errorf("with an order to pay: %s", step.Text())
	}
	app.Exec(t, `insert into document_requests (user_id, subject, doc_type, side, reason) values ($1, 'responsible', 'rg', 'front', 'A foto ficou escura.')`, dbtest.Joao.ID)
	step = joao.GET("/cadastro").Want(200).HTML().Find(".h-next")
	if !strings.Contains(step.Find("h2").Text(), "Envie outra foto") || !strings.Contains(step.Find(".then").Text(), "pague o pedido nº 2") {
		t.Errorf("with a refused document too: %s", step.Text())
	}
	app.Exec(t, "delete from document_requests")
	app.Exec(t, "update orders set status = 'Pago', payment_method = 'pix', paid_on = '2026-11-20', paid_at = now(), amount_received = total where id = 2")
	if step := joao.GET("/cadastro").Want(200).HTML().Find(".h-next"); !strings.Contains(step.Find("h2").Text(), "Confirme sua consulta") {
		t.Errorf("with an appointment: %s", step.Text())
	}
	app.Exec(t, "update services set confirmation = 'confirmed', confirmation_date = now() where id = 2")
	if step := joao.GET("/cadastro").Want(200).HTML().Find(".h-next"); !strings.Contains(step.Text(), "Tudo em dia") {
		t.Errorf("without anything to do: %s", step.Text())
	}
}

// An order to pay shows its Pix code, a paid one that the payment arrived; another associate's order is not found.
func TestHome_Order(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t)
	joao, ana := app.AsAssociate(t, dbtest.Joao), app.AsAssociate(t, dbtest.Ana)
	if text := joao.GET("/cadastro/pedidos/2").Want(200).HTML().Find("main").Text(); !strings.Contains(text, "Fale com a equipe para pagar") {
		t.Errorf("without a Pix key: %s", text)
	}
	app.Exec(t, `insert into system_configs (system, key, value) values ('store', 'pix_key', '"pix@exemplo.org.br"'), ('store', 'pix_name', '"Flor"'), ('store', 'pix_city', '"Ilheus"')`)
	page := joao.GET("/cadastro/pedidos/2").Want(200).HTML()
	code := page.Find("x-copiar").AttrOr("data-text", "")
	if !strings.HasPrefix(code, "000201") || page.Find(".copybox code").Text() != code || page.Find("svg.qr").Length() != 1 {
		t.Errorf("the Pix code is %q", code)
	}
	app.Exec(t, "update orders set status = 'Pago', payment_method = 'pix', paid_on = '2026-11-20', paid_at = now(), amount_received = total where id = 2")
	if text := joao.GET("/cadastro/pedidos/2").Want(200).HTML().Find("main").Text(); !strings.Contains(text, "Pagamento recebido") ||
		strings.Contains(text, code) {
		t.Errorf("after the payment: %s", text)
	}
	ana.GET("/cadastro/pedidos/2").Want(404)
	app.AsAssociate(t, dbtest.Carla).GET("/cadastro/pedidos/x").Want(404)
	if at := app.AsAssociate(t, dbtest.Carla).GET("/cadastro/perfil").Want(303).Location(); at != "/cadastro" {
		t.Errorf("an unfinished registration leads to %s", at)
	}
}

// A discount is named as such; only what the association gives is what it pays.
func TestOrder_DiscountAndDonation(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t)
	joao := app.AsAssociate(t, dbtest.Joao)
	for reductions, want := range map[string]struct{ discount, donation bool }{
		"discount = 10, donation = 0": {true, false}, "discount = 0, donation = 5": {false, true}, "discount = 10, donation = 5": {true, true},
		"discount = 0, donation = 0": {},
	} {
		app.Exec(t, "update orders set custom_payment = '[]', "+reductions+" where id = 2")
		page := joao.GET("/cadastro/pedidos/2").Want(200).Words()
		if strings.Contains(page, "Desconto") != want.discount || strings.Contains(page, "A associação paga esta parte") != want.donation {
			t.Errorf("%s: %s", reductions, page)
		}
	}
}

// A paid order has its receipt on its page; an unpaid one and somebody else's have none.
func TestOrder_Receipt(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t)
	app.Exec(t, "update orders set status = 'Pago', paid_at = now(), paid_on = current_date, payment_method = 'pix', amount_received = total where user_id = $1", dbtest.Ana.ID)
	ana, joao := app.AsAssociate(t, dbtest.Ana), app.AsAssociate(t, dbtest.Joao)
	page := ana.GET("/cadastro/pedidos/1").Want(200).HTML()
	if page.Find(`a[href="/cadastro/pedidos/1/recibo.pdf"]`).Length() != 1 {
		t.Error("the page of a paid order does not lead to its receipt")
	}
	if paper := ana.GET("/cadastro/pedidos/1/recibo.pdf").Want(200); !strings.HasPrefix(paper.Body, "%PDF-") {
		t.Error("the receipt is no PDF")
	}
	joao.GET("/cadastro/pedidos/1/recibo.pdf").Want(404)
	app.Exec(t, "update orders set status = 'Aguardando pagamento', paid_at = null, paid_on = null, payment_method = null, amount_received = null where id = 1")
	ana.GET("/cadastro/pedidos/1/recibo.pdf").Want(409)
}
