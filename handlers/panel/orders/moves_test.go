package orders_test

import (
	"net/url"
	"strings"
	"testing"

	"acolhe/handlers/handlertest"
	"acolhe/models/platform/dbtest"
)

const joaosPayment = joaosOrder + "/pagar"

func TestStep_Pay(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t)
	fernando := app.As(t, dbtest.Fernando)
	form := fernando.FormAt(joaosPayment)
	if form.Get("payment_method") != "" || form.Get("paid_on") == "" || form.Get("amount_received") != "280,00" {
		t.Fatalf("the form begins with %v", form)
	}
	if refused := fernando.Form(joaosPayment, form).Want(422).
		Words(); !strings.Contains(refused, "Forma de pagamento: escolha a forma de pagamento") {
		t.Errorf("refused with %s", refused)
	}
	form.Set("payment_method", "pix")
	form.Set("paid_on", "2099-01-01")
	if refused := fernando.Form(joaosPayment, form).Want(422).Words(); !strings.Contains(refused, "Data do pagamento: não pode ser futura") {
		t.Errorf("refused with %s", refused)
	}
	form.Set("paid_on", "2026-11-02")
	form.Set("amount_received", "270,51")
	refused := fernando.Form(joaosPayment, form).Want(422)
	if words := refused.Words(); !strings.Contains(words, "Faltam R$ 9,49. Marcar mesmo assim?") {
		t.Errorf("refused with %s", words)
	}
	confirmed := refused.Fields()
	if confirmed.Get("payment_method") != "pix" || confirmed.Get("accepted_amount") != "270,51" {
		t.Errorf("the form has %v", confirmed)
	}
	done := fernando.Form(joaosPayment, confirmed).Want(303)
	if done.Location() != joaosOrder || done.Notice().Text != "Pedido nº\u00a02 marcado como pago." || done.Notice().Undo != "" {
		t.Errorf("it leads to %s with %+v", done.Location(), done.Notice())
	}
	paid := fernando.GET(joaosOrder).Want(200)
	if total := paid.HTML().Find(".order-paid").Text(); !strings.Contains(total, "Pix em 02/11/2026") {
		t.Errorf("under the total is %q", total)
	}
	page := paid.Words()
	for _, want := range []string{"Pix em 02/11/2026, recebido R$ 270,51", "Pago com Pix em 02/11/2026, R$ 270,51",
		"Voltar para Aguardando pagamento…"} {
		if !strings.Contains(page, want) {
			t.Errorf("%q is missing in %s", want, page)
		}
	}
	if again := fernando.GET(joaosPayment).Want(200); !strings.Contains(again.Words(), "O pedido está em “Pago”.") ||
		again.HTML().Find("main form [name=payment_method]").Length() > 0 {
		t.Error("a paid order can be paid again")
	}
}

func TestStep_BackAndCancel(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t)
	bruno := app.As(t, dbtest.Bruno)
	const back, cancel = "/painel/pedidos/1/voltar", "/painel/pedidos/1/cancelar"
	form := bruno.FormAt(back)
	if refused := bruno.Form(back, form).Want(422).Words(); !strings.Contains(refused, "Motivo: escreva o motivo") {
		t.Errorf("refused with %s", refused)
	}
	form.Set("reason", "O Pix foi devolvido")
	if done := bruno.Form(back, form).Want(303).Notice().Text; done != "Pedido nº\u00a01 voltou para Aguardando pagamento." {
		t.Errorf("the notice is %q", done)
	}
	if page := bruno.GET("/painel/pedidos/1").Want(200).Words(); !strings.Contains(page, "Motivo: O Pix foi devolvido") {
		t.Errorf("the reason is missing in %s", page)
	}
	bruno.Form(back, form).Want(422)
	form = bruno.FormAt(cancel)
	form.Set("reason", "Desistiu")
	bruno.Form(cancel, form).Want(303)
	if app.Count(t, "order_changes", "order_id = 1 and reason = 'Desistiu'") != 1 {
		t.Error("the reason is not kept")
	}
	if words := bruno.GET(cancel).Want(200).Words(); !strings.Contains(words, "O pedido está em “Cancelado”.") {
		t.Errorf("shown as %s", words)
	}
}

