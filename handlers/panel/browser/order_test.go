package browser_test

import (
	"net/http"
	"strings"
	"testing"

	"acolhe/handlers/browsertest"
	"acolhe/handlers/handlertest"
	"acolhe/models/platform/dbtest"
)

// A person waits in reception: the staff places their order by keyboard alone, prints it and marks it paid. The
// reception item is completed, and a script with a token reads the same order and the same numbers.
func TestOrder_FromReceptionToPayment(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t)
	page := browsertest.Open(t, app)
	page.SignIn(dbtest.Bruno)
	page.Visit("/painel")
	tabTo(page, "Atender "+dbtest.Ana.FullName())
	page.Press("Enter")
	page.WaitForText("h1", dbtest.Ana.FullName())
	tabTo(page, "Novo pedido")
	page.Press("Enter")

	page.WaitForFocus("Produto")
	page.WaitForText("main", dbtest.Ana.FullName())
	page.Type("oleo-30")
	page.WaitForText("[role=option]", dbtest.Oil.Name)
	page.Press("Enter", "Tab", "2", "Enter")
	page.WaitForText(".cart li:nth-child(1)", "R$ 580,00")
	page.WaitForFocus("Produto")
	tabTo(page, "Adicionar linha")
	page.Press("Enter")
	page.WaitForFocus("Descrição")
	page.Type("Desconto social")
	page.Press("Tab", "Tab", "Tab")
	page.Type("80")
	page.WaitForText(".cart-total", "Total R$ 500,00")
	tabTo(page, "Prescritor")
	page.Type("renata")
	page.WaitForText("#campo-prescriber_code-lista", dbtest.DraRenata.Name)
	page.Press("Enter")
	tabTo(page, "Frete")
	page.Type("23,90")
	page.WaitForText(".cart-total", "Total R$ 523,90")
	tabTo(page, "Salvar pedido")
	page.Press("Enter")
	page.WaitForText(".toast", "salvo")

	address := page.Path()
	tabTo(page, "Imprimir")
	paper := browsertest.Read[string](page, `async () => {
		const answer = await fetch(document.activeElement.href);
		return answer.status + " " + answer.headers.get("Content-Type") + " " + (await answer.text()).slice(0, 5);
	}`)
	if paper != "200 application/pdf %PDF-" {
		t.Errorf("printed is %s", paper)
	}
	page.Visit(address)
	tabTo(page, "Marcar como pago…")
	page.Press("Enter")
	page.WaitForText("dialog[open]", "Total do pedido R$ 523,90")
	page.WaitForPath(address + "/pagar")
	page.Press("1")
	page.WaitUntil("the key chooses Pix", `() => document.querySelector("[name=payment_method]:checked")?.value === "pix"`)
	tabTo(page, "Marcar como pago")
	page.Press("Enter")
	page.WaitForPath(address)
	page.WaitForText(".page-head", "Pago R$ 523,90")
	page.WaitForText(".timeline", "Pago com ")
	if app.Count(t, "reception", "id = $1 and completion_reason = 'Pedido' and completed_at is not null", dbtest.AnaWaits.ID) != 1 {
		t.Error("Ana still waits in reception")
	}
	checkReadByScripts(t, app, strings.TrimPrefix(address, "/painel/pedidos/"))
}

func checkReadByScripts(t *testing.T, app *handlertest.App, number string) {
	t.Helper()
	var read struct {
		Total, Discount float64
		Status          string
		DeliveryPrice   float64 `json:"delivery_price"`
		PrescriberCode  string  `json:"prescriber_code"`
		Items           []struct{ Quantity int }
		CustomPayment   []struct {
			Item  string
			Value float64
		} `json:"custom_payment"`
	}
	app.WithToken(t, "items:orders:read").GET("/api/v1/items/orders/" + number).Want(200).Data(&read)
	if read.Total != 523.9 || read.DeliveryPrice != 23.9 || read.Status != "Pago" || read.PrescriberCode != dbtest.DraRenata.Code ||
		read.Items[0].Quantity != 2 || read.CustomPayment[0].Item != "Desconto social" || read.CustomPayment[0].Value != 80 {
		t.Errorf("a script reads %+v", read)
	}
	app.WithToken(t, "items:products:read").GET("/api/v1/items/orders/" + number).Want(403)
}

