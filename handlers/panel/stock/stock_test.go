package stock_test

import (
	"net/url"
	"strings"
	"testing"

	"acolhe/handlers/handlertest"
	"acolhe/models/platform/dbtest"
	"acolhe/models/types/secret"
)

const (
	path  = "/painel/estoque"
	oil   = path + "/1"
	order = "/painel/pedidos/1"
)

// newStock is an app with the stock switched on and two lots of the oil; the order 1 is paid and has one oil.
func newStock(t *testing.T) *handlertest.App {
	t.Helper()
	app := handlertest.New(t)
	app.Exec(t, `insert into system_configs (system, key, value_type, value) values ('stock', 'enabled', 'boolean', 'true')`)
	app.Exec(t, `update orders set status = 'Pago', items = '[{"code": "OLEO-30", "amount": 290, "quantity": 2}]' where id = 1`)
	priscila := app.As(t, dbtest.Priscila)
	for _, lot := range []url.Values{
		{"number": {"lt-b"}, "quantity": {"10"}, "expires_on": {dbtest.Day(280)}, "made_on": {dbtest.Day(-90)}, "thc_content": {"0,3"},
			"reason": {"nota 3.611"}},
		{"number": {"LT-A"}, "quantity": {"3"}, "expires_on": {dbtest.Day(72)}},
	} {
		form := priscila.FormAt(oil + "/entrada")
		for name, values := range lot {
			form[name] = values
		}
		priscila.Form(oil+"/entrada", form).Want(303)
	}
	return app
}

// While the stock is switched off, its pages do not exist, and the pages of orders and the menu are as before.
func TestStock_Off(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t)
	camila := app.As(t, dbtest.Camila)
	for _, page := range []string{path, oil, oil + "/entrada", path + "/contagem", path + "/lotes/1", order + "/separar"} {
		camila.GET(page).Want(404)
	}
	camila.Form(oil+"/entrada", nil).Want(404)
	camila.Form(order+"/separar", nil).Want(404)
	if page := camila.GET(order).Want(200).HTML(); page.Find(`a[href="`+path+`"]`).Length() != 0 ||
		page.Find(`a[href$="/separar"]`).Length() != 0 {
		t.Error("a page leads to the stock")
	}
}

// A receipt, the list, the page of the product and the minimum.
func TestStock(t *testing.T) {
	t.Parallel()
	app := newStock(t)
	priscila := app.As(t, dbtest.Priscila)
	if words := priscila.GET(oil).Want(200).Words(); !strings.Contains(words, "LT-A") || !strings.Contains(words, "nota 3.611") ||
		!strings.Contains(words, "Vence em 7") {
		t.Errorf("the product shows %s", words)
	}
	wrong := priscila.FormAt(oil + "/entrada")
	wrong.Set("number", "LT-C")
	wrong.Set("quantity", "1")
	wrong.Set("thc_content", "muito")
	if words := priscila.Form(oil+"/entrada", wrong).Want(422).Words(); !strings.Contains(words, "informe a validade do lote") &&
		!strings.Contains(words, "12,5") {
		t.Errorf("the refusal says %s", words)
	}
	again := priscila.FormAt(oil + "/entrada")
	again.Set("number", "LT-A")
	again.Set("quantity", "2")
	priscila.Form(oil+"/entrada", again).Want(303)
	priscila.Form(oil+"/entrada", again).Want(303) // the same form again
	if app.Count(t, "lots", "number = 'LT-A' and quantity = 5") != 1 {
		t.Error("the second receipt is not added once")
	}
	priscila.Form(oil+"/minimo", url.Values{"minimum": {"x"}}).Want(422)
	priscila.Form(oil+"/minimo", url.Values{"minimum": {"20"}}).Want(303)
	if words := priscila.GET(path + "?situacao=acabando").Want(200).Words(); !strings.Contains(words, dbtest.Oil.Name) ||
		strings.Contains(words, dbtest.Cream.Name) {
		t.Errorf("what is low: %s", words)
	}
	bruno := app.As(t, dbtest.Bruno)
	bruno.GET(oil).Want(200)
	bruno.GET(oil + "/entrada").Want(403)
	bruno.Form(oil+"/entrada", again).Want(403)
	app.As(t, dbtest.Renata).GET(path).Want(403)
	app.Nobody(t).GET(path).Want(303)
	priscila.GET(path + "/999").Want(404)
}

