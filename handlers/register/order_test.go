package register_test

import (
	"net/url"
	"strings"
	"testing"

	"acolhe/handlers/handlertest"
	"acolhe/models/platform/dbtest"
	"acolhe/models/platform/media/mediatest"
)

// An unpaid order takes the proof of its payment, which the staff checks: the order is not paid by it. Nobody else's order does, and a
// photo that browsers cannot show is refused with what to do.
func TestOrder_Proof(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t)
	app.Exec(t, `insert into system_configs (system, key, value) values ('store', 'pix_key', '"pix@exemplo.org.br"'), ('store', 'pix_name', '"Flor"'), ('store', 'pix_city', '"Ilheus"')`)
	joao := app.AsAssociate(t, dbtest.Joao)
	const proof = "/cadastro/pedidos/2/comprovante"
	if joao.GET("/cadastro/pedidos/2").Want(200).HTML().Find(`a[href="`+proof+`"]`).Length() != 1 {
		t.Error("the order does not lead to its proof")
	}
	joao.GET(proof).Want(200)
	for _, path := range []string{proof, joaosAppointment + "/comprovante"} {
		refused := joao.Upload(path, "foto.heic", mediatest.HEIC(), nil).Want(422)
		if !strings.Contains(refused.Words(), "Este celular usa um formato que não abrimos.") {
			t.Errorf("%s says %s", path, refused.Words())
		}
	}
	if app.Count(t, "files", "true") != 0 {
		t.Error("a refused file is kept")
	}
	sent := joao.Upload(proof, "pix.png", onePNG, nil).Want(303)
	if sent.Location() != "/cadastro/pedidos/2" || sent.Notice().Text != "Comprovante enviado. A equipe confere." {
		t.Errorf("it leads to %s with %q", sent.Location(), sent.Notice().Text)
	}
	if app.Count(t, "orders_files", "order_id = 2 and kind = 'proof'") != 1 || app.Count(t, "orders", "id = 2 and status = 'Aguardando pagamento'") != 1 {
		t.Error("the proof is not attached, or pays the order")
	}
	app.AsAssociate(t, dbtest.Ana).Upload(proof, "pix.png", onePNG, nil).Want(404)
}

// An order that was delivered is followed at its carrier and asked for again with one button; the request stands in the reception with
// the key that makes an order of it.
func TestOrder_AskedAgain(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t)
	app.Exec(t, "update orders set status = 'Entregue', tracking_code = 'QB123456789BR' where id = 1")
	ana, bruno := app.AsAssociate(t, dbtest.Ana), app.As(t, dbtest.Bruno)
	page := ana.GET("/cadastro/pedidos/1").Want(200)
	if href := page.HTML().Find(`main a[target="_blank"]`).AttrOr("href", ""); !strings.HasPrefix(href, "https://") || !strings.Contains(href, "QB123456789BR") {
		t.Errorf("it is followed at %q", href)
	}
	const again = "/cadastro/pedidos/1/de-novo"
	if page.HTML().Find(`form[action="`+again+`"]`).Length() != 1 {
		t.Fatalf("it cannot be asked for again: %s", page.Words())
	}
	for range 2 {
		ana.Form(again, nil).Want(303)
	}
	if words := ana.GET("/cadastro/pedidos/1").Want(200).Words(); !strings.Contains(words, "Pedido enviado. Nada a pagar por enquanto.") {
		t.Errorf("asked, the page says %s", words)
	}
	app.AsAssociate(t, dbtest.Joao).Form(again, nil).Want(404)
	var item string
	if err := app.Pool.QueryRow(t.Context(), "select item_id::text from reorders").Scan(&item); err != nil {
		t.Fatal(err)
	}
	cart := bruno.GET("/painel/pedidos/novo?" + url.Values{"recepcao": {item}, "associado": {dbtest.Ana.UserCode}}.Encode()).Want(200)
	if !strings.Contains(cart.Words(), "Óleo") {
		t.Errorf("the cart has %s", cart.Words())
	}
}

// While an order is being separated its way says so, not that it is separated.
func TestOrder_BeingSeparated(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t)
	app.Exec(t, "update orders set status = 'Em separação' where id = 1")
	steps := app.AsAssociate(t, dbtest.Ana).GET("/cadastro/pedidos/1").Want(200).Words()
	if strings.Contains(steps, "Separado") || strings.Count(steps, "Em separação") < 2 {
		t.Errorf("the order says %s", steps)
	}
}
