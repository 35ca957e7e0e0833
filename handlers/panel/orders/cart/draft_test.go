package cart_test

import (
	"net/url"
	"strings"
	"testing"

	"acolhe/handlers/handlertest"
	"acolhe/models/platform/dbtest"
)

// What is typed of a new order stays for the person who typed it, until they save or discard it.
func TestCart_Draft(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t)
	cart := "/painel/pedidos/novo?associado=" + dbtest.Ana.UserCode
	bruno := app.As(t, dbtest.Bruno)
	form := bruno.FormAt(cart)
	bruno.Form("/painel/pedidos/novo", form).Want(200)
	if app.Count(t, "order_drafts", "true") != 0 {
		t.Error("an empty cart leaves a draft")
	}
	form.Set("add.code", dbtest.Oil.Code)
	form.Set("add.quantity", "3")
	form.Set("info", "Deixar na portaria")
	form.Set("acao", "adicionar")
	added := bruno.Form("/painel/pedidos/novo", form).Want(200)
	if !strings.Contains(added.Words(), "Rascunho salvo às ") || added.HTML().Find("form[data-unsaved]").Length() != 0 {
		t.Errorf("the draft is not shown in %s", added.Words())
	}
	again := bruno.FormAt(cart)
	if again.Get("items[0].quantity") != "3" || again.Get("items[0].name") != dbtest.Oil.Name || again.Has("items[1].code") {
		t.Errorf("opened again, the form is %v", again)
	}
	if info := bruno.GET(cart).Want(200).HTML().Find("textarea[name=info]").Text(); info != "Deixar na portaria" {
		t.Errorf("the note is %q", info)
	}
	if colleague := app.As(t, dbtest.Camila).FormAt(cart); colleague.Has("items[0].code") {
		t.Errorf("a colleague sees the draft: %v", colleague)
	}
	if list := bruno.GET("/painel/pedidos/novo").Want(200).Words(); !strings.Contains(list, "Seus rascunhos") || !strings.Contains(list, dbtest.Ana.FullName()) {
		t.Errorf("the draft is not offered in %s", list)
	}
	again.Set("acao", "salvar")
	again.Set("items[0].quantity", "x")
	bruno.Form("/painel/pedidos/novo", again).Want(422)
	if kept := bruno.FormAt(cart); kept.Get("items[0].quantity") != "3" {
		t.Errorf("after a value that cannot be read it is %v", kept)
	}
	again.Set("items[0].quantity", "3")
	bruno.Form("/painel/pedidos/novo", again).Want(303)
	if app.Count(t, "order_drafts", "true") != 0 {
		t.Error("the saved order leaves its draft")
	}
}

func TestCart_DraftDiscarded(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t)
	cart := "/painel/pedidos/novo?associado=" + dbtest.Ana.UserCode
	bruno := app.As(t, dbtest.Bruno)
	line := url.Values{"user_code": {dbtest.Ana.UserCode}, "custom_payment[0].item": {"Troco"}, "custom_payment[0].value": {"5,00"}, "custom_payment[0].kind": {"acrescimo"}, "custom_payment[0].qnt": {"1"}}
	bruno.Form("/painel/pedidos/novo", line).Want(200)
	if kept := bruno.FormAt(cart); kept.Get("custom_payment[0].value") != "5,00" || kept.Get("total") != "5,00" {
		t.Fatalf("the line is %v", kept)
	}
	if repeated := bruno.FormAt(cart + "&repetir=1"); repeated.Has("custom_payment[0].item") || !repeated.Has("items[0].code") {
		t.Errorf("a repeated order begins with %v", repeated)
	}
	line.Set("acao", "descartar")
	answer := bruno.Form("/painel/pedidos/novo", line).Want(303)
	if kept := bruno.FormAt(cart); kept.Has("custom_payment[0].item") {
		t.Errorf("discarded, the form is %v", kept)
	}
	bruno.Form(answer.Notice().Undo, nil).Want(303)
	if kept := bruno.FormAt(cart); kept.Get("custom_payment[0].item") != "Troco" {
		t.Errorf("undone, the form is %v", kept)
	}
	app.Exec(t, "update order_drafts set date_updated = now() - interval '169 hours'")
	if old := bruno.FormAt(cart); old.Has("custom_payment[0].item") {
		t.Errorf("after a week the form is %v", old)
	}
	app.As(t, dbtest.Priscila).Form("/painel/pedidos/novo", line).Want(403)
}
