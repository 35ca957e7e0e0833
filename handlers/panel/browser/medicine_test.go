package browser_test

import (
	"fmt"
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
	app := newMedicine(t)
	page := browsertest.Open(t, app)
	page.SignIn(dbtest.Priscila)
	page.Visit("/painel/pedidos/1/separar")
	page.WaitForFocus("Lote ou código do produto")
	page.Type("LT-2605-CT04")
	page.Press("Enter")
	page.WaitForText("main", "1 de 2 unidades")
	page.WaitForFocus("Lote ou código do produto")
	page.Expect(422)
	page.Type("CREME-60")
	page.Press("Enter")
	page.WaitForText("main", "não é de um produto")
	page.CheckAccessibility()
	page.WaitForFocus("Lote ou código do produto")
	page.Type("OLEO-30")
	page.Press("Enter")
	page.WaitForText("main", "2 de 2 unidades")
	if app.Count(t, "lots", "number = 'LT-2605-CT04' and quantity = 1") != 1 {
		t.Error("the lot has other units")
	}
}

// Each page of prescriptions and of the stock, on the screens of the staff, light and dark, with axe.
func TestMedicine_Pages(t *testing.T) {
	t.Parallel()
	app := newMedicine(t)
	app.Exec(t, `insert into stock_movements (lot_id, kind, quantity, order_id, actor_name, date_created) values (1, 'separation', -1, 1, 'Priscila Prado', now())`)
	page := browsertest.Open(t, app)
	page.SignIn(dbtest.Camila)
	for _, shown := range []struct{ name, path string }{
		{"receitas", "/painel/receitas?situacao=a-vencer"}, {"receita", "/painel/receitas/1"}, {"receita-nova", "/painel/receitas/nova/1"},
		{"associado", "/painel/associados/1"}, {"estoque", "/painel/estoque"}, {"produto", "/painel/estoque/1"},
		{"entrada", "/painel/estoque/1/entrada"},
		{"lote", "/painel/estoque/lotes/1"}, {"recolher", "/painel/estoque/lotes/1/recolher"}, {"separar", "/painel/pedidos/1/separar"},
		{"pedido", "/painel/pedidos/1"},
		{"contagem", "/painel/estoque/contagem?lote=LT-2605-CT04"},
	} {
		for _, look := range []struct {
			theme         string
			width, height int64
		}{{"claro", 1440, 900}, {"claro", 390, 844}, {"escuro", 1366, 768}} {
			page.Theme(look.theme)
			page.Size(look.width, look.height)
			page.Visit(shown.path)
			page.CheckLayout()
			page.CheckAccessibility()
			page.Screenshot(fmt.Sprintf("%s-%s-%s-%d", t.Name(), shown.name, look.theme, look.width))
		}
	}
}