func TestStep_SendAndWayBack(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t)
	app.Exec(t, "update orders set status = 'Em separação' where id = 2")
	priscila := app.As(t, dbtest.Priscila)
	const send = joaosOrder + "/enviar"
	form := priscila.FormAt(send)
	delete(form, "pickup")
	if refused := priscila.Form(send, form).Want(422).Words(); !strings.Contains(refused, "Código de rastreio: informe o código") {
		t.Errorf("refused with %s", refused)
	}
	form.Set("tracking_code", "BR123456789BR")
	form.Set("volta", "/painel/pedidos?situacao=Pago")
	if to := priscila.Form(send, form).Want(303).Location(); to != "/painel/pedidos?situacao=Pago" {
		t.Errorf("it leads to %s", to)
	}
	if page := priscila.GET(joaosOrder).Want(200).Words(); !strings.Contains(page, "BR123456789BR") {
		t.Errorf("the tracking code is missing in %s", page)
	}
	for _, elsewhere := range []string{"//evil.example", "https://evil.example/", "javascript:alert(1)"} {
		app.Exec(t, "update orders set status = 'Em separação' where id = 2")
		form = priscila.FormAt(send + "?volta=" + url.QueryEscape(elsewhere))
		form.Set("tracking_code", "BR1")
		form.Set("volta", elsewhere)
		if to := priscila.Form(send, form).Want(303).Location(); to != joaosOrder {
			t.Errorf("%s leads to %s", elsewhere, to)
		}
	}
}

// htmx gets only the form, as a dialog.
func TestStep_Dialog(t *testing.T) {
	t.Parallel()
	bruno := handlertest.New(t).As(t, dbtest.Bruno).With("HX-Request", "true").With("HX-Request-Type", "partial")
	dialog := bruno.GET(joaosPayment).Want(200)
	if !strings.HasPrefix(strings.TrimSpace(dialog.Body), "<dialog") || strings.Contains(dialog.Body, "<html") {
		t.Errorf("the dialog is %s", dialog.Body)
	}
	refused := bruno.Form(joaosPayment, dialog.Fields()).Want(422)
	if !strings.HasPrefix(strings.TrimSpace(refused.Body), "<dialog") || !strings.Contains(refused.Words(), "escolha a forma de pagamento") {
		t.Errorf("the dialog is %s", refused.Body)
	}
}

func TestOrderPage_Contact(t *testing.T) {
	t.Parallel()
	page := handlertest.New(t).As(t, dbtest.Bruno).GET("/painel/pedidos/1").Want(200).HTML()
	for _, link := range []string{"tel:+55", "https://wa.me/55", "mailto:" + dbtest.Ana.Email, "/painel/associados/"} {
		if page.Find("main a[href^='"+link+"']").Length() == 0 {
			t.Errorf("no link to %s", link)
		}
	}
}

// Cancelling a paid order says that the payment stays with the association; the way out of the question is not called as its verb.
func TestCancel_Paid(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t)
	bruno := app.As(t, dbtest.Bruno)
	const cancel = joaosOrder + "/cancelar"
	if words := bruno.GET(cancel).Want(200).Words(); strings.Contains(words, "não devolve") {
		t.Error("an unpaid order speaks of its payment")
	}
	app.Exec(t, "update orders set status = 'Pago', amount_received = 280, payment_method = 'pix', paid_on = current_date where id = 2")
	page := bruno.GET(cancel).Want(200)
	if words := page.Words(); !strings.Contains(words, "Cancelar não devolve o pagamento de R$") {
		t.Errorf("the question says %s", words)
	}
	if back := strings.TrimSpace(page.HTML().Find(`main form a.btn[href="` + joaosOrder + `"]`).Text()); back != "Voltar" {
		t.Errorf("the way out is %q", back)
	}
}
