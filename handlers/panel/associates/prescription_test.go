package associates_test

import (
	"net/url"
	"strings"
	"testing"

	"acolhe/handlers/handlertest"
	"acolhe/models/platform/dbtest"
)

// The prescription of an associate is shown and edited on the record; what scripts stored beside it stays.
func TestPrescription(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t)
	bruno := app.As(t, dbtest.Bruno)
	app.Exec(t, `update users set prescription = '{"product": "Óleo CBD", "issued": "2026-05-10", "expires": "logo", "crm": "SC 1234", "ml": 30}' where id = 1`)
	if shown := bruno.GET(anaPage + "?parte=cadastro").Want(200).Words(); !strings.Contains(shown, "Óleo CBD") ||
		!strings.Contains(shown, "10/05/2026") ||
		!strings.Contains(shown, "SC 1234") || !strings.Contains(shown, "logo") {
		t.Errorf("the record shows %s", shown)
	}
	fields := bruno.GET(anaPage + "/receita").Want(200).Fields()
	if fields.Get("product") != "Óleo CBD" || fields.Get("issued") != "10/05/2026" {
		t.Errorf("the form is %v", fields)
	}
	fields.Set("dosage", "5 gotas, 2 vezes ao dia")
	if at := bruno.Form(anaPage+"/receita", fields).Want(303).Location(); at != anaPage+"?parte=cadastro" {
		t.Errorf("it leads to %s", at)
	}
	const stored = `prescription = '{"product": "Óleo CBD", "dosage": "5 gotas, 2 vezes ao dia", "issued": "2026-05-10", "expires": "logo", "crm": "SC 1234", "ml": 30}'`
	if app.Count(t, "users", "id = 1 and "+stored) != 1 {
		t.Error("something else is stored")
	}
	bruno.Form(anaPage+"/receita", fields).Want(303) // the same again is no conflict
	fields.Set("product", "Outro óleo")
	fields.Set("issued", "01/01/2999")
	bruno.Form(anaPage+"/receita", fields).Want(422)
	app.Exec(t, `update users set prescription = '[1, 2]' where id = 1`)
	fields = bruno.GET(anaPage + "/receita").Want(200).Fields()
	fields.Set("product", "x")
	if refused := bruno.Form(anaPage+"/receita", fields).Want(422).Words(); !strings.Contains(refused, "Esta receita é uma lista") {
		t.Errorf("a list: %s", refused)
	}
	app.Exec(t, `update users set prescription = '{"product": "x"}' where id = 1`)
	fields = bruno.GET(anaPage + "/receita").Want(200).Fields()
	fields.Set("product", "")
	bruno.Form(anaPage+"/receita", fields).Want(303)
	if app.Count(t, "users", "id = 1 and prescription is null") != 1 {
		t.Error("an empty form is stored as a prescription")
	}
}

// A patient has an own prescription; a stranger has none, and who may not change associates may not change it.
func TestPrescription_Patient(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t)
	bruno := app.As(t, dbtest.Bruno)
	const miguel = anaPage + "/pacientes/2/receita"
	fields := bruno.GET(miguel).Want(200).Fields()
	for name, value := range map[string]string{"product": "Óleo CBD", "issued": "10/05/2026", "expires": "10/11/2026"} {
		fields.Set(name, value)
	}
	bruno.Form(miguel, fields).Want(303)
	if app.Count(t, "users", `id = 2 and prescription = '{"product": "Óleo CBD", "issued": "2026-05-10", "expires": "2026-11-10"}'`) != 1 {
		t.Error("something else is stored")
	}
	if shown := bruno.GET(anaPage + "?parte=pacientes").Want(200).Words(); !strings.Contains(shown, "Receita: Óleo CBD, vale até 10/11/2026") {
		t.Errorf("the record shows %s", shown)
	}
	bruno.GET(anaPage + "/pacientes/4/receita").Want(404)
	bruno.GET("/painel/associados/2/receita").Want(404)
	app.As(t, dbtest.Fernando).GET(miguel).Want(403)
	app.As(t, dbtest.Fernando).Form(miguel, url.Values{"product": {"x"}}).Want(403)
	app.Nobody(t).GET(miguel).Want(303)
}
