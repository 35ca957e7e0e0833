package cart_test

import (
	"strings"
	"testing"
	"time"

	"acolhe/handlers/handlertest"
	"acolhe/models/platform/dbtest"
)

// An invalid value is marked while typing, and the last valid total stays.
func TestCart_InvalidValueMarked(t *testing.T) {
	t.Parallel()
	bruno := handlertest.New(t).As(t, dbtest.Bruno)
	form := bruno.FormAt(joaosCart)
	form.Set("items[0].quantity", "137,00")
	if _, err := time.Parse("15:04", form.Get("total_at")); err != nil {
		t.Errorf("the total has no time: %v", err)
	}
	form.Set("total_at", "14:32")
	page := bruno.Form(joaosCart, form).Want(200)
	words := page.Words()
	if page.HTML().Find("[name='items[0].quantity'][aria-invalid=true]").Length() != 1 || !strings.Contains(words, "Subtotal: –") {
		t.Errorf("the quantity is not marked in %s", words)
	}
	if !strings.Contains(words, "Último total válido: R$ 280,00 às 14:32") ||
		!strings.Contains(words, "Corrija o campo destacado para ver o total.") || page.Fields().Get("total") != "280,00" {
		t.Errorf("the last total is missing in %s", words)
	}
	field, _ := page.HTML().Find("[name='items[0].quantity']").Attr("id")
	if page.HTML().Find(`.cart-total a[href="#`+field+`"]`).Length() != 1 {
		t.Error("the note does not lead to the wrong field")
	}
	form.Set("total_at", "<b>")
	if words := bruno.Form(joaosCart, form).Want(200).Words(); !strings.Contains(words, "Último total válido: R$ 280,00 ") ||
		strings.Contains(words, "<b>") {
		t.Errorf("a wrong time gives %s", words)
	}
}

// Deductions that exceed the sum of the order need one confirmation.
func TestCart_TotalBelowZeroAsked(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t)
	bruno := app.As(t, dbtest.Bruno)
	form := bruno.FormAt(joaosCart)
	form.Set("discount", "400,00")
	form.Set("total", "0,00")
	form.Set("acao", "salvar")
	refused := bruno.Form(joaosCart, form).Want(422)
	if words := refused.Words(); !strings.Contains(words, "Os descontos passam o total em R$ 120,00. Salvar com R$ 0,00?") {
		t.Errorf("refused with %s", words)
	}
	if app.Count(t, "orders", "id = 2 and total = 280") != 1 {
		t.Error("it is stored without an answer")
	}
	form.Set("acao", "salvar-zero")
	bruno.Form(joaosCart, form).Want(303)
	if app.Count(t, "orders", "id = 2 and total = 0 and discount = 400") != 1 {
		t.Error("it is not stored after the answer")
	}
}

// The select beside an extra line determines the sign of its value.
func TestCart_SurchargeChosen(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t)
	bruno := app.As(t, dbtest.Bruno)
	form := bruno.FormAt(joaosCart)
	form.Set("custom_payment[0].item", "Caixa térmica")
	form.Set("custom_payment[0].qnt", "1")
	form.Set("custom_payment[0].value", "20,00")
	form.Set("custom_payment[0].kind", "acrescimo")
	form.Set("total", "300,00")
	form.Set("acao", "salvar")
	bruno.Form(joaosCart, form).Want(303)
	if app.Count(t, "orders", `id = 2 and total = 300 and (custom_payment->0->>'value')::numeric = -20`) != 1 {
		t.Error("the surcharge is not stored")
	}
	again := bruno.GET(joaosCart).Want(200)
	if again.HTML().Find("[name='custom_payment[0].kind'] [value=acrescimo][selected]").Length() != 1 ||
		again.Fields().Get("custom_payment[0].value") != "20,00" {
		t.Error("it is shown with another sign")
	}
}

func TestCart_SameProductAddsToItsLine(t *testing.T) {
	t.Parallel()
	bruno := handlertest.New(t).As(t, dbtest.Bruno)
	form := bruno.FormAt(joaosCart)
	form.Set("add.code_texto", dbtest.Oil.Code)
	form.Set("add.quantity", "2")
	form.Set("acao", "adicionar")
	page := bruno.Form(joaosCart, form).Want(200)
	if fields := page.Fields(); fields.Get("items[0].quantity") != "3" || fields.Has("items[1].code") {
		t.Errorf("the items are %v", fields)
	}
	if words := page.Words(); !strings.Contains(words, "já estava no pedido: a quantidade passou de 1 para 3.") {
		t.Errorf("it says %s", words)
	}
}
