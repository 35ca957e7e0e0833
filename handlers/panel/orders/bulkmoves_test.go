package orders_test

import (
	"net/url"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/PuerkitoBio/goquery"

	"acolhe/handlers/handlertest"
	"acolhe/models/platform/dbtest"
	"acolhe/models/tasks"
)

const (
	payingMany     = "/painel/pedidos/pagar"
	sendingMany    = "/painel/pedidos/enviar"
	cancellingMany = "/painel/pedidos/cancelar"
)

// stepForm returns what a browser would post from the form of a step, with every selected order.
func stepForm(page *handlertest.Answer) url.Values {
	values := url.Values{}
	page.HTML().Find("main form input[name]").Each(func(_ int, input *goquery.Selection) {
		_, isChecked := input.Attr("checked")
		if kind := input.AttrOr("type", ""); isChecked || kind != "radio" && kind != "checkbox" {
			values.Add(input.AttrOr("name", ""), input.AttrOr("value", ""))
		}
	})
	return values
}

// threeOrders adds two orders of João's that await their payment: 11 and 12.
func threeOrders(t *testing.T) *handlertest.App {
	t.Helper()
	app := handlertest.New(t)
	app.Exec(t, `insert into orders (id, user_id, user_code, name_associate, items, total, status)
		select 10 + n, user_id, user_code, name_associate, items, 10.5 * n, status from orders, generate_series(1, 2) n where id = 2`)
	return app
}

func TestManySteps_Pay(t *testing.T) {
	t.Parallel()
	app := threeOrders(t)
	fernando := app.As(t, dbtest.Fernando)
	const chosen = payingMany + "?ids=1&ids=2&ids=11&volta=/painel/pedidos%3Fuf%3DSC"
	page := fernando.GET(chosen).Want(200)
	for _, want := range []string{"Marcar 2 pedidos como pagos", "1 já está pago e fica como está.", "Total de 2 pedidos R$ 290,50"} {
		if !strings.Contains(page.Words(), want) {
			t.Errorf("%q is missing in %s", want, page.Words())
		}
	}
	form := stepForm(page)
	if form.Get("payment_method") != "" || form.Get("paid_on") == "" || len(form["ids"]) != 3 {
		t.Fatalf("the form begins with %v", form)
	}
	refused := fernando.Form(payingMany, form).Want(422)
	if !strings.Contains(refused.Words(), "Forma de pagamento: escolha a forma de pagamento") || len(stepForm(refused)["ids"]) != 3 {
		t.Errorf("refused with %s", refused.Words())
	}
	form.Set("payment_method", "pix")
	form.Set("paid_on", "2026-11-02")
	done := fernando.Form(payingMany, form).Want(303)
	notice := done.Notice()
	if done.Location() != "/painel/pedidos?uf=SC" || notice.Text != "2\u00a0mudaram, 1\u00a0já estava pago." ||
		notice.Path != "/painel/pedidos/1" || notice.Way != "Ver" || notice.Undo != "" {
		t.Errorf("it leads to %s with %+v", done.Location(), notice)
	}
	if app.Count(t, "orders", "payment_method = 'pix' and paid_on = '2026-11-02' and amount_received = total and id in (2, 11)") != 2 {
		t.Error("the orders are not paid with their totals")
	}
	if words := fernando.GET(payingMany + "?ids=1&ids=2").Want(200).
		Words(); !strings.Contains(words, "Nenhum dos pedidos selecionados pode mudar: 2 já estão pagos.") {
		t.Errorf("paid orders are offered again: %s", words)
	}
	// Each goes back by itself, with a reason.
	back := fernando.FormAt("/painel/pedidos/11/voltar")
	back.Set("reason", "Pix devolvido")
	fernando.Form("/painel/pedidos/11/voltar", back).Want(303)
}

// Several orders that did not change are listed.
func TestManySteps_RefusedListed(t *testing.T) {
	t.Parallel()
	app := threeOrders(t)
	bruno := app.As(t, dbtest.Bruno)
	app.Exec(t, "update orders set status = 'Entregue' where id in (11, 12)")
	notice := bruno.Form(cancellingMany, url.Values{"ids": {"2", "11", "12"}, "reason": {"Em falta"}}).Want(303).Notice()
	if notice.Text != "1\u00a0mudou, 2\u00a0já estavam entregues." || notice.Path != "/painel/pedidos?numeros=11%2C12" &&
		notice.Path != "/painel/pedidos?numeros=12%2C11" {
		t.Fatalf("it says %+v", notice)
	}
	list := bruno.GET(notice.Path).Want(200)
	if rows := list.HTML().Find("tbody tr").Length(); rows != 2 || !strings.Contains(list.Words(), "Números") {
		t.Errorf("it lists %d orders", rows)
	}
	for _, wrong := range []string{"x", "1,", "99999999999999999999", strings.Repeat("1,", 501) + "1"} {
		bruno.GET("/painel/pedidos?numeros=" + wrong).Want(400)
	}
}