// The keys of a scanner: a code and Enter. A wrong code is refused, another lot asks for its reason, a unit goes back.
func TestSeparation(t *testing.T) {
	t.Parallel()
	app := newStock(t)
	priscila := app.As(t, dbtest.Priscila)
	const separate = order + "/separar"
	if page := priscila.GET(separate).Want(200).HTML(); page.Find(`input[name="codigo"][autofocus]`).Length() != 1 {
		t.Error("the field has no focus")
	}
	if words := priscila.Form(separate, url.Values{"codigo": {"CREME-60"}}).Want(422).
		Words(); !strings.Contains(words, "não é de um produto") {
		t.Errorf("a wrong product: %s", words)
	}
	asked := priscila.Form(separate, url.Values{"codigo": {"LT-B"}}).Want(422).HTML()
	if asked.Find(`input[name="reason"]`).Length() != 1 || asked.Find(`input[name="codigo"]`).AttrOr("value", "") != "LT-B" {
		t.Error("another lot does not ask for a reason")
	}
	priscila.Form(separate, url.Values{"codigo": {"LT-B"}, "reason": {"caixa aberta"}}).Want(303)
	priscila.Form(separate, url.Values{"codigo": {"OLEO-30"}}).Want(303)
	if app.Count(t, "stock_movements", "kind = 'separation' and order_id = 1 and reason = 'caixa aberta'") != 1 ||
		app.Count(t, "lots", "number = 'LT-B' and quantity = 8") != 1 {
		t.Error("it is not taken out of the stock")
	}
	if words := priscila.GET(separate).Want(200).Words(); !strings.Contains(words, "2 de 2 unidades") {
		t.Errorf("the page says %s", words)
	}
	priscila.Form(separate+"/devolver", url.Values{"lote": {"1"}}).Want(303)
	priscila.Form(separate+"/devolver", url.Values{"lote": {"2"}}).Want(422)
	if words := priscila.GET(order).Want(200).Words(); !strings.Contains(words, "LT-B") || !strings.Contains(words, "Separar por lote") {
		t.Error("the order does not show its lots")
	}
	checkQueue(t, app, separate)
	priscila.GET("/painel/pedidos/999/separar").Want(404)
	app.As(t, dbtest.Renata).GET(separate).Want(403)
	app.Nobody(t).GET(separate).Want(303)
}

// checkPeopleFile checks that the file of a lot is recorded as other files are, and that one with more than 1,000 people asks for the
// second step again.
func checkPeopleFile(t *testing.T, app *handlertest.App, by *handlertest.Client, file string) {
	t.Helper()
	if app.Count(t, "security_events", `kind = 'list.exported' and subject = 'pessoas-do-lote' and details = '{"rows": 1, "asked": ["Lote: LT-A"]}'`) != 1 {
		t.Error("the file is not recorded")
	}
	app.Exec(t, "update system_users set second_step_at = now() where id = $1", dbtest.Priscila.ID)
	by.GET(file).Want(200)
	app.Exec(t, "insert into stock_movements (lot_id, kind, quantity, actor_name, date_created) values (2, 'receipt', 1000, 'Priscila', now())")
	app.Exec(t, `with placed as (insert into orders (user_id, user_code, name_associate, items, total, status)
		select 1, (select user_code from users where id = 1), 'Ana', '[{"code": "OLEO-30", "amount": 1, "quantity": 1}]', 1, 'Entregue' from generate_series(1, 1000) returning id)
		insert into stock_movements (lot_id, order_id, kind, quantity, actor_name, date_created)
		select 2, id, 'separation', -1, 'Priscila', now() from placed`)
	by.GET(file).Want(401)
	app.Exec(t, "update system_users set second_step_at = null where id = $1", dbtest.Priscila.ID)
	if rows := by.GET(file).Want(200).CSV(); len(rows) != 1_002 {
		t.Errorf("the file has %d rows", len(rows))
	}
}

