package panel_test

import (
	"net/url"
	"strings"
	"testing"

	"acolhe/handlers/handlertest"
	"acolhe/models/platform/dbtest"
)

// The report and the payouts lead nobody to a page that is closed to them.
func TestReport_LinksByRole(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t)
	manyServices(t, app, 2)
	camila, fernando := app.As(t, dbtest.Camila), app.As(t, dbtest.Fernando)
	const report, payouts, record = "/painel/relatorios?mes=2026-03", "/painel/relatorios/repasses?mes=2026-03", "/painel/profissionais/1"
	if fernando.GET(report).Want(200).HTML().Find(`.ledger a[href="`+record+`"]`).Length() != 1 {
		t.Error("the report has no link to the professional for those who may open it")
	}
	if app.As(t, dbtest.Priscila).GET(report).Want(200).HTML().Find(`a[href^="/painel/profissionais/"]`).Length() > 0 {
		t.Error("the report has a link to the professional for a role that may not open it")
	}
	app.Exec(t, "update services set commission_validation = 'approved' where professional_id = 1 and price = 100")
	app.Exec(t, "update professionals set payment_details = null where id = 1")
	camila.Form("/painel/relatorios/fechar", url.Values{"mes": {"2026-03"}, "professional_id": {"1"}}).Want(303)
	if camila.GET(payouts).Want(200).HTML().Find(`a[href="`+record+`/editar"]`).Length() != 1 {
		t.Error("the payouts do not lead to the form of the missing key")
	}
	answer := fernando.GET(payouts).Want(200)
	if answer.HTML().Find(`a[href="`+record+`/editar"]`).Length() > 0 || !strings.Contains(answer.Words(), "Marcar pago…") ||
		!strings.Contains(answer.Words(), "O profissional informa a chave no portal") {
		t.Errorf("a missing key is shown to the treasurer by %s", answer.Words())
	}
}
