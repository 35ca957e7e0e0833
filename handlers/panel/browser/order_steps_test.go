package browser_test

import (
	"testing"

	"acolhe/handlers/browsertest"
	"acolhe/handlers/handlertest"
	"acolhe/models/platform/dbtest"
)

// An order with two products and a discount is taken, marked as paid with another amount than its total, and taken back
// with a reason; the browser's Back closes a dialog.
func TestOrderSteps_PaidAndTakenBack(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t)
	page := browsertest.Open(t, app)
	page.SignIn(dbtest.Bruno)
	page.Visit(newOrderForAna)
	for _, product := range []dbtest.Product{dbtest.Oil, dbtest.Cream} {
		page.Fill("Produto", product.Code)
		page.Click("Adicionar")
		page.WaitForText(".cart", product.Name)
	}
	page.Fill("Desconto", "58,50")
	page.WaitForText(".cart-total", "Total R$ 300,00")
	page.Click("Salvar pedido")
	page.WaitForText(".toast", "salvo")
	order := page.Path()

	page.Click("Marcar como pago…")
	page.WaitFor("dialog[open]")
	page.Back()
	page.WaitForPath(order)
	page.WaitGone("dialog[open]")
	page.Click("Marcar como pago…")
	page.WaitFor("dialog[open]")
	page.Press("4")
	page.Fill("Valor recebido", "290,51")
	page.Expect(422)
	page.Click("Marcar como pago")
	page.WaitForText("dialog[open]", "Faltam R$ 9,49. Marcar mesmo assim?")
	page.Click("Marcar mesmo assim")
	page.WaitForText(".toast", "marcado como pago")
	page.WaitForPath(order)
	page.WaitForText("main", "Dinheiro em")

	page.Click("Mais ações do pedido")
	page.Click("Voltar para Aguardando pagamento…")
	page.WaitFor("dialog[open]")
	page.Fill("Motivo", "Pago no pedido errado")
	page.Click("Voltar para Aguardando pagamento")
	page.WaitForText(".toast", "voltou para Aguardando pagamento")
	page.WaitForText(".timeline", "Motivo: Pago no pedido errado")
}

// A move that asks nothing is undone by the key of its toast.
func TestOrderSteps_UndoneByKey(t *testing.T) {
	t.Parallel()
	page := browsertest.Open(t, handlertest.New(t))
	page.SignIn(dbtest.Bruno)
	page.Visit("/painel/pedidos/1")
	page.Click("Iniciar separação")
	page.WaitForText(".toast", "em separação")
	page.WaitUntil("the keys work", `() => customElements.get("x-atalhos") !== undefined`)
	page.Press("z")
	page.WaitForText(".toast", "Situação anterior restaurada.")
	page.WaitForText(".page-head", "Pago")
}
