package browser_test

import (
	"net/http"
	"testing"

	"acolhe/handlers/browsertest"
	"acolhe/handlers/handlertest"
	"acolhe/models/platform/dbtest"
)

// The first day of a new person: sign in, find somebody by half a name, read what happened, call, note, take an order and
// mark it as paid, print ten, tag twenty and undo, and lose nothing when the session ends in the middle of a form.
func TestFirstDay(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t)
	app.Exec(t, `insert into orders (user_id, user_code, name_associate, items, total, status) select user_id, user_code, 'Zulmira Paz', items, 10, 'Pago' from orders, generate_series(1, 10) where id = 1`)
	app.Exec(t, `insert into users (user_code, associate_name, status, associate_status, state) select gen_random_uuid(), 'Pessoa ' || n, 'Associado', '5', 'AC' from generate_series(1, 20) n`)
	page := browsertest.Open(t, app)
	page.Visit("/entrar")
	page.WaitForFocus("E-mail")
	page.Type(dbtest.Bruno.Email)
	page.Fill("Senha", dbtest.Password)
	page.Press("Enter")
	page.WaitForText("h1", dbtest.Bruno.Name)

	openPalette(page)
	page.Type("conce")
	page.WaitForText(marked, dbtest.Joao.FullName())
	page.Press("Enter")
	page.WaitForText(".record h1", dbtest.Joao.FullName())
	callAndNote(t, page)
	takeOrder(t, app, page)
	printTen(t, page)
	tagTwenty(t, app, page)
	signInOver(t, app, page)
}

func callAndNote(t *testing.T, page *browsertest.Page) {
	t.Helper()
	page.WaitForText("#historico .timeline", "Pedido nº 2 · R$ 280,00")
	if call := page.Attribute(".contact a[href^=tel]", "href"); call != "tel:+55"+dbtest.Joao.Phone {
		t.Errorf("it dials %s", call)
	}
	page.Press("a")
	page.WaitForFocus("Nova anotação")
	page.Type("Quer dois produtos")
	page.Press("Control+Enter")
	page.WaitForText(".notes", "Quer dois produtos")
	page.WaitForText("#historico", "Quer dois produtos")
}

func takeOrder(t *testing.T, app *handlertest.App, page *browsertest.Page) {
	t.Helper()
	page.Press("p")
	page.WaitForFocus("Produto")
	for _, product := range []dbtest.Product{dbtest.Oil, dbtest.Cream} {
		page.Fill("Produto", product.Code)
		page.Click("Adicionar")
		page.WaitForText(".cart", product.Name)
	}
	page.Fill("Desconto", "58,50")
	page.WaitForText(".cart-total", "Total R$ 300,00")
	page.Click("Salvar pedido")
	page.WaitForText("main", "Aguardando pagamento")
	page.Click("Marcar como pago…")
	page.WaitFor("dialog[open]")
	page.Press("1")
	page.Click("Marcar como pago")
	page.WaitForText(".toast", "marcado como pago")
	if app.Count(t, "orders", "user_id = $1 and total = 300 and discount = 58.50 and status = 'Pago' and payment_method = 'pix'",
		dbtest.Joao.ID) != 1 {
		t.Error("the order is not paid")
	}
}

func printTen(t *testing.T, page *browsertest.Page) {
	t.Helper()
	page.Visit("/painel/pedidos?q=zulmira")
	page.Click("Selecionar todos desta página")
	page.WaitForText("[data-count]", "10 selecionados")
	page.WaitForText(".bulk", "Imprimir 10 folhas")
	// The button opens a tab, which this one cannot read: the same form is sent by a script.
	kind := browsertest.Read[string](page, `async () => {
		const button = document.querySelector(".bulk [formaction$='/imprimir']");
		const answer = await fetch(button.formAction, { method: "POST", body: new URLSearchParams(new FormData(button.form)) });
		return answer.status + " " + answer.headers.get("Content-Type");
	}`)
	if kind != "200 application/pdf" {
		t.Errorf("printing answers %s", kind)
	}
}

func tagTwenty(t *testing.T, app *handlertest.App, page *browsertest.Page) {
	t.Helper()
	const tagged = `tags @> '["Prioritário"]' and state = 'AC'`
	page.Visit("/painel/associados?uf=AC")
	page.Click("Selecionar todos desta página")
	page.WaitForText("[data-count]", "20 selecionados")
	tagSelected(page, "Prioritário", "Etiquetar 20 com Prioritário")
	page.WaitFor(".toast [data-key=z]")
	if count := app.Count(t, "users", tagged); count != 20 {
		t.Errorf("%d are tagged", count)
	}
	page.Press("z")
	page.WaitForText(".toast", "Etiqueta retirada.")
	if count := app.Count(t, "users", tagged); count != 0 {
		t.Errorf("%d are tagged after the undo", count)
	}
}

func signInOver(t *testing.T, app *handlertest.App, page *browsertest.Page) {
	t.Helper()
	page.Visit("/painel/associados/novo")
	page.Fill("Nome completo", "Zélia Prado")
	endSessions(t, app)
	page.Expect(http.StatusUnauthorized)
	page.Click("Cadastrar")
	page.WaitForFocus("Senha")
	page.Type(dbtest.Password)
	page.Press("Enter")
	page.WaitForText(".record h1", "Zélia Prado")
	if made := app.Count(t, "users", "associate_name = 'Zélia Prado'"); made != 1 {
		t.Errorf("%d associates were made", made)
	}
}
