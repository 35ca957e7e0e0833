package prescriptions_test

import (
	"net/url"
	"strings"
	"testing"

	"acolhe/handlers/handlertest"
	"acolhe/models/platform/dbtest"
)

const (
	path  = "/painel/receitas"
	isNew = path + "/nova/1"
)

// typed is the form of a prescription of Ana.
func typed() url.Values {
	return url.Values{"prescriber_name": {"Dra. Lídia Oliveira"}, "council": {"CRM"}, "council_number": {"48.211"}, "council_state": {"RS"},
		"issued_on": {dbtest.Day(-160)}, "valid_until": {dbtest.Day(20)},
		"items[0].code_texto": {dbtest.Oil.Code}, "items[0].quantity": {"2"}, "items[1].code_texto": {"canabidiol"}, "items[1].quantity": {"1"},
		"items[1].dose":       {"5 gotas"},
		"items[2].code_texto": {""}}
}

// withCouncil returns the form with its choices, which FormAt does not read.
func withCouncil(form url.Values) url.Values {
	form.Set("council", "CRM")
	form.Set("council_state", "RS")
	return form
}

// A prescription is registered without scripts: a typed code is its product, any other text a substance, an empty row
// nothing. The next form has the same prescriber and items, and replaces it. The prescription of the wire stays.
func TestPrescription(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t)
	app.Exec(t, `update users set prescription = '{"product": "Óleo"}' where id = 1`)
	bruno := app.As(t, dbtest.Bruno)
	form := bruno.FormAt(isNew)
	more := typed()
	more.Set("acao", "outro")
	if page := bruno.Form(isNew, more).Want(200).HTML(); page.Find(`[name="items[2].quantity"]`).Length() != 1 ||
		page.Find(`[name="items[3].quantity"]`).Length() != 0 {
		t.Error("the button does not add a row")
	}
	for name, values := range typed() {
		form[name] = values
	}
	at := bruno.Form(isNew, form).Want(303).Location()
	bruno.Form(isNew, form).Want(303) // the same form again
	const stored = `user_id = 1 and council_number = '48211' and items = '[{"code": "OLEO-30", "name": "Óleo CBD 3.000 mg, 30 ml", "quantity": 2}, {"name": "canabidiol", "dose": "5 gotas", "quantity": 1}]'`
	if app.Count(t, "prescriptions", stored) != 1 || app.Count(t, "prescriptions", "true") != 1 {
		t.Fatal("something else is stored")
	}
	if words := bruno.GET(at).Want(200).Words(); !strings.Contains(words, "Vence em ") || !strings.Contains(words, "CRM 48211/RS") {
		t.Errorf("the page shows %s", words)
	}
	if bruno.GET(at).Want(200).HTML().Find(`main a[href="/painel/produtos/1"]`).Length() != 1 {
		t.Error("the product does not open")
	}
	if words := bruno.GET("/painel/associados/1").Want(200).Words(); !strings.Contains(words, "Vale até "+dbtest.Day(20)) {
		t.Error("the record does not show it")
	}
	next := bruno.FormAt(isNew)
	if next.Get("prescriber_name") != "Dra. Lídia Oliveira" || next.Get("items[0].code") != dbtest.Oil.Code ||
		next.Get("replaces_latest") != "true" || next.Get("issued_on") != "" {
		t.Errorf("the next form is %v", next)
	}
	next.Set("issued_on", dbtest.Day(-1))
	bruno.Form(isNew, withCouncil(next)).Want(303)
	if app.Count(t, "prescriptions", "id = 1 and replaced_by_id = 2") != 1 {
		t.Error("it does not replace the first")
	}
	if app.Count(t, "users", `id = 1 and prescription = '{"product": "Óleo"}'`) != 1 {
		t.Error("the prescription of the wire has changed")
	}
	if rows := bruno.GET(path + "?situacao=a-vencer").Want(200).HTML().Find("tbody tr").Length(); rows != 0 {
		t.Errorf("the list still warns of the replaced one: %d", rows)
	}
	if rows := bruno.GET(path + "?q=lidia").Want(200).HTML().Find("tbody tr").Length(); rows != 2 {
		t.Errorf("the list has %d rows", rows)
	}
}

func TestPrescription_EditAndRefuse(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t)
	bruno := app.As(t, dbtest.Bruno)
	at := bruno.Form(isNew, typed()).Want(303).Location()
	edited := withCouncil(bruno.FormAt(at + "/editar"))
	edited.Set("items[0].quantity", "muitas")
	if words := bruno.Form(at+"/editar", edited).Want(422).Words(); !strings.Contains(words, "Erro") &&
		!strings.Contains(words, "não é um número") {
		t.Errorf("the refusal says %s", words)
	}
	edited.Set("items[0].quantity", "3")
	bruno.Form(at+"/editar", edited).Want(303)
	edited.Set("items[0].quantity", "4")
	bruno.Form(at+"/editar", edited).Want(422) // stale
	if app.Count(t, "prescriptions", "items->0->>'quantity' = '3'") != 1 {
		t.Error("it is not changed")
	}
	bruno.Form(at+"/recusar", bruno.FormAt(at+"/recusar")).Want(422)
	refused := bruno.FormAt(at + "/recusar")
	refused.Set("reason", "ilegível")
	bruno.Form(at+"/recusar", refused).Want(303)
	if words := bruno.GET(at).Want(200).Words(); !strings.Contains(words, "Recusada") || !strings.Contains(words, "ilegível") {
		t.Error("the page does not show the refusal")
	}
	bruno.Form(at+"/aceitar", nil).Want(303)
	if app.Count(t, "prescriptions", "refused_reason is null") != 1 {
		t.Error("the refusal stays")
	}
	fernando := app.As(t, dbtest.Fernando)
	fernando.GET(at).Want(200)
	fernando.GET(isNew).Want(403)
	fernando.Form(isNew, typed()).Want(403)
	fernando.Form(at+"/aceitar", nil).Want(403)
	app.As(t, dbtest.Renata).GET(at).Want(403)
	app.Nobody(t).GET(at).Want(303)
	bruno.GET(path + "/999").Want(404)
	bruno.GET(path + "/nova/999").Want(404)
}
