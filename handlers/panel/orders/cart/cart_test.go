package cart_test

import (
	"net/url"
	"strings"
	"testing"

	"acolhe/handlers/handlertest"
	"acolhe/models/platform/dbtest"
)

const joaosOrder, joaosCart = "/painel/pedidos/2", "/painel/pedidos/2/editar"

func TestCart_Changed(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t)
	bruno := app.As(t, dbtest.Bruno)
	form := bruno.FormAt(joaosCart)
	if form.Get("items[0].code") != dbtest.Oil.Code || form.Get("donation") != "10,00" || form.Get("total") != "280,00" ||
		form.Get("address.street") == "" {
		t.Fatalf("the cart begins with %v", form)
	}
	form.Set("items[0].quantity", "2")
	form.Set("prescriber_code", dbtest.DrOtavio.Code)
	form.Set("prescriber_code_texto", dbtest.DrOtavio.Name)
	form.Set("acao", "calcular")
	page := bruno.Form(joaosCart, form).Want(200)
	if total := page.Fields().Get("total"); total != "570,00" {
		t.Fatalf("the total is %s", total)
	}
	form = page.Fields()
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
	history := bruno.GET(joaosOrder).Want(200).Words()
	for _, want := range []string{"Pedido alterado", "Itens: 2 × Óleo CBD 3.000 mg, 30 ml a R$ 290,00 (antes 1 × Óleo CBD",
		"Total: R$ 570,00 (antes R$ 280,00)",
		"Prescritor: Otávio Linhares", "Etiquetas: Urgente", "Bruno Acioli", "Pedido registrado"} {
		if !strings.Contains(history, want) {
			t.Errorf("%q is missing in %s", want, history)
		}
	}
}

// A form without a changed price keeps the agreed total, even if the configuration has changed since.

func TestCart_KeepsAgreedTotal(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t)
	camila := app.As(t, dbtest.Camila)
	if _, err := app.Pool.Exec(t.Context(),
		`insert into system_configs (system, key, value) values ('store', 'freight.apply_to_total', 'false')`); err != nil {
		t.Fatal(err)
	}
	const cart = "/painel/pedidos/1/editar"
	form := camila.FormAt(cart)
	if form.Get("total") != "430,90" {
		t.Fatalf("the cart shows %s", form.Get("total"))
	}
	form.Set("info", "Frágil")
	form.Set("acao", "salvar")
	camila.Form(cart, form).Want(303)
	form = camila.FormAt(cart)
	form.Set("discount", "21,00")
	form.Set("acao", "calcular")
	page := camila.Form(cart, form).Want(200)
	if total := page.Fields().Get("total"); total != "406,00" || !strings.Contains(page.Words(), "O frete de R$ 23,90 é pago à parte.") {
		t.Errorf("with a changed price the total is %s", total)
	}
}

func TestCart_ExtraLinesWithoutScripts(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t)
	bruno := app.As(t, dbtest.Bruno)
	press := func(form url.Values, button string) url.Values {
		form.Set("acao", button)
		return bruno.Form(joaosCart, form).Want(200).Fields()
	}
	form := press(press(press(bruno.FormAt(joaosCart), "linha"), "linha"), "linha")
	form.Set("custom_payment[0].item", "Crédito")
	form.Set("custom_payment[0].value", "5,00")
	form.Set("custom_payment[1].item", "Desconto social")
	form.Set("custom_payment[1].value", "30")
	form = press(press(form, "calcular"), "remover:custom_payment:0")
	if form.Get("custom_payment[0].item") != "Desconto social" || form.Get("total") != "250,00" || !form.Has("custom_payment[1].item") {
		t.Fatalf("the cart is %v", form)
	}
	// An empty line is left out.
	form.Set("acao", "salvar")
	bruno.Form(joaosCart, form).Want(303)
	if app.Count(t, "orders", `id = 2 and total = 250 and jsonb_array_length(custom_payment) = 1`) != 1 {
		t.Error("the extra line is not stored")
	}
	form = press(bruno.FormAt(joaosCart), "remover:custom_payment:0")
	form.Set("acao", "salvar")
	bruno.Form(joaosCart, form).Want(303)
	if app.Count(t, "orders", `id = 2 and total = 280 and custom_payment = '[]'`) != 1 {
		t.Error("the extra line is still there")
	}
	form = press(bruno.FormAt(joaosCart), "linha")
	form.Set("custom_payment[0].value", "1")
	form.Set("acao", "salvar")
	if page := bruno.Form(joaosCart, form).Want(422).Body; !strings.Contains(page, "Linha extra 1, descrição: informe a descrição") {
		t.Error("a line without a description has no problem")
	}
}

