package evidence_test

import (
	"strings"
	"testing"

	"acolhe/handlers/handlertest"
	"acolhe/models/platform/dbtest"
)

const path = "/painel/analises/evidencias"

// The numbers of a period are on the page, in the PDF and in the sheet, without a name; a wrong period is refused; strangers see none.
func TestEvidence(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t)
	for _, statement := range []string{
		`update orders set status = 'Enviado', paid_at = now(), items = '[{"code": "OLEO-30", "name": "Óleo", "amount": 290, "quantity": 7}]' where id = 1`,
		`insert into lots (product_id, number, expires_on) values (1, 'LT-A', current_date + 200)`,
		`insert into stock_movements (lot_id, kind, quantity, reason, actor_name, date_created) values (1, 'receipt', 48, null, 'x', now() - interval '1 minute'), (1, 'loss', -3, 'Quebra', 'x', now())`,
		`insert into stock_movements (lot_id, kind, quantity, order_id, actor_name, date_created) values (1, 'separation', -7, 1, 'x', now())`,
		`insert into prescriptions (user_id, prescriber_name, council, council_number, council_state, issued_on, valid_until, items)
			values (1, 'Lia Prado', 'CRM', '48211', 'RS', current_date - 10, current_date + 200, '[{"name": "Óleo", "quantity": 1}]')`,
		`insert into adverse_events (user_id, severity, is_felt, origin, reported_by_name, date_created, date_updated) values (1, 'severe', true, 'staff', 'x', now(), now())`,
	} {
		app.Exec(t, statement)
	}
	camila := app.As(t, dbtest.Camila)
	chosen := camila.GET(path + "?de=2025-11&ate=2026-02").Want(200).HTML()
	if months := chosen.Find("select option[selected]").Text(); months != "novembro de 2025fevereiro de 2026" {
		t.Errorf("the months of the form are %q", months)
	}
	if current := chosen.Find(`[aria-label="Áreas"] [aria-current]`).Text(); strings.TrimSpace(current) != "Evidências" {
		t.Errorf("the open page of the analytics is %q", current)
	}
	words := camila.GET(path).Want(200).Words()
	for _, want := range []string{dbtest.Oil.Name, "LT-A", "Quebra", "48", "38", "Muito forte", "sem laudo"} {
		if !strings.Contains(words, want) {
			t.Errorf("the page lacks %s", want)
		}
	}
	if strings.Contains(words, dbtest.Ana.LastName) {
		t.Error("the page has a name")
	}
	if file := camila.GET(path + ".pdf").Want(200); !strings.HasPrefix(file.Body, "%PDF-") {
		t.Error("no PDF")
	}
	if file := camila.GET(path + ".xlsx").Want(200); !strings.HasPrefix(file.Body, "PK") {
		t.Error("no sheet")
	}
	for _, wrong := range []string{"?de=x", "?de=2026-11&ate=2026-01", "?de=2000-01"} {
		if words := camila.GET(path + wrong).Want(200).Words(); !strings.Contains(words, "escreva o mês") && !strings.Contains(words, "de 1 a 24 meses") {
			t.Errorf("%s: %s", wrong, words)
		}
		camila.GET(path + ".xlsx" + wrong).Want(400)
	}
	refused := camila.GET(path + "?de=2026-11&ate=2026-01").Want(200).HTML()
	if months := refused.Find("select option[selected]").Text(); months != "novembro de 2026janeiro de 2026" {
		t.Errorf("after an error the months are %q", months)
	}
	if said := refused.Find("#campo-ate-erro").Text(); !strings.Contains(said, "de 1 a 24 meses") || refused.Find(`a[href*=".pdf"], .counts`).Length() != 0 {
		t.Errorf("beside the month stands %q, and maybe numbers of another period", said)
	}
	app.As(t, dbtest.Renata).GET(path).Want(403)
	app.Nobody(t).GET(path).Want(303)
}

// The number of signed terms leads to them for those who may open them alone.
func TestEvidence_Terms(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t)
	for _, who := range []dbtest.Operator{dbtest.Camila, dbtest.Priscila, dbtest.Fernando} {
		client := app.As(t, who)
		want := 0
		if client.GET("/painel/assinaturas").StatusCode == 200 {
			want = 1
		}
		if links := client.GET(path).Want(200).HTML().Find(`main a[href="/painel/assinaturas"]`).Length(); links != want {
			t.Errorf("%s has %d links to the terms, want %d", who.Name, links, want)
		}
	}
}
