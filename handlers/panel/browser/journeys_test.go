package browser_test

import (
	"net/http"
	"strings"
	"testing"
	"time"

	"acolhe/handlers/browsertest"
	"acolhe/handlers/handlertest"
	"acolhe/models/platform/dbtest"
)

// A person signs in and places an order by keyboard alone; a script with the same session then reads the same
// order.
func TestOrder_PlacedByKeyboard(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t)
	page := browsertest.Open(t, app)

	page.Visit("/painel")
	page.WaitForFocus("E-mail")
	page.Type(dbtest.Bruno.Email)
	page.Press("Tab")
	page.Type(dbtest.Password)
	page.Press("Enter")
	page.WaitForPath("/painel")

	page.Press("n")
	page.WaitForFocus("Associado")
	page.Type("ana bea")
	page.WaitForText("[role=option]", dbtest.Ana.FullName())
	page.Press("Enter")
	page.WaitForFocus("Produto")
	page.WaitForText("main", dbtest.Ana.FullName())

	page.Type("oleo-30")
	page.WaitForText("[role=option]", dbtest.Oil.Name)
	page.Press("Enter", "Enter")
	page.WaitForText(".cart li:nth-child(1)", dbtest.Oil.Name)
	page.WaitForFocus("Produto")
	page.Type("creme")
	page.WaitForText("[role=option]", dbtest.Cream.Name)
	page.Press("Enter", "Tab", "2", "Enter")
	page.WaitForText(".cart li:nth-child(2)", "R$ 137,00")
	page.WaitForText(".cart-total", "Total R$ 427,00")

	// The total is updated while the field is being typed in.
	page.Fill("items[1].quantity", "3")
	page.WaitForText(".cart-total", "Total R$ 495,50")
	page.WaitForFocus("Quantidade")
	if page.Value("[name='items[1].quantity']") != "3" {
		t.Error("the quantity was replaced while it was typed")
	}

	page.Click("Salvar pedido")
	page.WaitForText(".toast", "salvo")
	number := strings.TrimPrefix(page.Path(), "/painel/pedidos/")
	page.WaitForText("main", "Total R$ 495,50")
	page.Press("g", "p")
	page.WaitForPath("/painel/pedidos")
	first := page.Text("tbody tr:first-child")
	if !strings.Contains(first, dbtest.Ana.FullName()) || !strings.Contains(first, "R$ 495,50") {
		t.Errorf("the newest order of the list is %q", first)
	}

	var read []struct {
		ID       int64
		UserCode string `json:"user_code"`
		Total    float64
		Items    []struct {
			Code     string
			Quantity int
		}
	}
	page.Script().GET("/api/v1/orders?limit=1").Want(200).Data(&read)
	if len(read) != 1 || read[0].Total != 495.5 || read[0].UserCode != dbtest.Ana.UserCode || len(read[0].Items) != 2 ||
		read[0].Items[1].Quantity != 3 {
		t.Errorf("the script reads %+v", read)
	}
	if app.Count(t, "orders", "id = $1::text::bigint and total = 495.50 and service_user = $2", number, dbtest.Bruno.UserCode) != 1 {
		t.Errorf("order %s is not stored as typed", number)
	}
	if app.Count(t, "reception", "id = $1 and completion_reason = 'Pedido' and completed_at is not null", dbtest.AnaWaits.ID) != 1 {
		t.Error("Ana still waits in reception")
	}
}

func TestOrderForm_TotalMismatch(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t)
	page := orderForAna(t, app)
	before := app.Count(t, "orders", "true")
	page.Expect(422)
	browsertest.Read[any](page, `() => { document.querySelector("[name=total]").value = "1,00" }`)
	page.Click("Salvar pedido")
	page.WaitForText("[role=alert]", "O total mudou para R$ 290,00")
	if after := app.Count(t, "orders", "true"); after != before {
		t.Errorf("%d orders were stored", after-before)
	}
	// The page now holds the right total, to be confirmed.
	page.Click("Salvar pedido")
	page.WaitForText(".toast", "salvo")
	if after := app.Count(t, "orders", "true"); after != before+1 {
		t.Errorf("%d orders were stored", after-before)
	}
}

// Two clicks place one order, even if the first answer is late.
func TestOrderForm_SubmittedTwice(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t)
	page := orderForAna(t, app)
	before := app.Count(t, "orders", "true")
	page.HoldAnswers()
	page.Click("Salvar pedido")
	awaitOrders(t, app, before+1)
	page.Press("Enter")
	page.ReleaseAnswers()
	page.WaitForText(".toast", "salvo")
	if after := app.Count(t, "orders", "true"); after != before+1 {
		t.Errorf("%d orders were stored", after-before)
	}
}

