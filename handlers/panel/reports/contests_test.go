package reports_test

import (
	"strings"
	"testing"

	"acolhe/handlers/handlertest"
	"acolhe/models/platform/dbtest"
)

// The menu counts the contested services of every month, and the report leads to those of other months.
func TestPages_OpenContests(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t)
	app.Exec(t, "update services set status = 'Pagamento Concluído', consultation_date = '2026-03-10 12:00Z', commission_validation = 'contested' where id = 1")
	page := app.As(t, dbtest.Fernando).GET("/painel/relatorios?mes=2026-11").Want(200).HTML()
	if item := strings.Join(strings.Fields(page.Find("nav a[href='/painel/relatorios']").Text()), " "); !strings.HasPrefix(item, "Relatórios 1") {
		t.Errorf("the menu says %q", item)
	}
	const march = "/painel/relatorios?mes=2026-03&situacao=contestados"
	if link := page.Find("main a[href='" + march + "']").Text(); link != "março de 2026 (1)" {
		t.Errorf("the link is %q", link)
	}
	contested := app.As(t, dbtest.Fernando).GET(march).Want(200).HTML()
	if badges := contested.Find(".ledger").Text(); !strings.Contains(badges, "Contestado") || contested.Find("main a[href='"+march+"'].link").Length() > 0 {
		t.Errorf("the tab has %q", badges)
	}
}
