package orders_test

import (
	"strings"
	"testing"

	"acolhe/handlers/handlertest"
	"acolhe/models/platform/dbtest"
)

// An unpaid or cancelled order is deleted after a question that names it; a security event keeps that.
func TestRemove_AskedAndDone(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t)
	bruno := app.As(t, dbtest.Bruno)
	if bruno.GET(joaosOrder).Want(200).HTML().Find(`[href="`+joaosOrder+`/excluir"]`).Length() != 1 {
		t.Error("the page does not lead to the question")
	}
	asked := bruno.GET(joaosOrder + "/excluir").Want(200)
	for _, want := range []string{"Pedido nº\u00a02 de João", "R$ 280,00", "Não dá para desfazer"} {
		if !strings.Contains(strings.ReplaceAll(asked.Body, "&nbsp;", " "), want) && !strings.Contains(asked.Words(), want) {
			t.Errorf("%q is not in %s", want, asked.Words())
		}
	}
	if done := bruno.Form(joaosOrder+"/excluir", asked.Fields()).Want(303); done.Location() != "/painel/pedidos" ||
		done.Notice().Text != "Pedido nº\u00a02 excluído." {
		t.Errorf("it leads to %s with %q", done.Location(), done.Notice().Text)
	}
	if app.Count(t, "orders", "id = 2") != 0 || app.Count(t, "security_events", "kind = 'order.removed' and subject = '2'") != 1 {
		t.Error("the order is there, or no event keeps its removal")
	}
	bruno.GET(joaosOrder + "/excluir").Want(404)
	bruno.Form(joaosOrder+"/excluir", nil).Want(404)
}

// A paid order, and one with a label that was not cancelled, stays.
func TestRemove_Refused(t *testing.T) {
	t.Parallel()
	app := withLabel(t)
	bruno := app.As(t, dbtest.Bruno)
	if bruno.GET(anasOrder).HTML().Find(`[href="`+anasOrder+`/excluir"]`).Length() != 0 ||
		!strings.Contains(bruno.GET(anasOrder+"/excluir").Want(200).Words(), "Só um pedido que aguarda pagamento ou foi cancelado") {
		t.Error("an order in separation can be deleted")
	}
	bruno.Form(anasOrder+"/excluir", nil).Want(422)
	bruno.Form(anasOrder+"/etiqueta", bruno.GET(anasOrder+"/etiqueta").Fields()).Want(303)
	run(t, app)
	app.Exec(t, "update orders set status = 'Cancelado' where id = 1")
	if words := bruno.Form(anasOrder+"/excluir", nil).Want(422).
		Words(); !strings.Contains(words, "Cancele a etiqueta antes de excluir o pedido.") {
		t.Errorf("refused with %s", words)
	}
	bruno.JSON("DELETE", "/api/v1/items/orders/1", nil).WantCode(409, "CONFLICT")
	app.Exec(t, "update parcels set state = 'cancelled'")
	bruno.Form(anasOrder+"/excluir", nil).Want(303)
}

func TestRemove_Access(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t)
	for _, staff := range []dbtest.Operator{dbtest.Priscila, dbtest.Fernando, dbtest.Renata} {
		client := app.As(t, staff)
		client.GET(joaosOrder + "/excluir").Want(403)
		client.Form(joaosOrder+"/excluir", nil).Want(403)
	}
	if app.As(t, dbtest.Priscila).GET(joaosOrder).HTML().Find(`[href$="/excluir"]`).Length() != 0 {
		t.Error("production is offered to delete")
	}
	if at := app.Nobody(t).GET(joaosOrder + "/excluir").Want(303).Location(); !strings.HasPrefix(at, "/entrar") {
		t.Errorf("nobody is sent to %s", at)
	}
	app.As(t, dbtest.Camila).Form(joaosOrder+"/excluir", nil).Want(303)
}
