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
	if !strings.Contains(page.Body, joaosOrder+"/pagar") || !strings.Contains(page.Body, joaosOrder+"/cancelar") ||
		strings.Contains(page.Body, "Iniciar separação") {
		t.Error("the page offers other moves than the status allows")
	}
	move := func(status, version string) *handlertest.Answer {
		return fernando.Form(joaosOrder+"/situacao", url.Values{"status": {status}, "version": {version}})
	}
	seen := fernando.FormAt(joaosOrder + "/pagar").Get("version")
	for _, status := range []string{"Pago", "Enviado", "Cancelado", "Em separação", "Nada", ""} {
		move(status, seen).Want(422)
	}
	app.Exec(t, "update orders set status = 'Pago' where id = 2")
	// A stale page of the unpaid order does not move the paid one.
	if refused := move("Em separação", seen).Want(422).Words(); !strings.Contains(refused, "Outra pessoa mudou este pedido") ||
		!strings.Contains(refused, "Iniciar separação") {
		t.Errorf("refused with %s", refused)
	}
	if code := page.HTML().Find(`a[href="/painel/produtos/1"]`).Text(); code == "" {
		t.Error("the product of an item does not open")
	}
	moved := move("Em separação", fernando.FormAt(joaosOrder).Get("version")).Want(303).Notice()
	if moved.Text != "Pedido nº\u00a02 em separação." || moved.Undo == "" {
		t.Errorf("the notice is %+v", moved)
	}
	fernando.Form(moved.Undo, nil).Want(303)
	if app.Count(t, "orders", "id = 2 and status = 'Pago'") != 1 {
		t.Error("the move is not undone")
	}
	app.Exec(t, "update orders set status = 'Cancelado' where id = 2")
	page = fernando.GET(joaosOrder).Want(200)
	for _, path := range []string{"/situacao", "/editar", "/voltar", "/cancelar"} {
		if strings.Contains(page.Body, joaosOrder+path) {
			t.Errorf("the cancelled order leads to %s", path)
		}
	}
	// Its cart can no longer be stored.
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
	form.Set("info", "Voltou pelo correio")
	priscila.Form(joaosOrder+"/observacoes", form).Want(303)
	before := app.Count(t, "orders", `id = 2 and info = 'Voltou pelo correio' and tags = '[]'`)
	priscila.Form(joaosOrder+"/etiquetar", url.Values{"tag": {"Urgente"}}).Want(303)
	if tagged := app.Count(t, "orders", `id = 2 and tags = '["Urgente"]'`); before != 1 || tagged != 1 {
		t.Errorf("the note is stored %d times, the tag %d times", before, tagged)
	}
	taken := priscila.Form(joaosOrder+"/desetiquetar", url.Values{"tag": {"Urgente"}}).Want(303).Notice()
	if taken.Text != "Etiqueta “Urgente” retirada." || app.Count(t, "orders", `id = 2 and tags = '[]'`) != 1 {
		t.Errorf("the notice is %v", taken)
	}
	priscila.Form(taken.Undo, nil).Want(303)
	if app.Count(t, "orders", `id = 2 and tags = '["Urgente"]'`) != 1 {
		t.Error("undone, the order has not its tag again")
	}
	priscila.Form(joaosOrder+"/etiquetar", nil).Want(400)
	form.Set("version", priscila.FormAt(joaosOrder).Get("version"))
	form.Set("info", strings.Repeat("x", 10_001))
	if page := priscila.Form(joaosOrder+"/observacoes", form).Want(422).Body; !strings.Contains(page, "Observações: é longo demais") ||
		!strings.Contains(page, "xxxx</textarea>") {
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
	for _, path := range []string{joaosCart, joaosOrder + "/situacao", joaosOrder + "/observacoes", joaosOrder + "/etiquetar", joaosOrder + "/desetiquetar", joaosOrder + "/pagar",
		joaosOrder + "/enviar", joaosOrder + "/voltar", joaosOrder + "/cancelar"} {
		renata.Form(path, url.Values{"status": {"Pago"}}).Want(403)
		if to := nobody.Form(path, url.Values{"status": {"Pago"}}).Want(303).Location(); !strings.HasPrefix(to, "/entrar") {
			t.Errorf("nobody is led to %s", to)
		}
	}
	bruno := app.As(t, dbtest.Bruno)
	for _, path := range []string{"/painel/pedidos/999/editar", "/painel/pedidos/x/editar", "/painel/pedidos/999/pagar",
		"/painel/pedidos/x/voltar"} {
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
	for _, want := range []string{"Produtos R$ 427,00", "Frete R$ 23,90", "Descontos −R$ 20,00", "Total R$ 430,90", "Pedido registrado",
		"Bruno Acioli"} {
		if !strings.Contains(page, want) {
			t.Errorf("%q is missing in %s", want, page)
		}
	}
	for _, path := range []string{"/painel/pedidos/999", "/painel/pedidos/abc", "/painel/pedidos/-1", "/painel/pedidos/99999999999999999999"} {
		app.As(t, dbtest.Bruno).GET(path).Want(404)
	}
}
