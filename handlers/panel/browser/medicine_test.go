package browser_test

import (
	"testing"

	"acolhe/handlers/browsertest"
	"acolhe/handlers/handlertest"
	"acolhe/models/platform/dbtest"
)

// newMedicine is an app with the stock and the rule of prescriptions switched on, two lots of the oil, a prescription of Ana
// and a paid order of two oils.
func newMedicine(t *testing.T) *handlertest.App {
	t.Helper()
	app := handlertest.New(t)
	for _, statement := range []string{
		`insert into system_configs (system, key, value_type, value) values ('stock', 'enabled', 'boolean', 'true'), ('prescriptions', 'rule', 'text', '"block"')`,
		`update orders set status = 'Em separação', date_created = now() - interval '2 days', items = '[{"code": "OLEO-30", "name": "Óleo CBD 3.000 mg, 30 ml", "amount": 290, "quantity": 2}]' where id = 1`,
		`insert into lots (product_id, number, made_on, expires_on, thc_content) values (1, 'LT-2605-CT04', current_date - 90, current_date + 72, 0.3), (1, 'LT-2609-CT11', current_date - 60, current_date + 280, null)`,
		`insert into stock_movements (lot_id, kind, quantity, reason, actor_name, date_created) values (1, 'receipt', 3, 'nota 3.611', 'Priscila Prado', now() - interval '3 days'), (2, 'receipt', 24, null, 'Priscila Prado', now() - interval '2 days')`,
		`insert into prescriptions (user_id, prescriber_name, council, council_number, council_state, issued_on, valid_until, items)
			values (1, 'Dra. Lídia Oliveira', 'CRM', '48211', 'RS', current_date - 166, current_date + 17, '[{"code": "OLEO-30", "name": "Óleo CBD 3.000 mg, 30 ml", "dose": "8 gotas de 12 em 12 horas", "quantity": 2}]')`,
	} {
		app.Exec(t, statement)
	}
	return app
}

// A scanner is a keyboard: a code and Enter, again and again; the field keeps the focus.
func TestSeparation_Scanner(t *testing.T) {
	t.Parallel()
	app, page := separating(t)
	page.Type("LT-2605-CT04")
	page.Press("Enter")
	page.WaitForText("main", "1 de 2 unidades")
	page.WaitForFocus(codeField)
	page.Expect(422)
	page.Type("CREME-60")
	page.Press("Enter")
	page.WaitForText("main", "não é de um produto")
	page.CheckAccessibility()
	page.WaitForFocus(codeField)
	page.Type("OLEO-30")
	page.Press("Enter")
	page.WaitForText("main", "2 de 2 unidades")
	if app.Count(t, "lots", "number = 'LT-2605-CT04' and quantity = 1") != 1 {
		t.Error("the lot has other units")
	}
}

// A scanner does not wait: the codes that come while one is on its way follow it, and what is being typed stays in the field.
func TestSeparation_NextWhileSending(t *testing.T) {
	t.Parallel()
	app, page := separating(t)
	page.HoldAnswers()
	scan(page, "LT-2605-CT04", "OLEO-30")
	page.Type("CREM")
	page.ReleaseAnswers()
	page.WaitForText("main", "2 de 2 unidades")
	page.WaitForFocus(codeField)
	if typed := page.Value("#separar [name=codigo]"); typed != "CREM" {
		t.Errorf("the field holds %q", typed)
	}
	if app.Count(t, "lots", "number = 'LT-2605-CT04' and quantity = 1") != 1 {
		t.Error("a code is lost or arrives twice")
	}
}

// A refused code stops those behind it, and the page names them; another lot is scanned over the one that needs a reason.
func TestSeparation_RefusalStopsTheNext(t *testing.T) {
	t.Parallel()
	app, page := separating(t)
	page.Expect(422)
	page.HoldAnswers()
	scan(page, "CREME-60", "LT-2605-CT04")
	page.ReleaseAnswers()
	page.WaitForText("main", "Sem separar: LT-2605-CT04.")
	page.WaitForText("main", "não é de um produto")
	page.CheckAccessibility()
	if app.Count(t, "lots", "number = 'LT-2605-CT04' and quantity = 3") != 1 {
		t.Error("a code behind a refused one is sent")
	}
	page.Expect(422)
	scan(page, "LT-2609-CT11")
	page.WaitForText("main", "Motivo para usar outro lote")
	scan(page, "LT-2605-CT04")
	page.WaitForText("main", "1 de 2 unidades")
	page.GoOffline()
	scan(page, "LT-2605-CT04")
	page.WaitForText("main", "Sem separar: LT-2605-CT04.")
	page.GoOnline()
	scan(page, "LT-2605-CT04")
	page.WaitForText("main", "2 de 2 unidades")
	page.WaitGone("#separar ~ [role=alert], .separating [role=alert]")
}