func TestCart_AddressOfAssociate(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t)
	bruno := app.As(t, dbtest.Bruno)
	form := bruno.FormAt(joaosCart)
	form.Set("address.street", "Rua de outra pessoa")
	form.Set("address.cep", "")
	form.Set("acao", "endereco")
	form = bruno.Form(joaosCart, form).Want(200).Fields()
	if form.Get("address.street") != "Rua das Acácias" || form.Get("address.cep") != "88010-000" {
		t.Errorf("the form holds %v", form)
	}
}

// The address is one line, with its fields behind a button; they are shown once one differs or is wrong, and without an address.
func TestCart_AddressAsLine(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t)
	bruno := app.As(t, dbtest.Bruno)
	line := func(answer *handlertest.Answer) string {
		return strings.Join(strings.Fields(answer.HTML().Find(".cart-address:not([data-typed]) > p").Text()), " ")
	}
	page := bruno.GET("/painel/pedidos/novo?associado=" + dbtest.Ana.UserCode).Want(200)
	if got := line(page); !strings.Contains(got, "Florianópolis/SC") {
		t.Errorf("the line is %q", got)
	}
	if page.HTML().Find(".cart-address details:not([open]) [name='address.street']").Length() != 1 {
		t.Error("the fields are not behind the button")
	}
	if strings.Contains(page.Words(), "Usar endereço do cadastro") {
		t.Error("the address in use is on offer")
	}
	form := page.Fields()
	form.Set("address.street", "Rua de outra pessoa")
	form.Set("acao", "refazer")
	changed := bruno.Form("/painel/pedidos/novo", form).Want(200)
	if line(changed) != "" || changed.HTML().Find("details[open] [name='address.street']").Length() != 1 ||
		!strings.Contains(changed.Words(), "Usar endereço do cadastro") {
		t.Error("another address is hidden")
	}
	app.Exec(t, `update users set cep = null, street = null, number = null,
		neighborhood = null, city = null, state = null, complement = null where id = 1`)
	if line(bruno.GET("/painel/pedidos/novo?associado="+dbtest.Ana.UserCode).Want(200)) != "" {
		t.Error("an empty address is a line")
	}
}

// A stale form shows the stored values beside the typed ones, and may then be saved.

func TestCart_Stale(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t)
	bruno, camila := app.As(t, dbtest.Bruno), app.As(t, dbtest.Camila)
	mine, hers := bruno.FormAt(joaosCart), camila.FormAt(joaosCart)
	hers.Set("discount", "15,00")
	hers.Set("total", "265,00")
	hers.Set("acao", "salvar")
	camila.Form(joaosCart, hers).Want(303)
	mine.Set("info", "Ligar antes")
	mine.Set("acao", "salvar")
	page := bruno.Form(joaosCart, mine).Want(422)
	for _, want := range []string{"Outra pessoa mudou este pedido", "Desconto Salvo: R$ 15,00 Você digitou: R$ 0,00",
		"Observações Salvo: – Você digitou: Ligar antes"} {
		if !strings.Contains(page.Words(), want) {
			t.Errorf("%q is missing in %s", want, page.Words())
		}
	}
	if app.Count(t, "orders", `id = 2 and discount = 15 and info is null`) != 1 {
		t.Error("something was overwritten")
	}
	again := page.Fields()
	again.Set("info", "Ligar antes")
	again.Set("acao", "salvar")
	bruno.Form(joaosCart, again).Want(303)
	if app.Count(t, "orders", `id = 2 and discount = 0 and info = 'Ligar antes'`) != 1 {
		t.Error("the form that was confirmed is not stored")
	}
}

