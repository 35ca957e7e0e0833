package panel_test

import (
	"net/url"
	"testing"

	"acolhe/models/platform/dbtest"
)

// Orders can be moved on the day page, which then offers to undo it.
func TestHome_MovesOrders(t *testing.T) {
	t.Parallel()
	app := newApp(t, "update orders set status = 'Pago' where id = 1")
	priscila := app.As(t, dbtest.Priscila)
	const path = "/painel/pedidos/1/situacao"
	button := priscila.GET("/painel").Want(200).HTML().Find(`form[action="` + path + `"] button[name="status"]`)
	if value, _ := button.Attr("value"); value != "Em separação" {
		t.Fatalf("the day page offers %q for the paid order", value)
	}
	moved := priscila.With("Referer", app.URL+"/painel").Form(path, url.Values{"status": {"Em separação"}}).Want(303)
	if moved.Location() != "/painel" || moved.Notice().Undo == "" {
		t.Errorf("leads to %s with %+v", moved.Location(), moved.Notice())
	}
	const send = "/painel/pedidos/1/enviar?volta=/painel"
	page := priscila.GET("/painel").Want(200).HTML()
	if page.Find(`a[href="`+send+`"]`).Length() != 1 {
		t.Error("the day page offers no way to send the picked order")
	}
	form := priscila.GET(send).Want(200).Fields()
	if form.Get("volta") != "/painel" {
		t.Errorf("the form of sending leads back to %q", form.Get("volta"))
	}
}
