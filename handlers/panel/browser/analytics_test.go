package browser_test

import (
	"strings"
	"testing"

	"acolhe/handlers/browsertest"
	"acolhe/handlers/handlertest"
	"acolhe/models/platform/dbtest"
)

// charted has orders and services of October and November, in states with one and with three associates.
func charted(t *testing.T) *browsertest.Page {
	t.Helper()
	app := handlertest.New(t)
	app.Exec(t, `insert into orders (user_id, user_code, name_associate, items, total, donation, status, address, date_created)
		select user_id, user_code, name_associate, items, 100, 10, s.status, '{"state": "SC"}', '2026-10-14 10:00-03'::timestamptz + n * interval '1 day'
		from orders, generate_series(1, 20) n, (values ('Entregue'), ('Pago'), ('Aguardando pagamento'), ('Cancelado')) as s (status) where orders.id = 2`)
	app.Exec(t, `insert into services (service_code, associate_user_code, associate_name, professional_id, professional_name, type, price, status, consultation_date)
		select gen_random_uuid(), associate_user_code, associate_name, 1, professional_name, type, 100, 'Pagamento Concluído', '2026-10-14 10:00-03'::timestamptz + n * interval '1 day'
		from services, generate_series(1, 20) n where services.id = 1`)
	page := browsertest.Open(t, app)
	page.SignIn(dbtest.Fernando)
	return page
}

// Periods are chosen by presets and dates, and stay in the address; a bar leads to the list of its orders and back; the
// figures are exported and the report for the board is opened.
func TestAnalytics_Journey(t *testing.T) {
	t.Parallel()
	page := charted(t)
	page.Visit("/painel/analises")
	page.WaitForPath("/painel/analises/pedidos")
	page.CheckAccessibility()
	page.Click("90 dias")
	page.WaitForPath("/painel/analises/pedidos?periodo=90-dias")
	page.WaitForText(".box-card:has(.graph) h2", "por semana")
	page.Click("Escolher datas")
	page.CheckAccessibility()
	page.Visit("/painel/analises/pedidos?periodo=datas&de=2026-10-01&ate=2026-10-31&por=mes")
	page.WaitForText(".page-head", "01/10/2026 a 31/10/2026")
	page.Click(".graph a")
	page.WaitForPath("/painel/pedidos?ate=2026-10-31&de=2026-10-01")
	listed := page.Text("[data-announce]")
	page.Back()
	total := page.Text(".figure-table tbody td")
	if !strings.HasSuffix(strings.TrimSpace(listed), "de "+strings.TrimSpace(total)) {
		t.Errorf("the bar has %s orders, its list %s", total, listed)
	}
	page.Click("Exportar")
	if file := page.Download("CSV"); !strings.Contains(file, "Resumo;Pedidos;;Período;"+strings.TrimSpace(total)) {
		t.Errorf("the file is %.300s", file)
	}
	if report := page.Attribute("main a[href*='relatorio-da-diretoria']", "href"); !strings.Contains(report, "de=2026-10-01") {
		t.Errorf("the report is at %s", report)
	}
	page.Visit("/painel/analises/pedidos?periodo=datas&de=2026-11-10&ate=2026-11-01")
	page.WaitForText("[role=alert]", "A data final vem antes da inicial.")
	page.CheckAccessibility()
}

// By keyboard alone: the dates are typed, and a month of the table leads to its list.
func TestAnalytics_Keyboard(t *testing.T) {
	t.Parallel()
	page := charted(t)
	page.Visit("/painel/analises/servicos")
	tabTo(page, "Escolher datas")
	page.CheckFocusIsSeen()
	page.Press("Enter", "Tab")
	// Days that read the same in every order of day and month.
	page.Type("10102026")
	tabTo(page, "Até")
	page.Type("11112026")
	page.Press("Enter")
	page.WaitForText(".page-head", "10/10/2026 a 11/11/2026")
	tabTo(page, "out/26")
	page.CheckFocusIsSeen()
	page.Press("Enter")
	page.WaitForText("h1", "Agendamentos")
	page.WaitForText("[data-announce]", "de 17")
}

// The figures of a step stand on a card while its bar is under the pointer or its row has the focus; arrow keys go on.
func TestAnalytics_Card(t *testing.T) {
	t.Parallel()
	page := charted(t)
	page.Visit("/painel/analises/servicos?de=2026-10-10&ate=2026-11-11")
	tabTo(page, "out/26")
	page.WaitForText(".graph-card", "out/26")
	page.Screenshot(t.Name())
	page.Press("ArrowDown")
	page.WaitForText(".graph-card", "nov/26")
	page.CheckFocusIsSeen()
	page.CheckAccessibility()
	page.Press("ArrowUp")
	page.WaitForText(".graph-card", "out/26")
	page.Press("Shift+Tab")
	page.WaitGone(".graph-card")
	browsertest.Read[any](page, `() => { document.querySelector(".graph-wide .graph-hit").dispatchEvent(new PointerEvent("pointerover", { bubbles: true })) }`)
	page.WaitForText(".graph-card", "out/26")
}

// The pages in both themes, on a phone, on a small screen and on paper.
func TestLooks_Analytics(t *testing.T) {
	t.Parallel()
	page := charted(t)
	for _, area := range []string{"pedidos", "servicos", "associados", "recepcao"} {
		page.Desktop()
		page.Visit("/painel/analises/" + area)
		for _, theme := range []string{"claro", "escuro"} {
			page.Theme(theme)
			page.Reload()
			page.CheckAccessibility()
			page.Screenshot(t.Name() + "-" + area + "-" + theme)
		}
		page.Phone()
		page.CheckLayout()
		page.CheckAccessibility()
		page.Screenshot(t.Name() + "-" + area + "-phone")
		page.Size(1366, 768)
		page.CheckLayout()
	}
	page.Desktop()
	page.Theme("claro")
	page.Visit("/painel/analises/pedidos")
	page.Paper()
	page.Screenshot(t.Name() + "-paper")
}
