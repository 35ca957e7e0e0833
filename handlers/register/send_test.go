package register_test

import (
	"strconv"
	"strings"
	"testing"

	"github.com/PuerkitoBio/goquery"

	"acolhe/handlers/handlertest"
	"acolhe/models/platform/dbtest"
)

// hidden returns the hidden fields of a form.
func hidden(form *goquery.Selection) map[string]string {
	fields := map[string]string{}
	form.Find("input[type=hidden]").Each(func(_ int,
		field *goquery.Selection) {
		fields[field.AttrOr("name", "")] = field.AttrOr("value", "")
	})
	return fields
}

func id(row int64) string { return strconv.FormatInt(row, 10) }

// After the admission an associate sends a prescription for a patient and a report for oneself, by plain forms.
func TestSend_Again(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t)
	ana := app.AsAssociate(t, dbtest.Ana)
	documents := ana.GET("/cadastro/meus-documentos").Want(200).HTML()
	if documents.Find("a[href^='/cadastro/meus-documentos/enviar']").Length() != 4 {
		t.Errorf("the page offers nothing to send: %s", documents.Find("main").Text())
	}
	if at := ana.GET("/cadastro/receita").Want(303).Location(); at != "/cadastro/meus-documentos/enviar" {
		t.Errorf("the prescription leads to %s", at)
	}
	choice := ana.GET("/cadastro/meus-documentos/enviar?tipo=receita").Want(200).HTML()
	miguel := choice.Find("a.choice").Eq(1).AttrOr("href", "")
	if choice.Find("a.choice").Length() != 2 || !strings.Contains(miguel, id(dbtest.Miguel.ID)) {
		t.Fatalf("nobody to choose: %s", choice.Find("main").Text())
	}
	page := ana.GET(miguel).Want(200).HTML()
	if !strings.Contains(page.Find("main").Text(), "Para Miguel.") {
		t.Errorf("the page is for somebody else: %s", page.Find("main").Text())
	}
	if refused := ana.Form(page.Find("#f").AttrOr("action", ""), nil).Want(422).HTML(); refused.Find(".problems li").Length() != 1 {
		t.Error("it goes on without a file")
	}
	form := page.Find("form[enctype]")
	fields := hidden(form)
	if at := send(t, ana, form.AttrOr("action", ""), fields).Want(303).Location(); at != page.Find("#f").AttrOr("action", "") {
		t.Errorf("the upload leads to %s", at)
	}
	if app.Count(t, "users_files", "user_id = $1 and doc_kind = 'prescription' and subject = 'patient'", dbtest.Miguel.ID) != 1 {
		t.Error("it is not a prescription of Miguel")
	}
	done := ana.Form(page.Find("#f").AttrOr("action", ""), nil).Want(303).Location()
	if confirmed := ana.GET(done).Want(200).HTML().Find("main").Text(); !strings.Contains(confirmed, "Recebemos a receita de Miguel") {
		t.Errorf("it is not confirmed: %s", confirmed)
	}
	send(t, ana, "/cadastro/meus-documentos/enviar/arquivo?tipo=laudo&para=eu", map[string]string{"doc_kind": "report"}).Want(303)
	if app.Count(t, "users_files", "user_id = $1 and doc_kind = 'report' and subject = 'responsible'", dbtest.Ana.ID) != 1 {
		t.Error("the report is not hers")
	}
	if listed := ana.GET("/cadastro/meus-documentos").Want(200).HTML().Find("main").Text(); !strings.Contains(listed, "Receita de Miguel") {
		t.Errorf("the documents are %s", listed)
	}

	// What is locked stays locked, and other people's patients are not found.
	send(t, ana, "/cadastro/meus-documentos/enviar/arquivo?tipo=receita&para=eu", map[string]string{"doc_type": "rg", "side": "front"}).
		Want(422)
	send(t, ana, "/cadastro/meus-documentos/enviar/arquivo?tipo=receita&para=eu",
		map[string]string{"doc_kind": "exam", "id": id(dbtest.Pipoca.ID)}).Want(404)
	if app.Count(t, "users_files", "doc_type is not null") != 0 {
		t.Error("a document of a phase that is passed is stored")
	}
	carla := app.AsAssociate(t, dbtest.Carla)
	for _, path := range []string{"/cadastro/meus-documentos/enviar", "/cadastro/meus-documentos/recebido"} {
		if at := carla.GET(path).Want(303).Location(); at != "/cadastro" {
			t.Errorf("during the registration %s leads to %s", path, at)
		}
	}
}