const codeField = "Lote ou código do produto"

// separating opens the separation of the paid order, ready for the first code.
func separating(t *testing.T) (*handlertest.App, *browsertest.Page) {
	t.Helper()
	app := newMedicine(t)
	page := browsertest.Open(t, app)
	page.SignIn(dbtest.Priscila)
	page.Visit("/painel/pedidos/1/separar")
	page.WaitForFocus(codeField)
	return app, page
}

// scan types codes as a scanner does.
func scan(page *browsertest.Page, codes ...string) {
	for _, code := range codes {
		page.Type(code)
		page.Press("Enter")
	}
}

// Each page of prescriptions and of the stock, on the screens of the staff, light and dark, with axe.
func TestLooks_Medicine(t *testing.T) {
	t.Parallel()
	app := newMedicine(t)
	app.Exec(t, `insert into stock_movements (lot_id, kind, quantity, order_id, actor_name, date_created) values (1, 'separation', -1, 1, 'Priscila Prado', now()), (2, 'separation', -1, 1, 'Priscila Prado', now()), (2, 'separation', -2, 2, 'Priscila Prado', now())`)
	for _, statement := range []string{
		"update lots set blocked_at = now(), blocked_by_name = 'Priscila Prado', blocked_reason = 'Teor abaixo do laudo.' where id = 2",
		"insert into recalls (lot_id, advice, created_by_name, date_created) values (2, 'Pare de usar os frascos deste lote. Guarde-os fechados. A equipe liga.', 'Priscila Prado', now())",
		"insert into recall_people (lot_id, user_id, letter, token_hash, date_letter, date_created) values (2, 1, 'queued', sha256('link'), now(), now())",
		`insert into adverse_events (user_id, symptoms, description, severity, is_felt, origin, reported_by_name, date_created, date_updated)
			values (1, '["Tontura", "Boca seca"]', 'Ficou tonta ao levantar.', 'severe', true, 'associate', 'Ana Beatriz de Souza', now(), now())`,
		"insert into adverse_event_products (event_id, order_id, code, name, lot_id) values (1, 1, 'OLEO-30', 'Óleo CBD 3.000 mg, 30 ml', 1)",
		"insert into follow_ups (user_id, days, token_hash, date_sent, score, adherence, felt_bad, wants_call, date_answered) values (1, 30, sha256('a'), now(), 8, 'always', false, false, now()), (1, 90, sha256('b'), now(), 3, 'sometimes', true, false, now())",
	} {
		app.Exec(t, statement)
	}
	page := browsertest.Open(t, app)
	page.SignIn(dbtest.Camila)
	for _, shown := range []struct{ name, path string }{
		{"receitas", "/painel/receitas?situacao=a-vencer"}, {"receita", "/painel/receitas/1"}, {"receita-nova", "/painel/receitas/nova/1"},
		{"associado", "/painel/associados/1"}, {"estoque", "/painel/estoque"}, {"produto", "/painel/estoque/1"},
		{"entrada", "/painel/estoque/1/entrada"},
		{"lote", "/painel/estoque/lotes/1"}, {"lote-recolhido", "/painel/estoque/lotes/2"}, {"avisar", "/painel/estoque/lotes/2/avisar"}, {"recolher", "/painel/estoque/lotes/1/recolher"}, {"separar", "/painel/pedidos/1/separar"},
		{"pedido", "/painel/pedidos/1"},
		{"efeitos", "/painel/efeitos"}, {"efeito", "/painel/efeitos/1"}, {"efeito-novo", "/painel/efeitos/novo/1"},
		{"acompanhamento", "/painel/analises/acompanhamento"}, {"evidencias", "/painel/analises/evidencias"},
		{"contagem", "/painel/estoque/contagem?lote=LT-2605-CT04"},
	} {
		look(t, page, shown.path, t.Name()+"-"+shown.name, nil)
	}
}