// A person who may not read professionals types the name of the prescriber; an unchanged name keeps its code.

func TestCart_Prescriber(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t)
	if _, err := app.Pool.Exec(t.Context(), `update orders set prescriber = $1, prescriber_code = $2 where id = 2`, dbtest.DraRenata.Name,
		dbtest.DraRenata.Code); err != nil {
		t.Fatal(err)
	}
	save := func(client *handlertest.Client, name, value string) {
		form := client.FormAt(joaosCart)
		form.Set(name, value)
		form.Set("acao", "salvar")
		client.Form(joaosCart, form).Want(303)
	}
	isStored := func(name, code string) bool {
		return app.Count(t, "orders", `id = 2 and prescriber is not distinct from nullif($1, '') and prescriber_code is not distinct from nullif($2, '')`, name, code) == 1
	}
	priscila, bruno := app.As(t, dbtest.Priscila), app.As(t, dbtest.Bruno)
	priscila.GET("/painel/pedidos/novo/prescritores?q=renata").Want(403)
	save(priscila, "discount", "0,00")
	if !isStored(dbtest.DraRenata.Name, dbtest.DraRenata.Code) {
		t.Error("the code is lost with a name that nobody touched")
	}
	save(priscila, "prescriber", "Dr. Fora do Cadastro")
	if !isStored("Dr. Fora do Cadastro", "") {
		t.Error("another name has the code of the one before")
	}
	save(bruno, "prescriber_code", dbtest.DraRenata.Code)
	if !isStored("Dr. Fora do Cadastro", "") {
		t.Error("an earlier code overwrites a typed name")
	}
	save(bruno, "prescriber_code_texto", "")
	if !isStored("", "") {
		t.Error("the prescriber does not go")
	}
	if found := bruno.GET("/painel/pedidos/novo/prescritores?q=renata&lista=x").Want(200).
		Words(); !strings.Contains(found, dbtest.DraRenata.Name) {
		t.Errorf("offered is %q", found)
	}
	if _, err := app.Pool.Exec(t.Context(), `update professionals set is_prescriber = false where id = 1`); err != nil {
		t.Fatal(err)
	}
	if found := bruno.GET("/painel/pedidos/novo/prescritores?q=renata&lista=x").Want(200).
		Words(); strings.Contains(found, dbtest.DraRenata.Name) {
		t.Error("offered is who does not prescribe")
	}
}

// A form that is sent twice places one order; other data in the same form needs a confirmation.

func TestCart_Resubmitted(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t)
	bruno := app.As(t, dbtest.Bruno)
	const fresh = "/painel/pedidos/novo"
	form := bruno.FormAt(fresh + "?associado=" + dbtest.Ana.UserCode)
	form.Set("add.code_texto", dbtest.Oil.Code)
	form.Set("acao", "adicionar")
	form = bruno.Form(fresh, form).Want(200).Fields()
	form.Set("acao", "salvar")
	first := bruno.Form(fresh, form).Want(303).Location()
	if again := bruno.Form(fresh, form).Want(303).Location(); again != first {
		t.Errorf("sent again, the form leads to %s and not to %s", again, first)
	}
	before := app.Count(t, "orders", "true")
	form.Set("items[0].quantity", "2")
	form.Set("total", "580,00")
	page := bruno.Form(fresh, form).Want(422)
	if !strings.Contains(page.Body, "já gerou um pedido") || app.Count(t, "orders", "true") != before {
		t.Error("a form that was saved is saved again without a question")
	}
	another := page.Fields()
	another.Set("acao", "salvar")
	bruno.Form(fresh, another).Want(303)
	if app.Count(t, "orders", "true") != before+1 {
		t.Error("a confirmed second order is not placed")
	}
}

