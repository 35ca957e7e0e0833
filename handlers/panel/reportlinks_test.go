package panel_test

import (
	"maps"
	"net/url"
	"strings"
	"testing"

	"acolhe/handlers/handlertest"
	"acolhe/models/platform/dbtest"
	"acolhe/models/reports"
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
	if answer.HTML().Find(`a[href="`+record+`/editar"]`).Length() > 0 || !strings.Contains(answer.Words(), "Pedir pelo portal") ||
		!strings.Contains(answer.Words(), "O profissional informa a chave no portal") {
		t.Errorf("a missing key is shown to the treasurer by %s", answer.Words())
	}
}

// Paying and contesting lead back to the page on which their dialog was opened, although a dialog has an address of its own, and a
// payment is taken back on its row.
func TestReport_DialogsLeadBack(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t)
	manyServices(t, app, 2)
	fernando := app.As(t, dbtest.Fernando)
	const report, payouts = "/painel/relatorios?mes=2026-03", "/painel/relatorios/repasses?mes=2026-03"
	confirm := func(path, id, from string, fields url.Values) {
		t.Helper()
		form := fernando.With("Referer", app.Origin()+from).GET(path + "?ids=" + id).Want(200).Fields()
		there := fernando.With("Referer", app.Origin()+path+"?ids="+id)
		again := there.Form(path, withFields(form, url.Values{"paid_on": {"31/12/2099"}, "text": {""}})).Want(422).Fields()
		if to := there.Form(path, withFields(again, withFields(fields, url.Values{"paid_on": form["paid_on"]}))).Want(303).Location(); to != from {
			t.Errorf("%s leads to %s, want %s", path, to, from)
		}
	}
	service := fernando.GET(report).Want(200).HTML().Find(".ledger .pick").Last().AttrOr("value", "")
	confirm("/painel/relatorios/contestar", service, report, url.Values{"text": {"Faltou a assinatura"}})

	app.Exec(t, "update services set commission_validation = 'approved' where professional_id = 1 and price = 100")
	app.Exec(t, "update professionals set payment_details = 'renata@exemplo.org.br' where id = 1")
	fernando.Form("/painel/relatorios/fechar", url.Values{"mes": {"2026-03"}, "professional_id": {"1"}}).Want(303)
	confirm("/painel/relatorios/repasses/pagar", "1", payouts, nil)
	page := fernando.GET(payouts).Want(200).HTML()
	button := page.Find(`button[aria-label^="Desfazer o pagamento"]`)
	action := page.Find(`form[id="`+button.AttrOr("form", "none")+`"]`).AttrOr("action", "")
	fernando.Form(action, url.Values{button.AttrOr("name", ""): {button.AttrOr("value", "")}}).Want(303)
	if app.Count(t, "statements", "paid_on is null") != 1 {
		t.Error("the payment stands")
	}
}

// The treasurer asks a professional for a missing Pix key by a letter that leads to the portal, once a day, and only while it is missing.
func TestPayouts_KeyRequested(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t)
	manyServices(t, app, 2)
	fernando := app.As(t, dbtest.Fernando)
	const payouts, ask = "/painel/relatorios/repasses?mes=2026-03", "/painel/relatorios/repasses/pedir-chave"
	app.Exec(t, "update services set commission_validation = 'approved' where professional_id = 1 and price = 100")
	app.Exec(t, "update professionals set payment_details = null, is_sample = false where id = 1")
	fernando.Form("/painel/relatorios/fechar", url.Values{"mes": {"2026-03"}, "professional_id": {"1"}}).Want(303)
	before := len(app.Letters(t))
	press := func() string {
		t.Helper()
		page := fernando.GET(payouts).Want(200).HTML()
		button := page.Find(`button[aria-label^="Pedir a chave Pix a Renata"]`)
		action := page.Find(`form[id="`+button.AttrOr("form", "none")+`"]`).AttrOr("action", "")
		answer := fernando.With("Referer", app.Origin()+payouts).Form(action, url.Values{button.AttrOr("name", ""): {button.AttrOr("value", "")}}).Want(303)
		if answer.Location() != payouts {
			t.Errorf("it leads to %s", answer.Location())
		}
		return answer.Notice().Text
	}
	if said := press(); said != "Pedido enviado a Renata Ribeiro." {
		t.Errorf("it says %q", said)
	}
	if said := press(); !strings.Contains(said, "já recebeu o pedido") {
		t.Errorf("the second time it says %q", said)
	}
	sent := app.Letters(t)[before:]
	if len(sent) != 1 || sent[0].Kind != reports.KeyRequest.Kind || sent[0].Path != "/portal/dados" || sent[0].By != dbtest.Fernando.FullName() {
		t.Errorf("the letters are %+v", sent)
	}
	if words := fernando.GET("/painel/relatorios/extratos/1").Want(200).Words(); !strings.Contains(words, "Chave Pix pedida ao profissional") {
		t.Errorf("the statement says %s", words)
	}
	app.Exec(t, "update professionals set payment_details = 'renata@exemplo.org.br' where id = 1")
	if said := fernando.Form(ask, url.Values{"id": {"1"}}).Want(303).Notice().Text; !strings.Contains(said, "não espera uma chave Pix") {
		t.Errorf("with a key it says %q", said)
	}
	fernando.Form(ask, url.Values{"id": {"x"}}).Want(400)
	fernando.Form(ask, url.Values{"id": {"999"}}).Want(404)
	app.As(t, dbtest.Bruno).Form(ask, url.Values{"id": {"1"}}).Want(403)
}

// withFields returns the fields of a form with others in their place.
func withFields(form, others url.Values) url.Values {
	both := maps.Clone(others)
	for name, values := range form {
		if _, isOther := others[name]; !isOther {
			both[name] = values
		}
	}
	return both
}