// tabTo moves the focus by the Tab key alone to the element with this name.
func tabTo(page *browsertest.Page, name string) {
	for range 60 {
		if page.FocusedName() == name {
			return
		}
		page.Press("Tab")
	}
	page.WaitForFocus(name)
}

// Every part of the cart works by its buttons, and so do the status changes of an order.
func TestOrderForm_WithoutScripts(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t)
	page := browsertest.Open(t, app)
	page.SignIn(dbtest.Bruno)
	page.WithoutScripts()
	page.Visit(newOrderForAna)
	for _, product := range []dbtest.Product{dbtest.Oil, dbtest.Cream} {
		page.Fill("Produto", product.Code)
		page.Click("Adicionar")
		page.WaitForText(".cart", product.Name)
	}
	page.Click("Remover " + dbtest.Oil.Name)
	page.WaitForText(".cart-total", "Total R$ 68,50")
	page.Click("Adicionar linha")
	page.WaitFor("[name='custom_payment[0].item']")
	page.Fill("custom_payment[0].item", "Crédito")
	page.Fill("custom_payment[0].value", "8,50")
	page.Click("Recalcular")
	page.WaitForText(".cart-total", "Total R$ 60,00")
	page.Click("Adicionar linha")
	page.WaitFor("[name='custom_payment[1].item']")
	page.Click("Urgente")
	page.Click("Salvar pedido")
	page.WaitForText(".toast", "salvo")
	page.WaitForText("main", "Total R$ 60,00")

	page.Click("Editar")
	page.WaitForText(".cart-total", "Total R$ 60,00")
	page.Click("Remover a linha 1")
	page.WaitForText(".cart-total", "Total R$ 68,50")
	page.Click("Salvar alterações")
	page.WaitForText(".timeline", "Linhas extras: sem valor (antes Crédito −R$ 8,50)")
	page.Click("Marcar como pago…")
	page.Click("Dinheiro")
	page.Click("Marcar como pago")
	page.WaitForText(".page-head", "Pago R$ 68,50")
	page.Click("Mais ações do pedido")
	page.Click("Cancelar pedido…")
	page.Fill("Motivo", "Desistiu da compra")
	page.Click("Cancelar pedido")
	page.WaitForText(".page-head", "Cancelado")
	if app.Count(t, "orders", `total = 68.50 and status = 'Cancelado' and tags = '["Urgente"]' and custom_payment = '[]'`) != 1 {
		t.Error("the order is not stored as typed")
	}
}

// On a phone the total and the save button are visible at any scroll position of the cart, and never cover the
// focused element.
// What is typed of a new order is kept: leaving asks nothing, and the page has it again.
func TestOrderForm_Draft(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t)
	page := browsertest.Open(t, app)
	page.SignIn(dbtest.Bruno)
	page.Visit(newOrderForAna)
	page.Fill("Produto", dbtest.Oil.Code)
	page.Press("Enter")
	page.WaitForText(".cart", dbtest.Oil.Name)
	page.Fill("Observações", "Deixar na portaria")
	page.Press("Tab")
	page.WaitForText(".cart-draft", "Rascunho salvo às")
	for app.Count(t, "order_drafts", `fields->'info'->>0 = 'Deixar na portaria'`) == 0 {
		page.WaitForText(".cart-draft", "Rascunho salvo às")
	}
	page.WaitFor("form[data-drafted]:not([data-unsaved])")
	page.CheckAccessibility()
	page.Screenshot(t.Name())
	page.Visit("/painel/pedidos/novo")
	page.WaitForText("main", "Seus rascunhos")
	page.Screenshot(t.Name() + "-list")
	page.Click(dbtest.Ana.FullName())
	page.WaitForText(".cart", dbtest.Oil.Name)
	if page.Value("textarea[name=info]") != "Deixar na portaria" {
		t.Errorf("the note is %q", page.Value("textarea[name=info]"))
	}
	page.Click("Descartar")
	page.WaitForText(".cart-none", "Nenhum item ainda")
	page.Click("Desfazer")
	page.WaitForText(".cart", dbtest.Oil.Name)
}