// Where a lot went, as a page and as a file; its recall needs its number, and only an administrator takes it back.
func TestRecall(t *testing.T) {
	t.Parallel()
	app := newStock(t)
	priscila := app.As(t, dbtest.Priscila)
	priscila.Form(order+"/separar", url.Values{"codigo": {"LT-A"}}).Want(303)
	const lot = path + "/lotes/2"
	if words := priscila.GET(lot).Want(200).Words(); !strings.Contains(words, dbtest.Ana.FullName()) ||
		!strings.Contains(words, "ana@exemplo.org.br") {
		t.Errorf("the lot shows %s", words)
	}
	if rows := priscila.GET(lot + "/pessoas.csv").Want(200).CSV(); len(rows) != 2 || rows[1][0] != dbtest.Ana.FullName() || rows[1][2] != "1" || rows[1][7] != "Não saiu" {
		t.Error(rows)
	}
	priscila.Form(lot+"/recolher", url.Values{"typed": {"LT"}, "reason": {"teor"}}).Want(422)
	priscila.Form(lot+"/recolher", url.Values{"typed": {"LT-A"}}).Want(422)
	priscila.Form(lot+"/recolher", url.Values{"typed": {"lt-a"}, "reason": {"Teor abaixo do laudo."}}).Want(303)
	if words := priscila.GET(lot).Want(200).Words(); !strings.Contains(words, "Lote recolhido por Priscila Prado") {
		t.Errorf("the lot shows %s", words)
	}
	if words := priscila.Form(order+"/separar", url.Values{"codigo": {"LT-A"}}).Want(422).Words(); !strings.Contains(words, "foi recolhido") {
		t.Error("a recalled lot leaves")
	}
	priscila.Form(lot+"/liberar", nil).Want(403)
	app.As(t, dbtest.Camila).Form(lot+"/liberar", nil).Want(303)
	if app.Count(t, "lots", "id = 2 and blocked_at is null") != 1 {
		t.Error("the recall stays")
	}
	app.As(t, dbtest.Bruno).Form(lot+"/recolher", nil).Want(403)
	checkPeopleFile(t, app, priscila, lot+"/pessoas.csv")
}

// A lot is read, then counted; a difference needs its reason. The count of two people is joined, a dispute is decided, and the end
// of the count changes the stock once.
func TestCount(t *testing.T) {
	t.Parallel()
	app := newStock(t)
	priscila, camila, bruno := app.As(t, dbtest.Priscila), app.As(t, dbtest.Camila), app.As(t, dbtest.Bruno)
	const count, decide, finish = path + "/contagem", path + "/contagem/decidir", path + "/contagem/terminar"
	priscila.GET(count + "?lote=NADA").Want(404)
	priscila.GET(finish).Want(303)
	form := priscila.GET(count + "?lote=lt-a").Want(200).Form("contar")
	priscila.Form(count, form).Want(422)
	form.Set("quantity", "2")
	if words := priscila.Form(count, form).Want(422).Words(); !strings.Contains(words, "diga o motivo da diferença") {
		t.Errorf("a difference without a reason: %s", words)
	}
	form.Set("reason", "Quebra")
	priscila.Form(count, form).Want(303)
	priscila.Form(count, form).Want(303) // the same form again
	if app.Count(t, "stock_count_lines", "quantity = 2 and expected = 3 and reason = 'Quebra'") != 1 ||
		app.Count(t, "lots", "number = 'LT-A' and quantity = 3") != 1 {
		t.Error("the count is not stored once, or changes the stock before its end")
	}
	theirs := camila.GET(count + "?lote=lt-a").Want(200).Form("contar")
	theirs.Set("quantity", "3")
	camila.Form(count, theirs).Want(303)
	page := camila.GET(count).Want(200)
	if words := page.Words(); !strings.Contains(words, "Números diferentes") || !strings.Contains(words, "Priscila Prado contou 2") ||
		!strings.Contains(words, "1 de 2 lotes · 1 diferença") {
		t.Errorf("the page says %s", words)
	}
	if words := camila.GET(finish).Want(200).Words(); !strings.Contains(words, "1 lote tem números diferentes") {
		t.Errorf("the end says %s", words)
	}
	id := page.HTML().Find(`input[name="line_id"]`).First().AttrOr("value", "")
	seen := page.HTML().Find(`input[name="seen"]`).First().AttrOr("value", "")
	camila.Form(finish, url.Values{"count_id": {"1"}}).Want(422)
	camila.Form(decide, url.Values{"line_id": {id}, "seen": {"0"}}).Want(422)
	camila.Form(decide, url.Values{"line_id": {"999"}, "seen": {seen}}).Want(404)
	bruno.Form(decide, url.Values{"line_id": {id}, "seen": {seen}}).Want(403)
	camila.Form(decide, url.Values{"line_id": {id}, "seen": {seen}}).Want(303)
	if words := camila.GET(finish).Want(200).Words(); !strings.Contains(words, "O estoque muda assim") || !strings.Contains(words, "−1") {
		t.Errorf("the end says %s", words)
	}
	bruno.GET(finish).Want(403)
	bruno.Form(finish, url.Values{"count_id": {"1"}}).Want(403)
	camila.Form(finish, url.Values{"count_id": {"x"}}).Want(404)
	for range 2 {
		camila.Form(finish, url.Values{"count_id": {"1"}}).Want(303)
	}
	if app.Count(t, "stock_movements", "kind = 'count' and quantity = -1 and reason like 'Quebra%'") != 1 ||
		app.Count(t, "lots", "number = 'LT-A' and quantity = 2") != 1 {
		t.Error("the end of the count does not change the stock once")
	}
	const lot = path + "/lotes/2"
	priscila.Form(lot+"/ajuste", url.Values{"kind": {"loss"}, "quantity": {"5"}, "reason": {"x"}}).Want(422)
	priscila.Form(lot+"/ajuste", url.Values{"kind": {"loss"}, "quantity": {"1"}, "reason": {"Quebra"}}).Want(303)
	bruno.Form(count, form).Want(403)
	app.Nobody(t).Form(count, form).Want(303)
}