// An order that is made from an item of the reception completes it, for any associate.
func TestCart_FromReception(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t)
	bruno := app.As(t, dbtest.Bruno)
	const fresh = "/painel/pedidos/novo"
	if href := bruno.GET("/painel/recepcao/1").Want(200).HTML().Find(`.dock-foot a[data-key="p"]`).
		AttrOr("href", ""); href != fresh+"?associado="+dbtest.Ana.UserCode+"&recepcao=1" {
		t.Errorf("the button leads to %s", href)
	}
	// The item stays with the form while its associate is changed.
	page := bruno.GET(fresh + "?associado=" + dbtest.Joao.UserCode + "&recepcao=1").Want(200).HTML()
	other, _ := page.Find(`a:contains("Trocar")`).Attr("href")
	search := bruno.GET(other).Want(200).Fields()
	if search.Get("recepcao") != "1" {
		t.Errorf("%s has %v", other, search)
	}
	form := bruno.FormAt(fresh + "?associado=" + dbtest.Joao.UserCode + "&recepcao=1")
	form.Set("add.code_texto", dbtest.Oil.Code)
	form.Set("acao", "adicionar")
	form = bruno.Form(fresh, form).Want(200).Fields()
	form.Set("acao", "salvar")
	bruno.Form(fresh, form).Want(303)
	if app.Count(t, "reception", "completion_reason = 'Pedido' and id = 1") != 1 {
		t.Error("the item is still open")
	}
}

// A change that is sent twice is no conflict with itself.

func TestCart_ChangeResubmitted(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t)
	bruno := app.As(t, dbtest.Bruno)
	form := bruno.FormAt(joaosCart)
	form.Set("discount", "15,00")
	form.Set("total", "265,00")
	form.Set("acao", "salvar")
	bruno.Form(joaosCart, form).Want(303)
	bruno.Form(joaosCart, form).Want(303)
	pay := bruno.FormAt(joaosOrder + "/pagar")
	pay.Set("payment_method", "cash")
	bruno.Form(joaosOrder+"/pagar", pay).Want(303)
	bruno.Form(joaosOrder+"/pagar", pay).Want(303)
	if app.Count(t, "order_changes", "order_id = 2 and action = 'update'") != 2 {
		t.Error("the history does not hold two changes")
	}
}

func TestCart_KeepsExtraMembers(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t)
	if _, err := app.Pool.Exec(t.Context(),
		`update orders set items = jsonb_set(items, '{0,lot}', '"L-2026 \"a\""') where id = 2`); err != nil {
		t.Fatal(err)
	}
	bruno := app.As(t, dbtest.Bruno)
	form := bruno.FormAt(joaosCart)
	form.Set("items[0].quantity", "3")
	form.Set("acao", "calcular")
	form = bruno.Form(joaosCart, form).Want(200).Fields()
	form.Set("acao", "salvar")
	bruno.Form(joaosCart, form).Want(303)
	if app.Count(t, "orders", `id = 2 and items->0->>'lot' = 'L-2026 "a"' and items->0->>'quantity' = '3'`) != 1 {
		t.Error("the member is gone")
	}
}