// Typing an amount and saving at once stores the order: the pending request for the total must not bring the
// form back.
func TestOrderForm_SavedRightAfterTyping(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t)
	page := orderForAna(t, app)
	before := app.Count(t, "orders", "true")
	page.HoldAnswers()
	page.Fill("Observações", "Ligar antes")
	page.Click("Salvar pedido")
	// A later and longer timer of the page ends after the timer of the form.
	browsertest.Read[any](page, `() => new Promise((done) => setTimeout(done, 300))`)
	page.ReleaseAnswers()
	page.WaitForText(".toast", "salvo")
	if after := app.Count(t, "orders", "true"); after != before+1 {
		t.Errorf("%d orders were stored", after-before)
	}
}

// awaitOrders waits until the server has stored this many orders in all.
func awaitOrders(t *testing.T, app *handlertest.App, count int) {
	t.Helper()
	deadline := time.Now().Add(10 * time.Second)
	for app.Count(t, "orders", "true") != count {
		if time.Now().After(deadline) {
			t.Fatalf("there are not %d orders", count)
		}
	}
}

func TestOrder_PlacedWithoutScripts(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t)
	page := browsertest.Open(t, app)
	page.WithoutScripts()

	page.Visit("/painel/pedidos")
	page.Fill("E-mail", dbtest.Bruno.Email)
	page.Fill("Senha", dbtest.Password)
	page.Click("Entrar")
	page.WaitForPath("/painel/pedidos")

	page.Fill("q", "conceicao")
	page.Click("Filtrar")
	page.WaitForText("tbody", dbtest.Joao.FullName())
	page.WaitGone("tbody a[href='/painel/pedidos/1']")

	page.Click("Novo pedido")
	page.WaitForPath("/painel/pedidos/novo")
	page.Fill("Associado", "ana bea")
	page.Click("Buscar")
	page.Click(dbtest.Ana.FullName())
	page.Fill("Produto", "creme")
	page.Fill("add.quantity", "2")
	page.Click("Adicionar")
	page.WaitForText(".cart-total", "R$ 137,00")
	page.Fill("Desconto", "7")
	page.Click("Recalcular")
	page.WaitForText(".cart-total", "Total R$ 130,00")
	page.Click("Salvar pedido")
	page.WaitForText(".toast", "salvo")
	page.WaitForText("main", "Total R$ 130,00")
	if app.Count(t, "orders", "total = 130") != 1 {
		t.Error("the order is not stored")
	}
}

// After a session has ended elsewhere, the next step asks to sign in and then continues.
func TestSession_EndedContinuesAfterLogin(t *testing.T) {
	t.Parallel()
	page := browsertest.Open(t, handlertest.New(t))
	page.SignIn(dbtest.Bruno)
	page.Visit("/painel/pedidos?situacao=Pago")
	// Requests made by the page itself would ask too, in the middle of typing.
	page.WaitFor(".list-sum")
	page.WaitUntil("the views are counted", `() => [...document.querySelectorAll(".views .count")].every(({ textContent }) => textContent)`)
	page.Script().POST("/api/v1/auth/logout", "").Want(200)
	page.Expect(http.StatusUnauthorized)
	page.Fill("q", "ana")
	page.WaitFor("dialog:modal")
	page.Fill("Senha", dbtest.Password)
	page.Press("Enter")
	page.WaitGone("dialog:modal")
	page.WaitUntil("the list is filtered", `() => location.search.includes("q=ana")`)
	page.WaitFor(anasRow)
}

// Going back in the history requests the page from the server, so that nobody sees it without permission.
func TestSession_EndedBackInHistory(t *testing.T) {
	t.Parallel()
	page := orderList(t)
	page.Fill("q", "ana")
	page.WaitForPath("/painel/pedidos?q=ana")
	page.WaitGone(joaosRow)
	page.Script().POST("/api/v1/auth/logout", "").Want(200)
	page.Back()
	page.WaitForPath("/entrar")
	page.WaitForFocus("E-mail")
}

// orderForAna opens a tab in which Bruno has begun an order of one oil for Ana.
func orderForAna(t *testing.T, app *handlertest.App) *browsertest.Page {
	t.Helper()
	page := browsertest.Open(t, app)
	page.SignIn(dbtest.Bruno)
	page.Visit(newOrderForAna)
	page.Fill("Produto", dbtest.Oil.Code)
	page.Click("Adicionar")
	page.WaitForText(".cart-total", "R$ 290,00")
	return page
}