// Letters to the people of a recalled lot: none before, one each after; the link is answered without signing in; a colleague marks
// whom no letter reaches.
func TestRecall_Letters(t *testing.T) {
	t.Parallel()
	app := newStock(t)
	priscila := app.As(t, dbtest.Priscila)
	const lot = path + "/lotes/2"
	priscila.Form(order+"/separar", url.Values{"codigo": {"LT-A"}}).Want(303)
	app.Exec(t, "update orders set status = 'Enviado' where id = 1")
	if page := priscila.GET(lot).Want(200).HTML(); page.Find(`a[href$="/avisar"]`).Length() != 0 {
		t.Error("letters are offered before the recall")
	}
	priscila.Form(lot+"/recolher", url.Values{"typed": {"LT-A"}, "reason": {"Teor."}}).Want(303)
	form := url.Values{"advice": {"Pare de usar os frascos deste lote. A equipe liga para combinar a troca."}}
	short := url.Values{"advice": {"curto"}}
	if words := priscila.Form(lot+"/avisar", short).Want(422).Words(); !strings.Contains(words, "escreva de 40 a 2.000") {
		t.Errorf("a short letter: %s", words)
	}
	app.As(t, dbtest.Bruno).Form(lot+"/avisar", form).Want(403)
	priscila.Form(lot+"/avisar", form).Want(303)
	if app.Count(t, "recall_people", "letter = 'waiting'") != 1 {
		t.Error("no letter is on its way")
	}
	token := secret.New()
	app.Secret(token)
	app.Exec(t, "update recall_people set letter = 'queued', token_hash = $1, date_letter = now()", secret.Hash(token))
	const link = "/recolhimento/"
	holder := app.Nobody(t)
	page := holder.GET(link + token).Want(200)
	if words := page.Words(); !strings.Contains(words, "Pare de usar o lote LT-A") || strings.Contains(words, "Ana") ||
		strings.Contains(words, dbtest.Oil.Name) {
		t.Errorf("the page says %s", words)
	}
	if policy := page.Header.Get("X-Robots-Tag"); policy != "noindex" {
		t.Errorf("robots: %q", policy)
	}
	if app.Count(t, "recall_people", "date_acknowledged is not null") != 0 {
		t.Error("opening the page answers it")
	}
	holder.Form(link+token+"/li", nil).Want(303)
	if words := holder.GET(link + token).Want(200).Words(); !strings.Contains(words, "Obrigado por avisar") {
		t.Errorf("answered, the page says %s", words)
	}
	holder.GET(link + "x").Want(404)
	holder.Form(link+"x/li", nil).Want(404)
	if words := priscila.GET(lot + "?aviso=avisadas").Want(200).Words(); !strings.Contains(words, "Leu e parou") {
		t.Errorf("the lot shows %s", words)
	}
	priscila.Form(lot+"/pessoas/1/avisada", nil).Want(303)
	priscila.Form(lot+"/pessoas/4/avisada", nil).Want(404)
	app.As(t, dbtest.Bruno).Form(lot+"/pessoas/1/avisada", nil).Want(403)
	if words := priscila.GET("/painel/associados/1").Want(200).Words(); !strings.Contains(words, "Lotes recebidos") ||
		!strings.Contains(words, "LT-A") {
		t.Error("the record does not show the lot")
	}
}