func TestCart_PlacedWithoutScripts(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t)
	bruno := app.As(t, dbtest.Bruno)
	if page := bruno.GET("/painel/pedidos/novo?associado_texto=ana+beatriz").Want(200).
		Body; !strings.Contains(page, "associado="+dbtest.Ana.UserCode) {
		t.Fatal("Ana is not offered")
	}
	if page := bruno.GET("/painel/pedidos/novo?associado=" + dbtest.Ana.UserCode).Want(200).Body; !strings.Contains(page, "Rua das Acácias") || !strings.Contains(page, `href="/painel/associados/1" data-row`) {
		t.Fatal("the form does not start with Ana's address")
	}
	form := url.Values{"user_code": {dbtest.Ana.UserCode}}
	// By code, in any case, and by a part of the name.
	for _, typed := range []string{"oleo-30", "creme"} {
		form.Set("add.code_texto", typed)
		form.Set("acao", "adicionar")
		form = bruno.Form("/painel/pedidos/novo", form).Want(200).Fields()
	}
	if form.Get("items[0].code") != "OLEO-30" || form.Get("items[1].amount") != "68,50" || form.Get("total") != "358,50" {
		t.Fatalf("the cart is %v", form)
	}
	form.Set("items[1].quantity", "2")
	form.Set("discount", "7,00")
	form.Set("acao", "calcular")
	form = bruno.Form("/painel/pedidos/novo", form).Want(200).Fields()
	if form.Get("total") != "420,00" {
		t.Fatalf("the total is %s", form.Get("total"))
	}
	// Enter in a field of the cart presses the first button, which adds; without a product that is no error.
	form.Set("items[0].quantity", "1")
	form.Set("acao", "adicionar")
	form = bruno.Form("/painel/pedidos/novo", form).Want(200).Fields()
	if form.Get("total") != "420,00" || form.Get("items[2].code") != "" {
		t.Fatalf("after Enter the cart is %v", form)
	}
	form.Set("acao", "remover:items:0")
	form = bruno.Form("/painel/pedidos/novo", form).Want(200).Fields()
	if form.Get("items[0].code") != "CREME-60" || form.Get("items[0].quantity") != "2" || form.Get("items[1].code") != "" ||
		form.Get("total") != "130,00" {
		t.Fatalf("after removing the oil the cart is %v", form)
	}
	form.Set("acao", "salvar")
	saved := bruno.Form("/painel/pedidos/novo", form).Want(303)
	page := bruno.GET(saved.Location()).Want(200).Words()
	if !strings.Contains(page, "Total R$ 130,00") {
		t.Errorf("saved as %s", page)
	}
}

// If the associate was removed meanwhile, the form asks for one.

func TestCart_UnknownAssociate(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t)
	part := app.As(t, dbtest.Bruno).With("HX-Request", "true").With("HX-Request-Type", "partial").
		Form("/painel/pedidos/novo", url.Values{"user_code": {"0a000000-0000-4000-8000-00000000ffff"}}).Want(200)
	if !strings.Contains(part.Body, "Para quem é o pedido?") || strings.Contains(part.Body, "<html") {
		t.Errorf("htmx got %q", part.Body)
	}
}

func TestCart_Refused(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t)
	bruno := app.As(t, dbtest.Bruno)
	before := app.Count(t, "orders", "true")
	form := url.Values{"user_code": {dbtest.Ana.UserCode}, "items[0].code": {"OLEO-30"}, "items[0].amount": {"abc"},
		"items[0].quantity": {"1"},
		"address.cep":       {"88"}, "info": {"Deixar na <portaria>"}, "total": {"290,00"}, "acao": {"salvar"}}
	page := bruno.Form("/painel/pedidos/novo", form).Want(422)
	redrawn := page.Fields()
	if redrawn.Get("items[0].amount") != "abc" || redrawn.Get("address.cep") != "88" ||
		!strings.Contains(page.Body, "Deixar na &lt;portaria&gt;") {
		t.Errorf("redrawn as %v", redrawn)
	}
	if !strings.Contains(page.Body, "Item 1, preço: deve ser um valor em reais") || !strings.Contains(page.Body, "<title>Erro: ") {
		t.Error("the error is not shown")
	}
	// A wrong total is an error, and the form holds the new one.
	form.Set("items[0].amount", "300,00")
	form.Set("address.cep", "")
	page = bruno.Form("/painel/pedidos/novo", form).Want(422)
	if !strings.Contains(page.Body, "O total mudou para R$\u00a0300,00. Confira e salve de novo.") || page.Fields().Get("total") != "300,00" {
		t.Error("the new total is not offered")
	}
	if after := app.Count(t, "orders", "true"); after != before {
		t.Errorf("%d orders were stored", after-before)
	}
	bruno.Form("/painel/pedidos/novo", url.Values{"user_code": {dbtest.Ana.UserCode}, "add.code_texto": {"nada"}, "acao": {"adicionar"}}).
		Want(422)
}
