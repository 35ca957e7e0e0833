package admin_test

import (
	"fmt"
	"net/url"
	programs "os/exec"
	"strings"
	"testing"
	"time"

	"acolhe/handlers/handlertest"
	"acolhe/models/areas"
	"acolhe/models/incidents"
	"acolhe/models/platform/area"
	"acolhe/models/platform/dbtest"
)

const incidentsPage = "/admin/privacidade/incidentes"

// An administrator leads through an incident: each part folds when it is done, letters leave once, and the report is a PDF.
func TestIncidents_WholeWay(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t)
	camila, bruno := app.As(t, dbtest.Camila), app.As(t, dbtest.Bruno)
	for _, path := range []string{"", "/novo", "/1", "/1/relatorio.pdf"} {
		bruno.GET(incidentsPage + path).Want(403)
	}
	bruno.Form(incidentsPage+"/novo", nil).Want(403)
	bruno.Form(incidentsPage+"/1/carta", nil).Want(403)
	camila.GET(incidentsPage + "/1").Want(404)
	camila.Form(incidentsPage+"/1/parar", url.Values{"text": {"x"}}).Want(404)

	camila.Form(incidentsPage+"/novo", url.Values{"title": {""}}).Want(422)
	opened := camila.Form(incidentsPage+"/novo", url.Values{
		"title":       {"Acesso com senha roubada"},
		"noticed_at":  {"19/11/2026 22:30"},
		"noticed_how": {"Camila (“não fui eu”)"},
	}).Location()
	if opened != incidentsPage+"/1" {
		t.Fatalf("it leads to %s", opened)
	}
	if words := camila.GET(incidentsPage).Want(200).Words(); !strings.Contains(words, "Acesso com senha roubada") {
		t.Error("the incident is not listed")
	}
	step := func(path string, values url.Values, status int) {
		t.Helper()
		camila.Form(opened+path, values).Want(status)
	}
	step("/parar", url.Values{"text": {""}}, 422)
	step("/parar", url.Values{"text": {"Aparelho encerrado"}}, 303)
	step("/aconteceu", url.Values{"text": {"Alguém entrou com a senha"}}, 303)
	step("/busca", url.Values{"viewer": {"x"}}, 422)
	step("/busca", url.Values{
		"viewer": {fmt.Sprintf("operator:%d", dbtest.Bruno.ID)},
		"from":   {"20/11/2026 03:00"},
		"to":     {"20/11/2026 03:30"},
	}, 303)
	step("/carta", url.Values{"text": {strings.Repeat("a", 50)}}, 422) // before the persons are confirmed
	step("/incluir", url.Values{"person": {"3", "5"}, "seen": {"cadastro"}, "health": {"true"}}, 303)
	step("/pessoas", url.Values{"person": {"3"}}, 303)
	page := camila.GET(opened).Want(200)
	if words := page.Words(); !strings.Contains(words, "1 pessoa, 1 com dados de saúde") ||
		!strings.Contains(words, "Risco relevante: avisar.") {
		t.Errorf("the page says %s", words)
	}
	if open := page.HTML().Find(".parts > li[data-state=current] > details[open]"); open.Length() != 1 {
		t.Errorf("%d current parts are unfolded", open.Length())
	}
	if folded := page.HTML().Find(".parts > li[data-state=done] > details:not([open])"); folded.Length() != 3 {
		t.Errorf("%d done parts are folded, want 3", folded.Length())
	}
	step("/carta", url.Values{"text": {strings.Repeat("a", 50)}, "save": {"1"}}, 303)
	if count := app.Count(t, "mails", "kind = 'incident_notice'"); count > 0 {
		t.Error("saving the text sent letters")
	}
	step("/carta", url.Values{"text": {strings.Repeat("a", 50)}}, 303)
	desk := areas.NewIncidents(area.Env{DB: app.DB, Pool: app.Pool, Key: app.Mail.Key, Mail: app.Mail, Now: time.Now})
	if err := desk.SendLetters(t.Context(), 1); err != nil {
		t.Fatal(err)
	}
	if count := app.Count(t, "incident_people", "letter in ('queued', 'post')"); count != 1 {
		t.Errorf("%d letters, want 1", count)
	}
	letters := app.Letters(t)
	if notice, err := incidents.Notice.ContentOf(letters[len(letters)-1]); err != nil || notice.Noticed != "19/11/2026" {
		t.Errorf("it was known on %q in the association's zone, %v", notice.Noticed, err)
	}
	step("/nao-e", url.Values{"reason": {"x"}}, 422)
	step("/encerrar", url.Values{"text": {"x"}}, 422)
	step("/autoridade", url.Values{"text": {"Protocolo 123"}}, 303)
	step("/encerrar", url.Values{"text": {"Segunda etapa para todos"}}, 303)
	checkReport(t, camila.GET(opened+"/relatorio.pdf").Want(200).Body)
	if words := camila.GET(incidentsPage + "?situacao=encerrados").Want(200).Words(); !strings.Contains(words, "Acesso com senha roubada") {
		t.Error("the closed incident is not listed")
	}
}

// checkReport checks that the report for the authority has each part, and names nobody who is affected.
func checkReport(t *testing.T, report string) {
	t.Helper()
	reader := programs.Command("pdftotext", "-raw", "-", "-")
	reader.Stdin = strings.NewReader(report)
	text, err := reader.Output()
	if err != nil {
		t.Fatalf("pdftotext: %v", err)
	}
	words := strings.Join(strings.Fields(string(text)), " ")
	for _, want := range []string{
		"Incidente nº 2026/001", "Acesso com senha roubada", "Alguém entrou com a senha", "19/11/2026 22:30, por Camila (“não fui eu”)",
		"Prazo da comunicação: 25/11/2026", "1 titular: 1 com dados de saúde, 0 com dados de crianças ou adolescentes", "Aparelho encerrado",
		"0 de 1 avisados até a emissão", "Protocolo 123", "Segunda etapa para todos", "Incidente aberto Camila Torres",
	} {
		if !strings.Contains(words, want) {
			t.Errorf("the report does not say %q: %s", want, words)
		}
	}
	if strings.Contains(words, "João") {
		t.Error("the report names an affected person")
	}
}