// The certificate of the laboratory is a file on the page of the lot; what is no file is refused there.
func TestLot_Certificate(t *testing.T) {
	t.Parallel()
	app := newStock(t)
	camila := app.As(t, dbtest.Camila)
	const lot = path + "/lotes/2"
	certificate := []byte("%PDF-1.4\n1 0 obj\n<<>>\nendobj\n%%EOF\n")
	if words := camila.Upload(lot+"/laudo", "laudo.pdf", []byte{0, 1, 2, 3}, nil).Want(422).Words(); !strings.Contains(words, "Laudo") {
		t.Errorf("a wrong file: %s", words)
	}
	camila.Upload(lot+"/laudo", "laudo.pdf", certificate, nil).Want(303)
	if app.Count(t, "lots", "id = 2 and certificate_file_id is not null") != 1 {
		t.Error("the certificate is not stored")
	}
	if words := camila.GET(lot).Want(200).Words(); !strings.Contains(words, "laudo.pdf") {
		t.Errorf("the lot shows %s", words)
	}
	if page := app.As(t, dbtest.Priscila).GET(lot).Want(200).HTML(); page.Find(`form[action$="/laudo"]`).Length() != 0 {
		t.Error("who may not store files is offered it")
	}
	app.As(t, dbtest.Priscila).Upload(lot+"/laudo", "laudo.pdf", certificate, nil).Want(403)
	app.As(t, dbtest.Bruno).Upload(lot+"/laudo", "laudo.pdf", certificate, nil).Want(403)
}

// The movements of a product can be narrowed to a direction; the page says for how long the stock lasts.
func TestProduct_Movements(t *testing.T) {
	t.Parallel()
	app := newStock(t)
	priscila := app.As(t, dbtest.Priscila)
	const oil = path + "/1"
	priscila.Form(order+"/separar", url.Values{"codigo": {"LT-A"}}).Want(303)
	for query, want := range map[string]int{"": 3, "?movimentos=entradas": 2, "?movimentos=saidas": 1, "?movimentos=ajustes": 0, "?movimentos=tudo": 3} {
		if rows := priscila.GET(oil + query).Want(200).HTML().Find("#movimentos .line").Length(); rows != want {
			t.Errorf("%q has %d movements, want %d", query, rows, want)
		}
	}
	page := priscila.GET(oil).Want(200)
	if words := page.Words(); !strings.Contains(words, "1 a mais que antes") || !strings.Contains(words, "sai 1 a cada 30 dias") {
		t.Errorf("the page says %s", words)
	}
	if ahead := page.HTML().Find("#grafico-estoque-plot-only-texto, rect.bar-partial").Length(); ahead != 1+7 {
		t.Errorf("%d bars are ahead of today", ahead-1)
	}
}

// checkQueue checks that the orders in separation stand beside the open one: the caller's, or all with who separates them, and that the next
// one that is not ready is a key away.
func checkQueue(t *testing.T, app *handlertest.App, separate string) {
	t.Helper()
	app.Exec(t, "update orders set status = 'Em separação' where id in (1, 2)")
	app.Exec(t, `insert into order_changes (order_id, actor_kind, action, changes, actor_code, actor_name, date_created) values
		(1, 'operator', 'update', '{"status": {"from": "Pago", "to": "Em separação"}}', $1, 'Priscila Prado', now()),
		(2, 'operator', 'update', '{"status": {"from": "Pago", "to": "Em separação"}}', $2, 'Fernando Reis', now())`, dbtest.Priscila.UserCode, dbtest.Fernando.UserCode)
	priscila := app.As(t, dbtest.Priscila)
	mine := priscila.GET(separate).Want(200).HTML()
	if queue := mine.Find(".separating-queue"); queue.Find("li").Length() != 1 || queue.Find("[aria-current=page]").Length() != 1 {
		t.Errorf("her queue is %s", queue.Text())
	}
	everyone := priscila.GET(separate + "?fila=todos").Want(200).HTML()
	if queue := everyone.Find(".separating-queue"); queue.Find("li").Length() != 2 || !strings.Contains(queue.Text(), "com Fernando") {
		t.Errorf("the whole queue is %s", queue.Text())
	}
	if next := everyone.Find("a[aria-keyshortcuts=J]").AttrOr("href", ""); next != "/painel/pedidos/2/separar?fila=todos" {
		t.Errorf("the next order is at %q", next)
	}
	if mine.Find("a[aria-keyshortcuts=J]").Length() != 0 {
		t.Error("a colleague's order is the next one")
	}
}