// A recall in the browser: the typed number blocks the lot, the letters leave, and on a phone the person answers without signing in;
// the colleague then sees it, and marks another person as notified.
func TestRecall_Journey(t *testing.T) {
	t.Parallel()
	app := newMedicine(t)
	app.Exec(t, `insert into stock_movements (lot_id, kind, quantity, order_id, actor_name, date_created) values (1, 'separation', -1, 1, 'Priscila Prado', now()), (1, 'separation', -1, 2, 'Priscila Prado', now())`)
	app.Exec(t, "update orders set status = 'Enviado' where id in (1, 2)")
	page := browsertest.Open(t, app)
	page.SignIn(dbtest.Priscila)
	const lot = "/painel/estoque/lotes/1"
	page.Visit(lot + "/recolher")
	page.Fill("Escreva o número do lote", "LT-2605-CT04")
	page.Fill("Motivo", "Teor abaixo do laudo.")
	page.Click("Recolher lote")
	page.WaitForText("main", "Lote recolhido por Priscila Prado")
	page.Click("Avisar 2 pessoas…")
	page.Click("Mandar 2 cartas")
	page.WaitForText("main", "As cartas estão saindo")
	app.Exec(t, "update recall_people set letter = 'none' where user_id <> 1")
	app.Exec(t, "update recall_people set letter = 'queued', token_hash = sha256('link'), date_letter = now() where user_id = 1")
	phone := browsertest.Open(t, app)
	phone.Size(360, 740)
	phone.Visit("/recolhimento/link")
	for _, theme := range []string{"escuro", "claro"} {
		phone.Theme(theme)
		phone.CheckLayout()
		phone.CheckAccessibility()
		phone.Screenshot(t.Name() + "-" + theme)
	}
	phone.Click("Li e parei de usar")
	phone.WaitForText("h1", "Obrigado por avisar")
	page.Visit(lot)
	page.WaitForText("main", "Leu e parou")
	page.Click("Avisei")
	page.WaitForText("main", "2 avisadas")
	if app.Count(t, "recall_people", "date_called is not null") != 1 || app.Count(t, "recall_people", "date_acknowledged is not null") != 1 {
		t.Error("the answers are not stored")
	}
}

// The question after 30 days and the form of what a person felt on a phone, in both themes, with axe; the answers lead
// to the form.
func TestFollowUp_Phone(t *testing.T) {
	t.Parallel()
	app := newMedicine(t)
	app.Exec(t, "insert into follow_ups (user_id, days, token_hash, date_sent) values (1, 30, sha256('link'), now())")
	phone := browsertest.Open(t, app)
	phone.Size(360, 740)
	look := func(name string) {
		t.Helper()
		for _, theme := range []string{"escuro", "claro"} {
			phone.Theme(theme)
			phone.CheckLayout()
			phone.CheckAccessibility()
			phone.Screenshot(t.Name() + "-" + name + "-" + theme)
		}
	}
	phone.Visit("/acompanhamento/link")
	look("pergunta")
	phone.Click("4")
	phone.Click("Sim, sempre")
	browsertest.Read[any](phone, `() => { document.querySelector("[name=felt_bad][value=sim]").click(); document.querySelector("[name=wants_call][value=nao]").click() }`)
	phone.Click("Enviar respostas")
	phone.WaitForText("h1", "sentiu?")
	look("efeito")
	phone.Click("Tontura")
	browsertest.Read[any](phone, `() => { document.querySelector("[name=severity][value=severe]").click(); document.querySelector("[name=is_felt][value=nao]").click() }`)
	phone.Click("Enviar para a equipe")
	phone.WaitForText("h1", "Recebemos o seu relato")
	look("recebido")
	if app.Count(t, "adverse_events", "severity = 'severe' and origin = 'followup'") != 1 || app.Count(t, "follow_ups", "score = 4 and felt_bad") != 1 {
		t.Error("the answers are not stored")
	}
}
