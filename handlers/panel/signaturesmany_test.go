package panel_test

import (
	"net/url"
	"slices"
	"strings"
	"testing"

	"acolhe/handlers/handlertest"
	"acolhe/models/platform/dbtest"

	"github.com/PuerkitoBio/goquery"
)

// Selected terms are sent again and voided together; those that nobody must sign stay.
func TestSignatures_Selected(t *testing.T) {
	t.Parallel()
	app := published(t)
	bruno := app.As(t, dbtest.Bruno)
	send(t, bruno)
	bruno.Form(signaturesPath+"/novo", url.Values{"user_code": {dbtest.Carla.UserCode}}).Want(303)
	page := bruno.GET(signaturesPath).Want(200).HTML()
	ids := page.Find("input[name=ids]").Map(func(_ int, box *goquery.Selection) string { return box.AttrOr("value", "") })
	if len(ids) != 2 {
		t.Fatalf("%d rows can be selected", len(ids))
	}
	picked := url.Values{"ids": ids}
	app.Exec(t, "update contracts set emailed_at = emailed_at - interval '1 hour'")
	if said := bruno.Form(signaturesPath+"/reenviar-selecionados", picked).Want(303).Notice().
		Text; plain(said) != "2 links enviados de novo." {
		t.Errorf("sending again says %q", said)
	}
	asked := bruno.GET(signaturesPath + "/anular-selecionados?" + picked.Encode()).Want(200).HTML()
	hidden := asked.Find("input[type=hidden][name=ids]").Map(func(_ int, box *goquery.Selection) string { return box.AttrOr("value", "") })
	slices.Sort(hidden)
	slices.Sort(ids)
	if !slices.Equal(hidden, ids) || !strings.Contains(plain(asked.Find("h1").Text()), "Anular 2 termos") {
		t.Errorf("the page asks for %q, with the title %q", hidden, asked.Find("h1").Text())
	}
	bruno.Form(signaturesPath+"/anular-selecionados", url.Values{"ids": {ids[0]}, "reason": {strings.Repeat("x", 501)}}).Want(422)
	bruno.Form(signaturesPath+"/anular-selecionados", url.Values{"ids": {ids[0]}, "reason": {"Engano"}}).Want(303)
	if said := bruno.Form(signaturesPath+"/anular-selecionados", picked).Want(303).Notice().
		Text; plain(said) != "1 termo anulado. 1 outro não espera assinatura." {
		t.Errorf("voiding says %q", said)
	}
	if words := bruno.GET(signaturesPath + "/anular-selecionados?todos=1").Want(200).Words(); !strings.Contains(words, "Nada para anular") {
		t.Errorf("with nothing to void: %q", words)
	}
	exported := bruno.Form(signaturesPath+"/exportar/selecionados", url.Values{"ids": {ids[0]}, "formato": {"csv"}}).Want(200)
	if rows := strings.Count(strings.TrimSpace(string(exported.Body)), "\n"); rows != 1 {
		t.Errorf("the file has %d rows", rows)
	}
}

func TestSignatures_SelectedRefused(t *testing.T) {
	t.Parallel()
	app := published(t)
	bruno := app.As(t, dbtest.Bruno)
	for _, act := range []string{"/reenviar-selecionados", "/anular-selecionados"} {
		bruno.Form(signaturesPath+act, nil).Want(400)
		bruno.Form(signaturesPath+act, url.Values{"ids": {"1"}}).Want(400)
		app.As(t, dbtest.Priscila).Form(signaturesPath+act, url.Values{"todos": {"1"}}).Want(403)
	}
}

// Without a published term the empty list leads administrators to the templates.
func TestSignatures_NothingPublished(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t)
	for operator, want := range map[dbtest.Operator]int{dbtest.Camila: 1, dbtest.Bruno: 0} {
		blank := app.As(t, operator).GET(signaturesPath).Want(200).HTML().Find(".blank")
		if links := blank.Find(`a[href="/admin/modelos"]`).Length(); links != want ||
			blank.Find(`a[href="`+signaturesPath+`/novo"]`).Length() != 0 {
			t.Errorf("%s finds %d links to the templates", operator.Name, links)
		}
	}
}

// plain replaces spaces that do not break.
func plain(text string) string {
	return strings.Join(strings.Fields(strings.ReplaceAll(text, "\u00a0", " ")), " ")
}