func TestOrderForm_TotalVisibleOnPhone(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t)
	page := browsertest.Open(t, app)
	page.Phone()
	page.SignIn(dbtest.Bruno)
	page.Visit(newOrderForAna)
	page.Fill("Produto", dbtest.Oil.Code)
	page.Click("#campo-add-code-lista-0") // the list covers the button on a phone
	page.Click("Adicionar")
	page.WaitForText(".cart-save", "Total R$ 290,00 Salvar pedido")
	for _, field := range []string{"Produto", "Observações", "Doação"} {
		browsertest.Read[any](page, `(name) => {
			const label = [...document.querySelectorAll("label")].find((one) => one.firstChild.textContent.trim() === name);
			label.control.focus();
		}`, field)
		page.WaitForFocus(field)
		page.CheckFocusIsSeen()
		page.WaitUntil("the total is in sight", `() => {
			const box = document.querySelector(".cart-save").getBoundingClientRect();
			return box.top > 0 && Math.round(box.bottom) <= innerHeight;
		}`)
	}
	page.Fill("Desconto", "90")
	page.WaitForText(".cart-save", "Total R$ 200,00")
	page.Click("Salvar pedido")
	page.WaitForText(".toast", "salvo")
}

// Two operators change one order: the second sees the values of the first, and keeps their own.
func TestOrderForm_StaleVersion(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t)
	page := browsertest.Open(t, app)
	page.SignIn(dbtest.Bruno)
	page.Visit(joaosPage)
	page.Press("e")
	page.WaitForPath(joaosPage + "/editar")
	page.Fill("Observações", "Ligar antes")
	page.WaitForText(".cart-total", "Total R$ 280,00")
	app.As(t, dbtest.Camila).JSON("PATCH", "/api/v1/orders/2", map[string]any{"discount": 15, "total": 265}).Want(200)
	page.Expect(422)
	page.Click("Salvar alterações")
	page.WaitForText("[role=alert]", "Desconto Salvo: R$ 15,00 Você digitou: R$ 0,00")
	page.WaitForSummary()
	if page.Value("[name=info]") != "Ligar antes" {
		t.Error("the own words are gone")
	}
	page.Fill("Desconto", "15")
	page.WaitForText(".cart-total", "Total R$ 265,00")
	page.Click("Salvar alterações")
	page.WaitForText(".toast", "salvo")
	if app.Count(t, "orders", "id = 2 and discount = 15 and total = 265 and info = 'Ligar antes'") != 1 {
		t.Error("one of the two changes is lost")
	}
}

// The error of a field in a narrow column has the width of its row.
func TestOrderForm_RowErrors(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t)
	page := browsertest.Open(t, app)
	page.SignIn(dbtest.Bruno)
	page.Visit(newOrderForAna)
	page.Click("Adicionar linha")
	page.WaitFor("[name='custom_payment[0].qnt']")
	page.Fill("custom_payment[0].qnt", "1.5")
	page.Press("Tab")
	page.WaitForText(".cart-lines", "deve ter as casas decimais depois de vírgula, como 1,5")
	const lines = `() => { const one = document.querySelector(".cart-lines .err"); return Math.round(one.offsetHeight / parseFloat(getComputedStyle(one).lineHeight)) }`
	if count := browsertest.Read[int](page, lines); count != 1 {
		t.Errorf("the error has %d lines", count)
	}
	page.CheckAccessibility()
	page.Phone()
	if count := browsertest.Read[int](page, lines); count > 2 {
		t.Errorf("the error has %d lines on a phone", count)
	}
	page.CheckLayout()
	page.Screenshot(t.Name())
}

// Options that arrive after the form was sent do not cover its problems.
func TestOrderForm_LateOptions(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t)
	page := browsertest.Open(t, app)
	page.SignIn(dbtest.Bruno)
	page.Visit(newOrderForAna)
	page.Expect(http.StatusUnprocessableEntity)
	browsertest.Read[any](page, `() => {
		const field = document.querySelector("#campo-add-code");
		field.value = "nada disso";
		field.dispatchEvent(new Event("input", { bubbles: true }));
		field.blur();
	}`)
	page.WaitUntil("the options were requested", `() => performance.getEntriesByType("resource").some((one) => one.name.includes("/pedidos/novo/produtos"))`)
	if shown := browsertest.Read[bool](page, `async () => {
		await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
		return document.querySelector("#campo-add-code-lista").checkVisibility();
	}`); shown {
		t.Error("the list of products opened although the field has no focus")
	}
	page.Click("Adicionar")
	page.WaitForText("main", "escolha um da lista")
}
