package panel_test

import (
	"net/url"
	"strings"
	"testing"

	"acolhe/handlers/handlertest"
	"acolhe/models/platform/dbtest"
)

const joaosOrder, joaosCart = "/painel/pedidos/2", "/painel/pedidos/2/editar"

// formAt gives the inputs of a page, as a browser without scripts would post them.
func formAt(t *testing.T, client *handlertest.Client, path string) url.Values {
	t.Helper()
	return fields(client.GET(path).Want(200).Body)
}

func TestAnOrderIsChangedInTheCart(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t)
	bruno := app.As(t, dbtest.Bruno)
	form := formAt(t, bruno, joaosCart)
	if form.Get("items[0].code") != dbtest.Oil.Code || form.Get("donation") != "10,00" || form.Get("total") != "280,00" || form.Get("address.street") == "" {
		t.Fatalf("the cart begins with %v", form)
	}
	form.Set("items[0].quantity", "2")
	form.Set("prescriber_code", dbtest.DrOtavio.Code)
	form.Set("prescriber_code_texto", dbtest.DrOtavio.Name)
	form.Set("acao", "calcular")
	page := bruno.Form(joaosCart, form).Want(200).Body
	if total := fields(page).Get("total"); total != "570,00" {
		t.Fatalf("the total is %s", total)
	}
	form = fields(page)
	form["tags"] = []string{"", "Urgente"}
	form.Set("info", "Deixar na portaria")
	form.Set("acao", "salvar")
	if to := bruno.Form(joaosCart, form).Want(303).Location(); to != joaosOrder {
		t.Errorf("saved, it leads to %s", to)
	}
	if app.Count(t, "orders", `id = 2 and total = 570 and prescriber = $1 and prescriber_code = $2 and tags = '["Urgente"]' and info = 'Deixar na portaria'`,
		dbtest.DrOtavio.Name, dbtest.DrOtavio.Code) != 1 {
		t.Error("the order is not stored as it was changed")
	}
	history := words(bruno.GET(joaosOrder).Want(200).Body)
	for _, want := range []string{"Pedido alterado", "Itens: 1 × Óleo CBD 3.000 mg, 30 ml a R$ 290,00 → 2 × Óleo CBD", "Total: R$ 280,00 → R$ 570,00",
		"Prescritor: nada → Otávio Linhares", "Etiquetas: nada → Urgente", "Bruno Acioli", "Pedido registrado"} {
		if !strings.Contains(history, want) {
			t.Errorf("%q is missing in %s", want, history)
		}
	}
}

// A form that changes nothing of the prices keeps the total that was agreed on, whatever the
// configuration says since.
func TestAnAgreedTotalStays(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t)
	camila := app.As(t, dbtest.Camila)
	if _, err := app.Pool.Exec(t.Context(), `insert into system_configs (system, key, value) values ('store', 'freight.apply_to_total', 'false')`); err != nil {
		t.Fatal(err)
	}
	const cart = "/painel/pedidos/1/editar"
	form := formAt(t, camila, cart)
	if form.Get("total") != "430,90" {
		t.Fatalf("the cart shows %s", form.Get("total"))
	}
	form.Set("info", "Frágil")
	form.Set("acao", "salvar")
	camila.Form(cart, form).Want(303)
	form = formAt(t, camila, cart)
	form.Set("discount", "21,00")
	form.Set("acao", "calcular")
	page := camila.Form(cart, form).Want(200).Body
	if total := fields(page).Get("total"); total != "406,00" || !strings.Contains(words(page), "O frete de R$ 23,90 é pago à parte.") {
		t.Errorf("with a changed price the total is %s", total)
	}
}

