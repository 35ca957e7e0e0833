package panel_test

import (
	"net/url"
	"strings"
	"testing"

	"acolhe/handlers/handlertest"
	"acolhe/models/platform/dbtest"
)

const camilasView = "/painel/visoes/1"

func TestSavedViews_UnknownFilters(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t)
	bruno := app.As(t, dbtest.Bruno)
	before := app.Count(t, "saved_views", "true")
	for name, c := range map[string]struct {
		form   url.Values
		status int
	}{
		"no name":       {url.Values{"page": {"pedidos"}, "query": {"q=ana"}}, 422},
		"long name":     {url.Values{"page": {"pedidos"}, "name": {strings.Repeat("a", 81)}}, 422},
		"unknown list":  {url.Values{"page": {"segredos"}, "name": {"x"}}, 404},
		"wrong status":  {url.Values{"page": {"pedidos"}, "name": {"x"}, "query": {"situacao=Nada"}}, 400},
		"broken query":  {url.Values{"page": {"pedidos"}, "name": {"x"}, "query": {"q=%zz"}}, 400},
		"zero byte":     {url.Values{"page": {"pedidos"}, "name": {"a\x00b"}}, 422},
		"zero in query": {url.Values{"page": {"pedidos"}, "name": {"x"}, "query": {"q=%00"}}, 400},
		"wrong role":    {url.Values{"page": {"pedidos"}, "name": {"x"}, "shared_with": {"Profissional"}}, 422},
		"long query":    {url.Values{"page": {"pedidos"}, "name": {"x"}, "query": {"q=" + strings.Repeat("a", 4001)}}, 422},
	} {
		if answer := bruno.Form("/painel/visoes", c.form); answer.StatusCode != c.status {
			t.Errorf("%s: %d, want %d", name, answer.StatusCode, c.status)
		}
	}
	if after := app.Count(t, "saved_views", "true"); after != before {
		t.Errorf("%d views were stored", after-before)
	}
	saved := bruno.Form("/painel/visoes", url.Values{"page": {"pedidos"}, "name": {"Minha"},
		"query": {"pagina=3&situacao=Pago&utm_source=x&q=+ana+"}}).Want(303)
	if saved.Location() != "/painel/pedidos?q=ana&situacao=Pago&visao=1001" {
		t.Errorf("saved as %s", saved.Location())
	}
}

// A private view is unknown to others; a shared one can be seen and not changed.
func TestSavedViews_Owner(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t)
	camila, bruno := app.As(t, dbtest.Camila), app.As(t, dbtest.Bruno)
	change := url.Values{"name": {"Outra"}, "shared_with": {"Acolhimento"}}
	for _, status := range []int{404, 403} {
		bruno.GET(camilasView).Want(status)
		bruno.Form(camilasView, url.Values{"name": {"Roubada"}}).Want(map[int]int{404: 404, 403: 422}[status])
		bruno.Form(camilasView+"/filtros?query=q%3Dx", nil).Want(status)
		bruno.Form(camilasView+"/excluir", nil).Want(status)
		change.Set("version", camila.FormAt(camilasView).Get("version"))
		camila.Form(camilasView, change).Want(303)
	}
	stale := url.Values{"version": {"0"}, "name": {"Mais uma"}}
	if page := camila.Form(camilasView, stale).Want(422).Body; !strings.Contains(page, "Outra pessoa mudou esta visão") {
		t.Error("a stale form is not refused with what is stored")
	}
	app.As(t, dbtest.Renata).GET(camilasView).Want(403)
	app.As(t, dbtest.Priscila).GET(camilasView).Want(404)
	if page := app.Nobody(t).GET(camilasView).Want(303); !strings.HasPrefix(page.Location(), "/entrar") {
		t.Errorf("nobody is sent to %s", page.Location())
	}
	if app.Count(t, "saved_views", "id = 1 and name = 'Outra' and query = $1", dbtest.CamilasView.Query) != 1 {
		t.Error("Camila's view was changed by somebody else")
	}
	if counts := bruno.GET("/painel/visoes/contagens?lista=pedidos").Want(200).
		Body; !strings.Contains(counts, `id="contagem-1" hx-swap-oob="true">1<`) {
		t.Error("the shared view has no live count in Bruno's list")
	}
	camila.Form(camilasView+"/excluir", nil).Want(303)
	camila.GET(camilasView).Want(404)
	camila.GET("/painel/pedidos?visao=1").Want(200)
}

func TestSavedViews_AddressAlone(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t)
	camila := app.As(t, dbtest.Camila)
	if at := camila.GET("/painel/pedidos?visao=1").Want(303).Location(); at != "/painel/pedidos?q=ana&situacao=Pago&visao=1" {
		t.Errorf("it leads to %s", at)
	}
	for _, address := range []string{"?q=ana&situacao=Pago&visao=1", "?pagina=1&visao=1", "?visao=2", "?visao=x", "?visao="} {
		camila.GET("/painel/pedidos" + address).Want(200)
	}
	// Another person's private view is ignored.
	app.As(t, dbtest.Bruno).GET("/painel/pedidos?visao=1").Want(200)
}

// A view with a filter that the list no longer has is shown without a count.
func TestSavedViews_OutdatedFilters(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t)
	app.Exec(t, "update saved_views set query = 'situacao=Arquivado' where id = 1")
	page := app.As(t, dbtest.Camila).GET("/painel/pedidos").Want(200).Words()
	_, after, there := strings.Cut(page, dbtest.CamilasView.Name+" ")
	if !there || strings.ContainsAny(after[:1], "0123456789") {
		t.Errorf("the view is gone, or counted: %t %.20q", there, after)
	}
}

func TestColumns_OfTheList(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t)
	bruno := app.As(t, dbtest.Bruno)
	bruno.Form("/painel/colunas", url.Values{"list": {"pedidos"}, "columns": {"senha"}}).Want(400)
	bruno.Form("/painel/colunas", url.Values{"list": {"nada"}, "columns": {"total"}}).Want(404)
	for back, want := range map[string]string{"/painel/pedidos?q=ana": "/painel/pedidos?q=ana", "https://evil.example": "/painel/pedidos",
		"": "/painel/pedidos"} {
		answer := bruno.Form("/painel/colunas", url.Values{"list": {"pedidos"}, "columns": {"total", "cidade"}, "volta": {back}}).Want(303)
		if answer.Location() != want {
			t.Errorf("%q leads to %q", back, answer.Location())
		}
	}
	page := bruno.GET("/painel/pedidos").Want(200).Words()
	if !strings.Contains(page, "Associado Cidade Total") {
		t.Errorf("the list shows %s", page)
	}
	if page := app.As(t, dbtest.Fernando).GET("/painel/pedidos").Want(200).Words(); !strings.Contains(page, "Associado Nº Itens") {
		t.Error("Fernando got Bruno's columns")
	}
}
