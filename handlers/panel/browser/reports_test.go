package browser_test

import (
	"testing"

	"acolhe/handlers/browsertest"
	"acolhe/handlers/handlertest"
	"acolhe/models/platform/dbtest"
)

// A month is approved in a batch by keyboard, the professional contests a service in the portal, the staff answers and
// approves, closes the month and marks it as paid.
func TestReports_Month(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t)
	app.Exec(t, "update professionals set payment_details = 'Pix: renata@acolhe.test' where id = 1")
	app.Exec(t, `insert into services (id, service_code, associate_user_code, associate_name, professional_id, professional_name, type, price, status, consultation_date)
		select 300 + n, 'R-' || n, associate_user_code, associate_name, 1, professional_name, type, 100, 'Pagamento Concluído', '2026-11-12 10:00-03'::timestamptz + n * interval '1 day'
		from services, generate_series(1, 2) as n where services.id = 1`)
	page := browsertest.Open(t, app)
	page.SignIn(dbtest.Fernando)
	page.Visit("/painel/relatorios?mes=2026-11")
	page.Click(`[popovertarget="mes"]`)
	page.WaitFor("#mes:popover-open")
	page.CheckAccessibility()
	page.Press("Escape")
	page.Press("j", "x", "j", "x", "j", "x")
	page.WaitForText("[data-bar]", "3 selecionados")
	page.Screenshot(t.Name() + "-selection")
	page.Press("a")
	page.WaitForText("#avisos", "3 serviços aprovados")
	page.CheckAccessibility()
	professional := browsertest.Open(t, app)
	professional.SignIn(dbtest.Renata)
	professional.Phone()
	professional.Visit("/portal?mes=2026-11")
	professional.CheckLayout()
	professional.Visit("/portal/contestar/301")
	professional.CheckAccessibility()
	professional.Fill("Explique o motivo", "Foram R$ 150,00.")
	professional.Click("Enviar contestação")
	professional.WaitForText("#conversa", "Foram R$ 150,00.")
	professional.CheckAccessibility()
	page.Visit("/painel/relatorios?mes=2026-11&conversa=301")
	page.WaitForText(".thread", "Foram R$ 150,00.")
	page.Fill("Resposta", "Conferido, são R$ 100,00.")
	page.CheckAccessibility()
	page.Screenshot(t.Name() + "-thread")
	page.Click("Responder e aprovar")
	page.WaitForText("#avisos", "Resposta enviada e serviço aprovado.")
	page.Click("Fechar mês")
	page.WaitForText("dialog[open]", "3 serviços")
	page.CheckAccessibility()
	page.Click("dialog[open] button[type=submit]")
	page.WaitForText("#avisos", "2026-11/001")
	page.Visit("/painel/relatorios/extratos/1")
	page.CheckAccessibility()
	page.Screenshot(t.Name() + "-statement")
	page.Click("Marcar como pago…")
	page.WaitForText("dialog[open]", "Data do pagamento")
	page.CheckAccessibility()
	page.Click("Marcar como pago")
	page.WaitForText("#avisos", "1 repasse marcado como pago")
	page.Visit("/painel/relatorios/repasses?mes=2026-11")
	page.WaitForText("main", "Pago em")
	page.CheckAccessibility()
	professional.Visit("/portal?mes=2026-11")
	professional.WaitForText("main", "nº 2026-11/001")
	professional.CheckAccessibility()
	page.Visit("/painel/relatorios?mes=2026-11")
	page.Paper()
	page.Screenshot(t.Name() + "-paper")
}

// The counts of the month do not run into the sums at the width of an office screen.
func TestReports_FootAtOfficeSize(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t)
	app.Exec(t, `insert into services (id, service_code, associate_user_code, associate_name, professional_id, professional_name, type, price, status, consultation_date, commission_validation)
		select 300 + n, 'R-' || n, associate_user_code, associate_name, 1, professional_name, type, 12345, 'Pagamento Concluído', '2026-11-12 10:00-03'::timestamptz, case when n > 100 then 'contested' end
		from services, generate_series(1, 120) as n where services.id = 1`)
	page := browsertest.Open(t, app)
	page.SignIn(dbtest.Fernando)
	page.Size(1366, 768)
	page.Visit("/painel/relatorios?mes=2026-11")
	page.WaitForText(".ledger-total", "121 serviços")
	if over := browsertest.Read[float64](page, `() => {
		const cell = document.querySelector(".ledger-total"), text = document.createRange();
		text.selectNodeContents(cell);
		return text.getBoundingClientRect().right - cell.getBoundingClientRect().right;
	}`); over > 0 {
		t.Errorf("the counts reach %v px over their cell", over)
	}
}