func TestExtraLinesWithoutScripts(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t)
	bruno := app.As(t, dbtest.Bruno)
	press := func(form url.Values, button string) url.Values {
		form.Set("acao", button)
		return fields(bruno.Form(joaosCart, form).Want(200).Body)
	}
	form := press(press(press(formAt(t, bruno, joaosCart), "linha"), "linha"), "linha")
	form.Set("custom_payment[0].item", "Crédito")
	form.Set("custom_payment[0].value", "5,00")
	form.Set("custom_payment[1].item", "Desconto social")
	form.Set("custom_payment[1].value", "30")
	form = press(press(form, "calcular"), "remover:custom_payment:0")
	if form.Get("custom_payment[0].item") != "Desconto social" || form.Get("total") != "250,00" || !form.Has("custom_payment[1].item") {
		t.Fatalf("the cart is %v", form)
	}
	// The line that nobody filled is not in the way.
	form.Set("acao", "salvar")
	bruno.Form(joaosCart, form).Want(303)
	if app.Count(t, "orders", `id = 2 and total = 250 and jsonb_array_length(custom_payment) = 1`) != 1 {
		t.Error("the extra line is not stored")
	}
	form = press(formAt(t, bruno, joaosCart), "remover:custom_payment:0")
	form.Set("acao", "salvar")
	bruno.Form(joaosCart, form).Want(303)
	if app.Count(t, "orders", `id = 2 and total = 280 and custom_payment = '[]'`) != 1 {
		t.Error("the extra line is still there")
	}
	form = press(formAt(t, bruno, joaosCart), "linha")
	form.Set("custom_payment[0].value", "1")
	form.Set("acao", "salvar")
	if page := bruno.Form(joaosCart, form).Want(422).Body; !strings.Contains(page, "Linha extra 1, descrição: informe a descrição") {
		t.Error("a line without words is not told")
	}
}

func TestTheAddressOfTheRegistrationIsTaken(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t)
	bruno := app.As(t, dbtest.Bruno)
	form := formAt(t, bruno, joaosCart)
	form.Set("address.street", "Rua de outra pessoa")
	form.Set("address.cep", "")
	form.Set("acao", "endereco")
	form = fields(bruno.Form(joaosCart, form).Want(200).Body)
	if form.Get("address.street") != "Rua das Acácias" || form.Get("address.cep") != "88010-000" {
		t.Errorf("the form holds %v", form)
	}
}

// Who was overtaken sees what the colleague wrote, keeps the own words, and may then insist.
func TestAnOvertakenCartTellsWhatChanged(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t)
	bruno, camila := app.As(t, dbtest.Bruno), app.As(t, dbtest.Camila)
	mine, hers := formAt(t, bruno, joaosCart), formAt(t, camila, joaosCart)
	hers.Set("discount", "15,00")
	hers.Set("total", "265,00")
	hers.Set("acao", "salvar")
	camila.Form(joaosCart, hers).Want(303)
	mine.Set("info", "Ligar antes")
	mine.Set("acao", "salvar")
	page := bruno.Form(joaosCart, mine).Want(422).Body
	for _, want := range []string{"Outra pessoa mudou este pedido", "Desconto Guardado: R$ 15,00 Seu: R$ 0,00", "Observações Guardado: – Seu: Ligar antes"} {
		if !strings.Contains(words(page), want) {
			t.Errorf("%q is missing in %s", want, words(page))
		}
	}
	if app.Count(t, "orders", `id = 2 and discount = 15 and info is null`) != 1 {
		t.Error("something was overwritten")
	}
	again := fields(page)
	again.Set("info", "Ligar antes")
	again.Set("acao", "salvar")
	bruno.Form(joaosCart, again).Want(303)
	if app.Count(t, "orders", `id = 2 and discount = 0 and info = 'Ligar antes'`) != 1 {
		t.Error("who insists is not heard")
	}
}

func TestAnOrderMovesAsItsStatusAllows(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t)
	fernando := app.As(t, dbtest.Fernando)
	page := fernando.GET(joaosOrder).Want(200).Body
	if !strings.Contains(page, "Marcar como pago") || !strings.Contains(page, "Cancelar o pedido") || strings.Contains(page, "Iniciar separação") {
		t.Error("the page offers other moves than the status allows")
	}
	move := func(status, version string) *handlertest.Answer {
		return fernando.Form(joaosOrder+"/situacao", url.Values{"status": {status}, "version": {version}})
	}
	seen := fields(page).Get("version")
	if refused := words(move("Enviado", seen).Want(422).Body); !strings.Contains(refused, "Um pedido em “Aguardando pagamento” não pode passar para “Enviado”.") {
		t.Errorf("refused with %s", refused)
	}
	move("Nada", seen).Want(422)
	move("Pago", seen).Want(303)
	// Who still looks at the unpaid order does not cancel a paid one.
	if refused := words(move("Cancelado", seen).Want(422).Body); !strings.Contains(refused, "Outra pessoa mudou este pedido") || !strings.Contains(refused, "Iniciar separação") {
		t.Errorf("refused with %s", refused)
	}
	move("Cancelado", formAt(t, fernando, joaosOrder).Get("version")).Want(303)
	page = fernando.GET(joaosOrder).Want(200).Body
	if says := words(page); strings.Contains(page, "/situacao") || strings.Contains(page, "/editar") || !strings.Contains(says, "Situação: Pago → Cancelado") ||
		!strings.Contains(says, "Situação: Aguardando pagamento → Pago") || !strings.Contains(says, "Fernando Faria") {
		t.Errorf("the cancelled order is shown as %s", says)
	}
	// Its cart could store nothing any more.
	fernando.GET(joaosCart).Want(303)
}

