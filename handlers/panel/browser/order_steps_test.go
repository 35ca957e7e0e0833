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

// Several orders are paid with one dialog, which says beforehand which of them stay; a refused form keeps what was typed.
func TestOrderSteps_SeveralPaid(t *testing.T) {
	t.Parallel()
	app, page := ordersOfMany(t)
	page.Press("j", "x", "j", "j", "x", "j", "x")
	page.WaitForText("[data-count]", "3 selecionados")
	page.Click("Mudar situação")
	page.WaitForText(".menu:popover-open", "Cancelado")
	page.Screenshot(t.Name() + "-menu")
	able := page.Text(".menu:popover-open [role=menuitem]:first-of-type [data-able]")
	if able != "1 de 3…" {
		t.Errorf("Pago says %q", able)
	}
	page.Click("#mudar-situacao-pedidos-0")
	page.WaitForText("dialog[open] h2", "Marcar 1 pedido como pago")
	page.CheckAccessibility()
	page.Screenshot(t.Name())
	page.Expect(422)
	page.Click("Marcar 1 pedido como pago")
	page.WaitForText("dialog[open]", "Forma de pagamento: escolha a forma de pagamento")
	page.Press("1")
	page.Click("Marcar 1 pedido como pago")
	page.WaitForText(".toast", "1 mudou, 2 não podiam mudar.")
	page.WaitForPath("/painel/pedidos")
	if app.Count(t, "orders", "payment_method = 'pix' and amount_received = total") != 1 {
		t.Error("the order is not paid")
	}
	page.Click(".toast a")
	page.WaitForText(".chips", "Números")
	page.WaitUntil("the list shows those that stayed", `() => document.querySelectorAll("tbody tr").length === 2`)
}

// Each order of a parcel run has its tracking code; Back closes the dialog.
func TestOrderSteps_SeveralSent(t *testing.T) {
	t.Parallel()
	app, page := ordersOfMany(t)
	page.Visit("/painel/pedidos?situacao=Em+separa%C3%A7%C3%A3o")
	page.Click("Selecionar todos desta página")
	page.WaitForText("[data-count]", "12 selecionados")
	page.Click("Mudar situação")
	page.Click("#mudar-situacao-pedidos-2")
	page.WaitForText("dialog[open] h2", "Marcar 12 pedidos como enviados")
	page.CheckAccessibility()
	page.Screenshot(t.Name())
	page.Phone()
	page.CheckLayout()
	page.Screenshot(t.Name() + "-phone")
	page.Desktop()
	page.Back()
	page.WaitGone("dialog[open]")
	page.WaitForText("[data-count]", "12 selecionados")
	page.Click("Mudar situação")
	page.Click("#mudar-situacao-pedidos-2")
	page.WaitFor("dialog[open]")
	page.Fill("freight_carrier", "Correios")
	page.Expect(422)
	page.Click("Marcar 12 pedidos como enviados")
	page.WaitForText("dialog[open]", "Faltam 12 códigos de rastreio.")
	page.Click("Sem código: retirada na sede")
	page.Click("Marcar 12 pedidos como enviados")
	page.WaitForText(".toast", "12 pedidos passaram para Enviado.")
	if app.Count(t, "orders", "status = 'Enviado' and freight_carrier = 'Correios'") != 12 {
		t.Error("the orders are not sent")
	}
}
