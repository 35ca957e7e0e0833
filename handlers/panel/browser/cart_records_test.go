package browser_test

import (
	"testing"

	"acolhe/handlers/browsertest"
	"acolhe/handlers/handlertest"
	"acolhe/models/platform/dbtest"
)

// An administrator registers a prescriber with an order, keeps the address in the record, and deletes the order again.
func TestCart_RecordsAndRemoval(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t)
	page := browsertest.Open(t, app)
	page.SignIn(dbtest.Camila)
	fillCart(page)
	page.WaitForText(".cart-total", "R$ 290,00")
	page.Click("Mudar endereço")
	page.Fill("Rua", "Rua das Flores")
	page.Click(`[name="keep_address"]`)
	page.Click("Cadastrar um prescritor novo")
	page.Fill("Nome do prescritor", "Dra. Nara Nunes")
	page.Fill("Conselho", "CRM")
	page.Fill("Número no conselho", "98765")
	page.CheckAccessibility()
	page.Screenshot("cart-records")
	page.Click("Salvar pedido")
	page.WaitForText(".toast", "salvo")
	page.WaitForText("main", "Dra. Nara Nunes")
	if app.Count(t, "users", "id = 1 and street = 'Rua das Flores'") != 1 ||
		app.Count(t, "professionals", "name = 'Dra. Nara Nunes' and is_prescriber") != 1 {
		t.Error("the record or the prescriber is not stored")
	}
	page.Click("Editar")
	page.Click(`[name="keep_prescriber"]`)
	page.Click("Salvar alterações")
	page.WaitForText("main", "Dra. Nara Nunes")
	if app.Count(t, "users", "id = 1 and prescriber = 'Dra. Nara Nunes'") != 1 {
		t.Error("the prescriber is not in the record")
	}
	page.Click("Mais ações do pedido")
	page.Click("Excluir pedido…")
	page.WaitForText("dialog[open]", "Não dá para desfazer")
	page.Screenshot("order-remove")
	page.Click("dialog[open] button[type=submit]")
	page.WaitForText(".toast", "excluído")
}