func TestRemarksAreWrittenWhateverTheStatus(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t)
	priscila := app.As(t, dbtest.Priscila)
	cart := formAt(t, priscila, joaosCart)
	if _, err := app.Pool.Exec(t.Context(), `update orders set status = 'Entregue' where id = 2`); err != nil {
		t.Fatal(err)
	}
	form := formAt(t, priscila, joaosOrder)
	form["tags"], form["info"] = []string{"", "Urgente"}, []string{"Voltou pelo correio"}
	priscila.Form(joaosOrder+"/observacoes", form).Want(303)
	if app.Count(t, "orders", `id = 2 and info = 'Voltou pelo correio' and tags = '["Urgente"]'`) != 1 {
		t.Error("the remarks are not stored")
	}
	form.Set("version", formAt(t, priscila, joaosOrder).Get("version"))
	form.Set("info", strings.Repeat("x", 10_001))
	if page := priscila.Form(joaosOrder+"/observacoes", form).Want(422).Body; !strings.Contains(page, "Observações: é longo demais") || !strings.Contains(page, "xxxx</textarea>") {
		t.Error("a long remark is not told, or lost")
	}
	cart.Set("discount", "1,00")
	cart.Set("total", "279,00")
	cart.Set("acao", "salvar")
	priscila.Form(joaosCart, cart).Want(422)
	if app.Count(t, "orders", "id = 2 and discount = 0") != 1 {
		t.Error("a delivered order changes its price")
	}
}

// Who may not look professionals up writes the prescriber's name, and keeps the code with it.
func TestThePrescriberOfAnOrder(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t)
	if _, err := app.Pool.Exec(t.Context(), `update orders set prescriber = $1, prescriber_code = $2 where id = 2`, dbtest.DraRenata.Name, dbtest.DraRenata.Code); err != nil {
		t.Fatal(err)
	}
	save := func(client *handlertest.Client, name, value string) {
		form := formAt(t, client, joaosCart)
		form.Set(name, value)
		form.Set("acao", "salvar")
		client.Form(joaosCart, form).Want(303)
	}
	stands := func(name, code string) bool {
		return app.Count(t, "orders", `id = 2 and prescriber is not distinct from nullif($1, '') and prescriber_code is not distinct from nullif($2, '')`, name, code) == 1
	}
	priscila, bruno := app.As(t, dbtest.Priscila), app.As(t, dbtest.Bruno)
	priscila.GET("/painel/pedidos/novo/prescritores?q=renata").Want(403)
	save(priscila, "discount", "0,00")
	if !stands(dbtest.DraRenata.Name, dbtest.DraRenata.Code) {
		t.Error("the code is lost with a name that nobody touched")
	}
	save(priscila, "prescriber", "Dr. Fora do Cadastro")
	if !stands("Dr. Fora do Cadastro", "") {
		t.Error("another name keeps the code")
	}
	save(bruno, "prescriber_code", dbtest.DraRenata.Code)
	if !stands("Dr. Fora do Cadastro", "") {
		t.Error("a name that was typed over gives way to a code that was chosen before")
	}
	save(bruno, "prescriber_code_texto", "")
	if !stands("", "") {
		t.Error("the prescriber does not go")
	}
	if found := words(bruno.GET("/painel/pedidos/novo/prescritores?q=renata&lista=x").Want(200).Body); !strings.Contains(found, dbtest.DraRenata.Name) {
		t.Errorf("offered is %q", found)
	}
	if _, err := app.Pool.Exec(t.Context(), `update professionals set is_prescriber = false where id = 1`); err != nil {
		t.Fatal(err)
	}
	if found := words(bruno.GET("/painel/pedidos/novo/prescritores?q=renata&lista=x").Want(200).Body); strings.Contains(found, dbtest.DraRenata.Name) {
		t.Error("offered is who does not prescribe")
	}
}