// Units of a recalled lot in an order that is not sent yet: the order and its separation say so and do not lead to the label, sending
// is refused, and with other units the order goes on. One button of the separation is the primary one.
func TestRecall_SeparatedOrder(t *testing.T) {
	t.Parallel()
	app := newStock(t)
	priscila := app.As(t, dbtest.Priscila)
	const separate, warning = order + "/separar", "Este pedido não pode ser enviado assim"
	for range 2 {
		priscila.Form(separate, url.Values{"codigo": {"LT-A"}}).Want(303)
	}
	app.Exec(t, "update orders set status = 'Em separação' where id = 1")
	primary := func(at string) (labels string) {
		page := priscila.GET(at).Want(200).HTML()
		return strings.TrimSpace(page.Find("main .btn:not([data-variant]), main .btn[data-variant=primary]").Text())
	}
	if labels := primary(separate); labels != "Ir para a etiqueta" {
		t.Errorf("the primary buttons are %q", labels)
	}
	priscila.Form(path+"/lotes/2/recolher", url.Values{"typed": {"LT-A"}, "reason": {"Teor."}}).Want(303)
	if labels := primary(separate) + ", " + primary(order); labels != "Separar, Trocar as unidades" {
		t.Errorf("the primary buttons are %q", labels)
	}
	for _, page := range []string{order, separate} {
		if words := priscila.GET(page).Want(200).Words(); !strings.Contains(words, warning) || !strings.Contains(words, "2 unidades do lote LT-A, recolhido.") {
			t.Errorf("%s says %s", page, words)
		}
	}
	send := order + "/enviar"
	if words := priscila.GET(send).Want(200).Words(); strings.Contains(words, "separar") {
		t.Errorf("sending a separated order says %s", words)
	}
	sent := priscila.FormAt(send)
	sent.Set("pickup", "true")
	if words := priscila.Form(order+"/enviar", sent).Want(422).Words(); !strings.Contains(words, "O lote LT-A foi recolhido.") {
		t.Errorf("sending says %s", words)
	}
	for range 2 {
		priscila.Form(separate+"/devolver", url.Values{"lote": {"2"}}).Want(303)
		priscila.Form(separate, url.Values{"codigo": {"LT-B"}}).Want(303)
	}
	if words := priscila.GET(order).Want(200).Words(); strings.Contains(words, warning) {
		t.Error("the order still warns")
	}
	priscila.Form(order+"/enviar", sent).Want(303)
}

// A cancelled order with separated units leads to where they are put back, and to nothing else.
func TestSeparation_Cancelled(t *testing.T) {
	t.Parallel()
	app := newStock(t)
	priscila := app.As(t, dbtest.Priscila)
	priscila.Form(order+"/separar", url.Values{"codigo": {"LT-A"}}).Want(303)
	app.Exec(t, "update orders set status = 'Cancelado' where id = 1")
	if page := priscila.GET(order).Want(200).HTML(); strings.TrimSpace(page.Find(`main a[href="`+order+`/separar"]`).Text()) != "Devolver ao estoque" {
		t.Error("the order does not lead to where its units are put back")
	}
	if page := priscila.GET(order + "/separar").Want(200).HTML(); page.Find(`input[name="codigo"]`).Length() != 0 {
		t.Error("a cancelled order asks for units")
	}
	if words := priscila.GET(path + "/lotes/2").Want(200).Words(); !strings.Contains(words, "em pedidos cancelados") {
		t.Errorf("the lot says %s", words)
	}
	priscila.Form(order+"/separar/devolver", url.Values{"lote": {"2"}}).Want(303)
	if app.Count(t, "lots", "number = 'LT-A' and quantity = 3") != 1 {
		t.Error("the unit is not back")
	}
}

