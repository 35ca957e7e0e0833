package browser_test

import (
	"testing"

	"acolhe/handlers/browsertest"
	"acolhe/models/platform/dbtest"
	"acolhe/models/tasks"
)

// By keyboard alone: the paid orders without a label are reached from the day page, their labels are bought together and
// printed, and one is cancelled, after which the same page has the focus again.
func TestShipping_ByKeyboard(t *testing.T) {
	t.Parallel()
	app := newShipping(t)
	toShip(t, app, 2)
	page := browsertest.Open(t, app.App)
	page.SignIn(dbtest.Priscila)
	page.Visit("/painel")
	tabTo(page, "Sem etiqueta")
	page.Press("Enter")
	page.WaitForPath("/painel/pedidos?envio=sem-etiqueta")
	page.WaitFor("x-tabela:defined")
	page.Press("j", "x", "j", "x")
	tabTo(page, "Comprar 2 etiquetas de envio…")
	page.Press("Enter")
	page.WaitForText("dialog[open]", "Comprar 2 etiquetas por R$ 180,00?")
	tabTo(page, "Comprar por R$ 180,00")
	page.CheckFocusIsSeen()
	page.Press("Enter")
	page.WaitForPath("/painel/pedidos/etiquetas-de-envio/1")
	if _, err := (tasks.LabelWorker{Office: app.Parcels()}).BuyNext(t.Context(), 1); err != nil {
		t.Fatal(err)
	}
	page.WaitForText("main", "Compra terminada")
	page.CheckAccessibility()
	tabTo(page, "Imprimir 2 etiquetas")
	page.Press("Enter")
	page.WaitForFocus("A6, uma por página")
	page.Press("Escape")
	browsertest.Read[any](page, `() => { document.querySelector("a[href*='/etiqueta/cancelar']").focus() }`)
	page.CheckFocusIsSeen()
	page.Press("Enter")
	page.WaitForText("dialog[open]", "O valor volta ao saldo em até 12 horas.")
	tabTo(page, "Cancelar etiqueta")
	page.Press("Enter")
	page.WaitForText(".toast", "cancelada.")
	page.WaitForPath("/painel/pedidos/etiquetas-de-envio/1")
	page.WaitForText("main", "Imprimir 1 etiqueta")
	page.Screenshot(t.Name())
}