// Strangers and wrong roles get no further than their own pages.
func TestOrdersAreChangedByWhoMay(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t)
	renata, nobody := app.As(t, dbtest.Renata), app.Nobody(t)
	for _, path := range []string{joaosCart, joaosOrder + "/situacao", joaosOrder + "/observacoes"} {
		renata.Form(path, url.Values{"status": {"Pago"}}).Want(403)
		if to := nobody.Form(path, url.Values{"status": {"Pago"}}).Want(303).Location(); !strings.HasPrefix(to, "/entrar") {
			t.Errorf("nobody is led to %s", to)
		}
	}
	bruno := app.As(t, dbtest.Bruno)
	for _, path := range []string{"/painel/pedidos/999/editar", "/painel/pedidos/x/editar"} {
		bruno.GET(path).Want(404)
		bruno.Form(path, url.Values{"acao": {"salvar"}}).Want(404)
	}
	bruno.Form("/painel/pedidos/999/situacao", url.Values{"status": {"Pago"}}).Want(404)
	bruno.Form(joaosOrder+"/situacao", url.Values{}).Want(422)
	if app.Count(t, "orders", "id = 2 and status = 'Aguardando pagamento'") != 1 {
		t.Error("somebody moved the order")
	}
}

// A form that is sent twice places one order; a second order of the same form is asked for anew.
func TestAFormSentTwiceIsOneOrder(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t)
	bruno := app.As(t, dbtest.Bruno)
	const fresh = "/painel/pedidos/novo"
	form := formAt(t, bruno, fresh+"?associado="+dbtest.Ana.UserCode)
	form.Set("add.code_texto", dbtest.Oil.Code)
	form.Set("acao", "adicionar")
	form = fields(bruno.Form(fresh, form).Want(200).Body)
	form.Set("acao", "salvar")
	first := bruno.Form(fresh, form).Want(303).Location()
	if again := bruno.Form(fresh, form).Want(303).Location(); again != first {
		t.Errorf("sent again, the form leads to %s and not to %s", again, first)
	}
	before := app.Count(t, "orders", "true")
	form.Set("items[0].quantity", "2")
	form.Set("total", "580,00")
	page := bruno.Form(fresh, form).Want(422).Body
	if !strings.Contains(page, "já foi salvo como outro pedido") || app.Count(t, "orders", "true") != before {
		t.Error("a form that was saved is saved again without a question")
	}
	another := fields(page)
	another.Set("acao", "salvar")
	bruno.Form(fresh, another).Want(303)
	if app.Count(t, "orders", "true") != before+1 {
		t.Error("who means another order does not get it")
	}
}

// Changes that are sent twice are no conflict with oneself.
func TestChangesSentTwiceAreTakenOnce(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t)
	bruno := app.As(t, dbtest.Bruno)
	form := formAt(t, bruno, joaosCart)
	form.Set("discount", "15,00")
	form.Set("total", "265,00")
	form.Set("acao", "salvar")
	bruno.Form(joaosCart, form).Want(303)
	bruno.Form(joaosCart, form).Want(303)
	pay := url.Values{"status": {"Pago"}, "version": {formAt(t, bruno, joaosOrder).Get("version")}}
	bruno.Form(joaosOrder+"/situacao", pay).Want(303)
	bruno.Form(joaosOrder+"/situacao", pay).Want(303)
	if app.Count(t, "order_changes", "order_id = 2 and action = 'update'") != 2 {
		t.Error("the history tells of something else than two changes")
	}
}

// What scripts hang on an item stays on it while people change the order.
func TestTheCartKeepsWhatScriptsHangOnItems(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t)
	if _, err := app.Pool.Exec(t.Context(), `update orders set items = jsonb_set(items, '{0,lot}', '"L-2026 \"a\""') where id = 2`); err != nil {
		t.Fatal(err)
	}
	bruno := app.As(t, dbtest.Bruno)
	form := formAt(t, bruno, joaosCart)
	form.Set("items[0].quantity", "3")
	form.Set("acao", "calcular")
	form = fields(bruno.Form(joaosCart, form).Want(200).Body)
	form.Set("acao", "salvar")
	bruno.Form(joaosCart, form).Want(303)
	if app.Count(t, "orders", `id = 2 and items->0->>'lot' = 'L-2026 "a"' and items->0->>'quantity' = '3'`) != 1 {
		t.Error("the member is gone")
	}
}
