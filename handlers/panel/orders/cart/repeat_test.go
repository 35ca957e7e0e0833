package cart_test

import (
	"net/url"
	"strconv"
	"strings"
	"testing"

	"acolhe/handlers/handlertest"
	"acolhe/models/platform/dbtest"
)

// The last order that was not cancelled fills the empty cart with what is still sold, at the prices of today, and says what is
// different. A page of an order repeats that one; nobody repeats the order of another person.
func TestCart_Repeats(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t)
	bruno := app.As(t, dbtest.Bruno)
	app.Exec(t, `update orders set user_id = 1, user_code = $1, status = 'Entregue', date_created = now(),
		items = jsonb_build_array(jsonb_build_object('code', $2::text, 'name', 'Óleo', 'amount', 1, 'quantity', 2),
			jsonb_build_object('code', $3::text, 'name', 'Creme antigo', 'amount', 50, 'quantity', 1)) where id = 2`,
		dbtest.Ana.UserCode, dbtest.Oil.Code, dbtest.Cream.Code)
	app.Exec(t, "update products set active = false where code = $1", dbtest.Cream.Code)
	form := "/painel/pedidos/novo?associado=" + dbtest.Ana.UserCode
	empty := bruno.GET(form).Want(200)
	if !strings.Contains(empty.Words(), "Repetir o último pedido (nº 2)") {
		t.Fatalf("the cart offers no order: %s", empty.Words())
	}
	check := func(name string, page *handlertest.Answer) {
		t.Helper()
		words := page.Words()
		for _, want := range []string{"Pedido nº 2 repetido com os preços de hoje.", "agora custa", "Ficou de fora o que não é mais vendido: Creme antigo."} {
			if !strings.Contains(words, want) {
				t.Errorf("%s lacks %q: %s", name, want, words)
			}
		}
		if rows := page.HTML().Find("ol.cart > li").Length(); rows != 1 {
			t.Errorf("%s has %d rows", name, rows)
		}
	}
	check("the button", bruno.Form("/painel/pedidos/novo", url.Values{"user_code": {dbtest.Ana.UserCode}, "acao": {"repetir"}}).Want(200))
	link := bruno.GET("/painel/pedidos/2").Want(200).HTML().Find("a[href*='repetir=2']").AttrOr("href", "")
	check("the link of the order", bruno.GET(link).Want(200))
	bruno.GET("/painel/pedidos/novo?associado=" + dbtest.Joao.UserCode + "&repetir=" + strconv.Itoa(2)).Want(404)
	app.Exec(t, "update orders set status = 'Cancelado'")
	if words := bruno.GET(form).Want(200).Words(); strings.Contains(words, "Repetir o último pedido") {
		t.Error("a cancelled order is offered")
	}
}
