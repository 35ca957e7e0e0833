package panel_test

import (
	"net/url"
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
	if item := strings.Join(strings.Fields(page.Find("nav a[href='/painel/relatorios']").Text()), " "); !strings.HasPrefix(item,
		"Relatórios 1") {
		t.Errorf("the menu says %q", item)
	}
	const march = "/painel/relatorios?mes=2026-03&situacao=contestados"
	if link := page.Find("main a[href='" + march + "']").Text(); link != "março de 2026 (1)" {
		t.Errorf("the link is %q", link)
	}
	contested := app.As(t, dbtest.Fernando).GET(march).Want(200).HTML()
	if badges := contested.Find(".ledger").Text(); !strings.Contains(badges, "Contestado") ||
		contested.Find("main a[href='"+march+"'].link").Length() > 0 {
		t.Errorf("the tab has %q", badges)
	}
}

// The report of a month lists what professionals contest in it, those without a service in the month too, for whoever
// validates it.
func TestPages_MonthContests(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t)
	app.Exec(t, `update professionals set contest_reports = '[{"text": "Falta a de março", "month": "2026-03", "date": "2026-04-01T12:00:00Z"}, {"text": "Falta a de abril", "month": "2026-04", "date": "2026-05-01T12:00:00Z"}]' where id = 2`)
	fernando := app.As(t, dbtest.Fernando)
	page := fernando.GET("/painel/relatorios?mes=2026-03").Want(200)
	if words := page.Words(); !strings.Contains(words, "Contestações do mês 1") || !strings.Contains(words, "Falta a de março") ||
		strings.Contains(words, "Falta a de abril") {
		t.Errorf("the contests of March are not on %s", words)
	}
	form := page.HTML().Find("form[action='/painel/profissionais/2/contestacoes']")
	fernando.Form("/painel/profissionais/2/contestacoes",
		url.Values{"index": {form.Find("[name=index]").AttrOr("value", "")}, "date": {form.Find("[name=date]").AttrOr("value", "")}}).Want(303)
	if words := fernando.GET("/painel/relatorios?mes=2026-03").Want(200).Words(); strings.Contains(words, "Contestações do mês") {
		t.Errorf("the removed contest is still on %s", words)
	}
}