func TestManySteps_Send(t *testing.T) {
	t.Parallel()
	app := threeOrders(t)
	app.Exec(t, "update orders set status = 'Em separação', freight_carrier = 'Correios' where id in (2, 11)")
	bruno := app.As(t, dbtest.Bruno)
	form := stepForm(bruno.GET(sendingMany + "?ids=2&ids=11&ids=12").Want(200))
	if form.Get("freight_carrier") != "Correios" || form.Get("orders[0].id") != "2" || form.Get("orders[1].id") != "11" ||
		form.Has("orders[2].id") {
		t.Fatalf("the form begins with %v", form)
	}
	form.Set("orders[0].tracking_code", "BR123")
	form.Del("pickup")
	refused := bruno.Form(sendingMany, form).Want(422)
	if words := refused.Words(); !strings.Contains(words, "Falta o código de rastreio do pedido nº 11.") ||
		refused.Fields().Get("orders[0].tracking_code") != "BR123" {
		t.Errorf("refused with %s", words)
	}
	form.Set("orders[1].tracking_code", "BR124")
	notice := bruno.Form(sendingMany, form).Want(303).Notice()
	if notice.Text != "2\u00a0mudaram, 1\u00a0ainda aguarda pagamento." ||
		app.Count(t, "orders", "status = 'Enviado' and tracking_code in ('BR123', 'BR124')") != 2 {
		t.Errorf("it says %+v", notice)
	}
}

// More orders than a request can change are a task, and the list is that of the dialog.
func TestManySteps_AsTask(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t)
	app.Exec(t, `insert into orders (id, user_id, user_code, name_associate, items, total, status)
		select 1000 + n, user_id, user_code, name_associate, items, n, status from orders, generate_series(1, 600) n where id = 2`)
	bruno := app.As(t, dbtest.Bruno)
	form := stepForm(bruno.GET(payingMany + "?todos=1&filtros=situacao%3DAguardando%2Bpagamento").Want(200))
	if len(form["ids"]) != 601 {
		t.Fatalf("the dialog is for %d orders", len(form["ids"]))
	}
	form.Set("payment_method", "")
	bruno.Form(payingMany, form).Want(422)
	form.Set("payment_method", "boleto")
	form.Set("paid_on", "2026-11-02")
	notice := bruno.Form(payingMany, form).Want(303).Notice()
	if notice.Text != "A tarefa com 601\u00a0pedidos começou." || notice.Path != "/painel/tarefas/1" ||
		app.Count(t, "orders", "status = 'Pago'") != 1 {
		t.Fatalf("it says %+v", notice)
	}
	worker := tasks.Worker{DB: app.DB, Now: time.Now}
	for hasMore := true; hasMore; {
		var err error
		if hasMore, err = worker.WorkChunk(t.Context(), 1); err != nil {
			t.Fatal(err)
		}
	}
	if app.Count(t, "orders", "payment_method = 'boleto' and amount_received = total") != 601 {
		t.Error("the orders are not paid")
	}
	if words := bruno.GET("/painel/tarefas/1").Want(200).Words(); !strings.Contains(words, "Mudar 601 pedidos para “Pago”") ||
		!strings.Contains(words, "601 pedidos em “Pago”.") {
		t.Errorf("the task says %s", words)
	}
}

func TestManySteps_Refused(t *testing.T) {
	t.Parallel()
	app := threeOrders(t)
	bruno := app.As(t, dbtest.Bruno)
	tooMany := url.Values{}
	for id := range 101 {
		tooMany.Add("ids", strconv.Itoa(1000+id))
	}
	app.Exec(t, `insert into orders (id, user_id, user_code, name_associate, items, total, status)
		select 1000 + n, user_id, user_code, name_associate, items, total, 'Em separação' from orders, generate_series(0, 100) n where id = 2`)
	if words := bruno.GET(sendingMany + "?" + tooMany.Encode()).Want(200).
		Words(); !strings.Contains(words, "Selecione no máximo 100 pedidos de cada vez.") {
		t.Errorf("too many to send: %s", words)
	}
	for _, path := range []string{payingMany, sendingMany, cancellingMany} {
		bruno.GET(path).Want(400)
		bruno.GET(path + "?ids=x").Want(400)
		bruno.GET(path + "?todos=1&filtros=uf%3DXX").Want(400)
		bruno.Form(path, nil).Want(400)
		facts := url.Values{"ids": {"999"}, "payment_method": {"pix"}, "paid_on": {"2026-11-02"}, "reason": {"x"}, "orders[0].id": {"999"},
			"orders[0].tracking_code": {"x"}}
		bruno.Form(path, facts).Want(404)
		if words := bruno.GET(path + "?ids=999").Want(200).Words(); !strings.Contains(words, "Os pedidos selecionados não existem mais.") ||
			strings.Contains(words, "0 pedidos") {
			t.Errorf("%s of no orders: %s", path, words)
		}
		app.As(t, dbtest.Renata).GET(path + "?ids=2").Want(403)
		app.As(t, dbtest.Renata).Form(path, facts).Want(403)
		app.WithToken(t, "*").GET(path + "?ids=2").Want(403)
		app.Nobody(t).GET(path + "?ids=2").Want(303)
	}
	bruno.Form(payingMany, url.Values{"ids": {"999"}}).Want(422)
}
