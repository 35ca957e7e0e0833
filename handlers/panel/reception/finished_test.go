package reception_test

import (
	"net/url"
	"slices"
	"strings"
	"testing"

	"acolhe/handlers/handlertest"
	"acolhe/models/platform/dbtest"
)

const finishedList = path + "/concluidos"

// The list has the finished contacts of any day; each opens on the board, from which it can be opened again.
func TestFinished_OpensContact(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t)
	app.Exec(t, "update reception set attendant = $1, completed_at = '2025-03-01T12:00Z' where id = 3", dbtest.Camila.UserCode)
	bruno := app.As(t, dbtest.Bruno)
	if link := bruno.GET(path).Want(200).HTML().Find(`.page-head a[href="` + finishedList + `"]`).Length(); link == 0 {
		t.Error("the board has no link to the list")
	}
	page := bruno.GET(finishedList).Want(200)
	if words := page.Words(); !strings.Contains(words, dbtest.JoaoWasHere.Name) || !strings.Contains(words, "Camila Torres") ||
		strings.Contains(words, dbtest.AnaWaits.Name) {
		t.Errorf("the list says %s", words)
	}
	if page.HTML().Find(`a[href="`+at(dbtest.JoaoWasHere, "")+`"]`).Length() == 0 {
		t.Error("the row does not open the contact")
	}
	open := bruno.GET(at(dbtest.JoaoWasHere, "")).Want(200).HTML()
	reopen, _ := open.Find(".dock-foot form").Attr("action")
	bruno.Form(reopen, nil).Want(303)
	if app.Count(t, "reception", "id = 3 and completed_at is null") != 1 {
		t.Errorf("%s does not open it again", reopen)
	}
}

func TestFinished_FiltersAndFile(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t)
	app.Exec(t, "update reception set attendant = $1, completed_at = now() - interval '400 days', completion_reason = 'Serviço' where id = 2",
		dbtest.Camila.UserCode)
	bruno := app.As(t, dbtest.Bruno)
	for query, want := range map[string]string{
		"": "23", "?motivo=Pedido": "3", "?motivo=sem-motivo": "", "?atendente=" + dbtest.Camila.UserCode: "2", "?atendente=ninguem": "3",
		"?cadastro=sim": "3", "?cadastro=nao": "2", "?q=quintana": "2", "?de=2000-01-01&ate=2000-01-02": "", "?chegou_de=2000-01-01": "23",
		"?periodo=hoje": "",
	} {
		html, got := bruno.GET(finishedList+query).Want(200).HTML(), ""
		for _, visit := range []dbtest.Visit{dbtest.AnaWaits, dbtest.StrangerWaits, dbtest.JoaoWasHere} {
			if html.Find(`main a[href="`+at(visit, "")+`"]`).Length() > 0 {
				got += at(visit, "")[len(path)+1:]
			}
		}
		if got != want {
			t.Errorf("%q shows %q, want %q", query, got, want)
		}
	}
	for _, wrong := range []string{"?motivo=Outro", "?atendente=x", "?cadastro=talvez", "?ordem=nome", "?q=%00"} {
		bruno.GET(finishedList + wrong).Want(400)
	}
	rows := bruno.Form(finishedList+"/exportar?formato=csv&motivo=Servi%C3%A7o", nil).CSV()
	if len(rows) != 2 || rows[1][0] != dbtest.StrangerWaits.Name || rows[1][1] != "Serviço" || rows[1][3] != "Camila Torres" {
		t.Errorf("the file holds %q", rows)
	}
	if rows := bruno.Form(finishedList+"/exportar/selecionados", url.Values{"formato": {"csv"}, "ids": {"3", "1"}}).CSV(); len(rows) != 2 ||
		rows[1][0] != dbtest.JoaoWasHere.Name {
		t.Errorf("the file of the selected holds %q", rows)
	}
}

func TestFinished_WrongRole(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t)
	app.As(t, dbtest.Camila).GET(finishedList).Want(200)
	for _, operator := range []dbtest.Operator{dbtest.Priscila, dbtest.Fernando, dbtest.Renata} {
		client := app.As(t, operator)
		client.GET(finishedList).Want(403)
		client.Form(finishedList+"/exportar?formato=csv", nil).Want(403)
	}
	if to := app.Nobody(t).GET(finishedList).Want(303).Location(); !strings.HasPrefix(to, "/entrar") {
		t.Errorf("a stranger is sent to %s", to)
	}
}

// The figures, the bars and the attendants of the analysis lead to the finished contacts of their days, for those who may read them.
func TestFinished_FromAnalysis(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t)
	app.Exec(t, "update reception set date_created = '2026-11-10T12:00Z', attendant = null, labels = '[\"Urgente\"]'")
	const analysis = "/painel/analises/recepcao?periodo=datas&de=2026-11-10&ate=2026-11-10&por=dia&etiqueta="
	links := func(operator dbtest.Operator, query string) (lists []string) {
		for _, link := range app.As(t, operator).GET(analysis + query).Want(200).HTML().Find("a").EachIter() {
			if href := link.AttrOr("href", ""); strings.HasPrefix(href, finishedList+"?") {
				lists = append(lists, href)
			}
		}
		return lists
	}
	found := strings.Join(links(dbtest.Bruno, ""), " ")
	for _, reason := range []string{"", "Pedido", "Serviço"} {
		query := url.Values{"chegou_de": {"2026-11-10"}, "chegou_ate": {"2026-11-10"}, "motivo": {reason}, "etiqueta": {"Urgente"}}
		if reason == "" {
			query.Del("motivo")
		}
		if want := finishedList + "?" + query.Encode(); !slices.Contains(links(dbtest.Bruno, "Urgente"), want) {
			t.Errorf("no figure leads to %s: %v", want, links(dbtest.Bruno, "Urgente"))
		}
	}
	for _, want := range []string{finishedList + "?chegou_ate=2026-11-10&chegou_de=2026-11-10", "atendente=ninguem&chegou_ate=2026-11-10"} {
		if !strings.Contains(found, want) {
			t.Errorf("no link to %s in %s", want, found)
		}
	}
	if found := links(dbtest.Fernando, ""); len(found) > 0 {
		t.Errorf("Financeiro is led to %v", found)
	}
	for _, href := range links(dbtest.Bruno, "Urgente") {
		app.As(t, dbtest.Bruno).GET(href).Want(200)
		if !strings.Contains(href, "etiqueta=Urgente") {
			t.Errorf("%s has lost the tag", href)
		}
	}
}
