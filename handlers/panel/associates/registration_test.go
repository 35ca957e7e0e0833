package associates_test

import (
	"net/url"
	"strings"
	"testing"

	"github.com/PuerkitoBio/goquery"

	"acolhe/handlers/handlertest"
	"acolhe/models/platform/dbtest"
)

// The staff sees what a registration lacks, and asks for a photo again with a reason; others may not.
func TestRegistration_RequestAgain(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t)
	app.Exec(t, "update users set associate_status = '3', responsible_type = 'self' where id = $1", dbtest.Carla.ID)
	const path = "/painel/associados/5/cadastro-pelo-site"
	bruno := app.As(t, dbtest.Bruno)
	if text := bruno.GET(path).Want(200).HTML().Find("main").Text(); !strings.Contains(text, "Envie a foto da frente do seu documento") ||
		!strings.Contains(text, "O próprio associado.") {
		t.Errorf("the page says %s", text)
	}
	asked := url.Values{"slot": {"responsible.rg.front.0"}, "reason": {"A foto ficou escura."}}
	bruno.Form(path, url.Values{"slot": {""}, "reason": {""}}).Want(422)
	app.As(t, dbtest.Priscila).Form(path, asked).Want(403)
	bruno.Form(path, asked).Want(303)
	if app.Count(t, "document_requests", "user_id = 5 and side = 'front' and reason = 'A foto ficou escura.' and requested_by = $1",
		dbtest.Bruno.UserCode) != 1 {
		t.Error("the request is not stored")
	}
	if text := app.AsAssociate(t, dbtest.Carla).GET("/cadastro/documentos").Want(200).HTML().Find("main").
		Text(); !strings.Contains(text, "A foto ficou escura.") {
		t.Error("the associate does not see the reason")
	}
	bruno.GET("/painel/associados/999/cadastro-pelo-site").Want(404)
}

// Of several patients, the staff chooses whose document is asked for again.
func TestRegistration_AskAgainOfOnePatient(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t)
	app.Exec(t, "update users set associate_status = '3', responsible_type = 'other_person' where id = $1", dbtest.Carla.ID)
	bruno := app.As(t, dbtest.Bruno)
	for name, cpf := range map[string]string{"Lia": "111.444.777-35", "Tom": "123.456.789-09"} {
		bruno.JSON("POST", "/api/v1/users/5/patients",
			map[string]any{"name": name, "last_name": "Prado", "birth_date": "2015-02-03", "cpf": cpf, "relationship": "Filho"}).Want(201)
	}
	const path = "/painel/associados/5/cadastro-pelo-site"
	page := bruno.GET(path).Want(200).HTML()
	chosen := ""
	page.Find("[name=slot] option").Each(func(_ int, option *goquery.Selection) {
		if strings.Contains(option.Text(), "do paciente Tom Prado, frente") {
			chosen = option.AttrOr("value", "")
		}
	})
	if chosen == "" || !strings.Contains(page.Find("[name=slot]").Text(), "do paciente Lia Prado, frente") {
		t.Fatalf("the patients are not offered: %s", page.Find("[name=slot]").Text())
	}
	refused := bruno.Form(path, url.Values{"slot": {chosen}, "reason": {""}}).Want(422).HTML()
	if kept := refused.Find("[name=slot] option[selected]").AttrOr("value", ""); kept != chosen {
		t.Errorf("the refused form keeps %q", kept)
	}
	bruno.Form(path, url.Values{"slot": {chosen}, "reason": {"A foto ficou escura."}}).Want(303)
	if app.Count(t, "document_requests", "user_id = 5 and patient_id = (select id from users where name = 'Tom')") != 1 {
		t.Error("the request does not name the patient")
	}
	bruno.Form(path, url.Values{"slot": {"patient.rg.front.987654"}, "reason": {"x"}}).Want(404)
}
