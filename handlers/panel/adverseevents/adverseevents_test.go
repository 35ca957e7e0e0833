package adverseevents_test

import (
	"net/url"
	"strings"
	"testing"

	"acolhe/handlers/handlertest"
	"acolhe/models/platform/dbtest"
)

const path = "/painel/efeitos"

// An associate reports on the own page, the staff gets a notice, follows the event, and writes it to a file.
func TestEvents(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t)
	ana, camila := app.AsAssociate(t, dbtest.Ana), app.As(t, dbtest.Camila)
	const own = "/cadastro/efeito"
	if words := ana.Form(own, url.Values{"pessoa": {"1"}, "severity": {"severe"}, "is_felt": {"sim"}}).Want(422).
		Words(); !strings.Contains(words, "marque o que a pessoa sentiu") {
		t.Errorf("nothing marked: %s", words)
	}
	filled := url.Values{"pessoa": {"1"}, "symptoms": {"Tontura"}, "severity": {"severe"}, "is_felt": {"sim"}, "started_on": {"010260"}}
	ana.Form(own, filled).Want(422)
	filled.Del("started_on")
	sent := ana.Form(own, filled).Want(303)
	if words := ana.GET(sent.Location()).Want(200).Words(); !strings.Contains(words, "Se piorar, ligue 192") {
		t.Errorf("received: %s", words)
	}
	strange := url.Values{"pessoa": {"4"}, "symptoms": {"Tontura"}, "severity": {"mild"}, "is_felt": {"nao"}}
	ana.Form(own, strange).Want(404)
	app.Nobody(t).Form(own, filled).Want(303)
	if app.Count(t, "adverse_events", "true") != 1 {
		t.Error("a stranger's report is stored")
	}
	if words := camila.GET("/painel/avisos").Want(200).Words(); !strings.Contains(words, "relatou um efeito") {
		t.Errorf("no notice: %s", words)
	}
	if words := camila.GET(path + "?como=forte").Want(200).Words(); !strings.Contains(words, "Tontura") {
		t.Errorf("the list shows %s", words)
	}
	if words := camila.GET(path + "/1").Want(200).Words(); !strings.Contains(words, "Ligue agora") {
		t.Errorf("the event shows %s", words)
	}
	camila.Form(path+"/1", url.Values{"state": {"closed"}}).Want(422)
	camila.Form(path+"/1", url.Values{"state": {"closed"}, "outcome": {"Dose menor."}}).Want(303)
	if words := camila.GET("/painel/associados/1").Want(200).Words(); !strings.Contains(words, "Efeitos relatados") {
		t.Error("the record does not show the event")
	}
	camila.Form(path+"/novo/1", url.Values{"symptoms": {"Boca seca"}, "severity": {"mild"}, "is_felt": {"nao"}}).Want(303)
	camila.Form(path+"/novo/1", url.Values{"severity": {"mild"}}).Want(422)
	if rows := camila.Form(path+"/exportar?formato=csv", nil).Want(200).CSV(); len(rows) != 3 {
		t.Error(rows)
	}
	app.As(t, dbtest.Renata).GET(path).Want(403)
	app.As(t, dbtest.Fernando).Form(path+"/1", url.Values{"state": {"new"}}).Want(403)
	camila.GET(path + "/99").Want(404)
	app.Nobody(t).GET(path).Want(303)
}