// Of a number that lots of two products have, the count asks for the product.
func TestCount_SameNumber(t *testing.T) {
	t.Parallel()
	app := newStock(t)
	app.Exec(t, "insert into lots (product_id, number, expires_on) values (2, 'LT-A', current_date + 90)")
	priscila := app.As(t, dbtest.Priscila)
	const count = path + "/contagem"
	page := priscila.GET(count + "?lote=lt-a").Want(200)
	if words := page.Words(); !strings.Contains(words, "Qual produto?") || page.HTML().Find("#contar").Length() != 0 {
		t.Errorf("the page says %s", words)
	}
	for product, lot := range map[string]string{"1": "2", "2": "3"} {
		href := page.HTML().Find(`main a[href*="produto=`+product+`"]`).AttrOr("href", "")
		if form := priscila.GET(href).Want(200).Form("contar"); form.Get("lot_id") != lot {
			t.Errorf("product %s: %v", product, form)
		}
	}
}

// A mark as notified is taken back, in the part of the list where it was made; numbers of orders open.
func TestRecall_Unmark(t *testing.T) {
	t.Parallel()
	app := newStock(t)
	priscila := app.As(t, dbtest.Priscila)
	const lot = path + "/lotes/2"
	priscila.Form(order+"/separar", url.Values{"codigo": {"LT-A"}}).Want(303)
	app.Exec(t, "update orders set status = 'Enviado' where id = 1")
	priscila.Form(lot+"/recolher", url.Values{"typed": {"LT-A"}, "reason": {"Teor."}}).Want(303)
	const missing, mark, unmark = lot + "?aviso=a-avisar", lot + "/pessoas/1/avisada", lot + "/pessoas/1/desfazer"
	if page := priscila.GET(missing).Want(200).HTML(); page.Find(`#quem a[href="`+order+`"]`).Length() != 1 {
		t.Error("the order does not open")
	}
	number := priscila.GET(missing).Want(200).HTML().Find("#quem td.p-below")
	if dials := number.Find(`a[href="tel:+55` + dbtest.Ana.Phone + `"]`); dials.Length() != 1 || dials.Text() != number.Text() {
		t.Errorf("a phone shows %q, which may not dial", number.Text())
	}
	if at := priscila.With("Referer", app.URL+missing).Form(mark, nil).Want(303).Location(); at != missing+"#quem" {
		t.Errorf("it returns to %s", at)
	}
	if page := priscila.GET(lot).Want(200).HTML(); page.Find(`form[action="`+unmark+`"]`).Length() != 1 {
		t.Error("the mark cannot be taken back")
	}
	app.As(t, dbtest.Bruno).Form(unmark, nil).Want(403)
	priscila.Form(unmark, nil).Want(303)
	if words := priscila.GET(missing).Want(200).Words(); !strings.Contains(words, dbtest.Ana.FullName()) {
		t.Errorf("the list shows %s", words)
	}
}

// Before an order is sent, its page names the units without a lot, and those that the order no longer has.
func TestSend_Balance(t *testing.T) {
	t.Parallel()
	app := newStock(t)
	priscila := app.As(t, dbtest.Priscila)
	app.Exec(t, "update orders set status = 'Em separação' where id = 1")
	priscila.Form(order+"/separar", url.Values{"codigo": {"LT-A"}}).Want(303)
	const missing, surplus = "alta separar 1 unidade", "1 unidade foi separada a mais"
	for _, page := range []string{order + "/enviar", "/painel/pedidos/enviar?ids=1"} {
		if words := priscila.GET(page).Want(200).Words(); !strings.Contains(words, missing) {
			t.Errorf("%s says %s", page, words)
		}
	}
	app.Exec(t, `update orders set items = jsonb_build_array(jsonb_build_object('code', $1::text, 'amount', 290, 'quantity', 1)) where id = 1`, dbtest.Cream.Code)
	if words := priscila.GET(order + "/separar").Want(200).Words(); !strings.Contains(words, "A etiqueta vem depois: falta") || strings.Contains(words, "Ir para a etiqueta") {
		t.Errorf("with one unit of another product the separation says %s", words)
	}
	app.Exec(t, `update orders set items = '[{"code": "UNKNOWN", "amount": 290, "quantity": 2}]' where id = 1`)
	for _, page := range []string{order + "/enviar", order + "/separar"} {
		if words := priscila.GET(page).Want(200).Words(); !strings.Contains(words, surplus) || strings.Contains(words, "Falta separar") {
			t.Errorf("%s says %s", page, words)
		}
	}
}
