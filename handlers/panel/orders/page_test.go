package orders_test

import (
	"net/url"
	"strings"
	"testing"

	"acolhe/handlers/handlertest"
	"acolhe/models/platform/dbtest"
)

const joaosOrder, joaosCart = "/painel/pedidos/2", "/painel/pedidos/2/editar"

func TestOrderPage_Moves(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t)
	fernando := app.As(t, dbtest.Fernando)
	page := fernando.GET(joaosOrder).Want(200)
	if !strings.Contains(page.Body, "Marcar como pago") || !strings.Contains(page.Body, "Cancelar o pedido") || strings.Contains(page.Body, "Iniciar separação") {
		t.Error("the page offers other moves than the status allows")
	}
	move := func(status, version string) *handlertest.Answer {
		return fernando.Form(joaosOrder+"/situacao", url.Values{"status": {status}, "version": {version}})
	}
	seen := page.Fields().Get("version")
	if refused := move("Enviado", seen).Want(422).Words(); !strings.Contains(refused, "Um pedido em “Aguardando pagamento” não pode passar para “Enviado”.") {
		t.Errorf("refused with %s", refused)
	}
	move("Nada", seen).Want(422)
	move("Pago", seen).Want(303)
	// A stale page of the unpaid order does not cancel the paid one.
	if refused := move("Cancelado", seen).Want(422).Words(); !strings.Contains(refused, "Outra pessoa mudou este pedido") || !strings.Contains(refused, "Iniciar separação") {
		t.Errorf("refused with %s", refused)
	}
	move("Cancelado", fernando.FormAt(joaosOrder).Get("version")).Want(303)
	page = fernando.GET(joaosOrder).Want(200)
	if text := page.Words(); strings.Contains(page.Body, "/situacao") || strings.Contains(page.Body, "/editar") || !strings.Contains(text, "Situação: Pago → Cancelado") ||
		!strings.Contains(text, "Situação: Aguardando pagamento → Pago") || !strings.Contains(text, "Fernando Faria") {
		t.Errorf("the cancelled order is shown as %s", text)
	}
	// Its cart could not be stored any more.
	fernando.GET(joaosCart).Want(303)
}

func TestOrderPage_NotesInEveryStatus(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t)
	priscila := app.As(t, dbtest.Priscila)
	cart := priscila.FormAt(joaosCart)
	if _, err := app.Pool.Exec(t.Context(), `update orders set status = 'Entregue' where id = 2`); err != nil {
		t.Fatal(err)
	}
	form := priscila.FormAt(joaosOrder)
	form["tags"], form["info"] = []string{"", "Urgente"}, []string{"Voltou pelo correio"}
	priscila.Form(joaosOrder+"/observacoes", form).Want(303)
	if app.Count(t, "orders", `id = 2 and info = 'Voltou pelo correio' and tags = '["Urgente"]'`) != 1 {
		t.Error("the remarks are not stored")
	}
	form.Set("version", priscila.FormAt(joaosOrder).Get("version"))
	form.Set("info", strings.Repeat("x", 10_001))
	if page := priscila.Form(joaosOrder+"/observacoes", form).Want(422).Body; !strings.Contains(page, "Observações: é longo demais") || !strings.Contains(page, "xxxx</textarea>") {
		t.Error("a long note has no problem, or is lost")
	}
	cart.Set("discount", "1,00")
	cart.Set("total", "279,00")
	cart.Set("acao", "salvar")
	priscila.Form(joaosCart, cart).Want(422)
	if app.Count(t, "orders", "id = 2 and discount = 0") != 1 {
		t.Error("a delivered order changes its price")
	}
}

func TestOrderPages_Access(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t)
	renata, nobody := app.As(t, dbtest.Renata), app.Nobody(t)
	for _, path := range []string{joaosCart, joaosOrder + "/situacao", joaosOrder + "/observacoes"} {
		renata.Form(path, url.Values{"status": {"Pago"}}).Want(403)
		if to := nobody.Form(path, url.Values{"status": {"Pago"}}).Want(303).Location(); !strings.HasPrefix(to, "/entrar") {
			t.Errorf("nobody is led to %s", to)
		}
	}
	bruno := app.As(t, dbtest.Bruno)
	for _, path := range []string{"/painel/pedidos/999/editar", "/painel/pedidos/x/editar"} {
		bruno.GET(path).Want(404)
		bruno.Form(path, url.Values{"acao": {"salvar"}}).Want(404)
	}
	bruno.Form("/painel/pedidos/999/situacao", url.Values{"status": {"Pago"}}).Want(404)
	bruno.Form(joaosOrder+"/situacao", url.Values{}).Want(422)
	if app.Count(t, "orders", "id = 2 and status = 'Aguardando pagamento'") != 1 {
		t.Error("the order was moved")
	}
}

func TestOrderPage_Totals(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t)
	page := app.As(t, dbtest.Fernando).GET("/painel/pedidos/1").Want(200).Words()
	for _, want := range []string{"Produtos R$ 427,00", "Frete R$ 23,90", "Descontos −R$ 20,00", "Total R$ 430,90", "Pedido registrado", "Bruno Acioli"} {
		if !strings.Contains(page, want) {
			t.Errorf("%q is missing in %s", want, page)
		}
	}
	for _, path := range []string{"/painel/pedidos/999", "/painel/pedidos/abc", "/painel/pedidos/-1", "/painel/pedidos/99999999999999999999"} {
		app.As(t, dbtest.Bruno).GET(path).Want(404)
	}
}
