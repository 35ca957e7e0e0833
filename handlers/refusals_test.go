package handlers_test

import (
	"net/http"
	"slices"
	"strings"
	"testing"

	"acolhe/handlers/handlertest"
	"acolhe/models/platform/dbtest"
	"acolhe/models/platform/media/mediatest"
)

// The address of a form that no page shows redirects every caller to the page above it, whose guard decides.
func TestFormPages_GetLeadsToPage(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t)
	app.SeedMailbox(t)
	app.SeedWebhooks(t)
	app.SeedErrors(t)
	app.SeedTasks(t)
	app.SeedTerms(t)
	app.SeedAppointments(t)
	app.SeedSettings(t)
	camila, renata, nobody := app.As(t, dbtest.Camila), app.As(t, dbtest.Renata), app.Nobody(t)
	camila.Upload("/painel/arquivos", "a.pdf", mediatest.PDF("a"), map[string]string{"de": "users-1"}).Want(http.StatusSeeOther)
	app.Exec(t, "update files set id = 1 where file_name = 'a.pdf'")
	pages := map[string]bool{}
	for _, route := range app.Routes {
		if route.Method == http.MethodGet {
			pages[route.Path] = true
		}
	}
	walked := 0
	for _, route := range app.Routes {
		if route.Method != http.MethodPost || route.IsJSON() || pages[route.Path] {
			continue
		}
		walked++
		path := strings.NewReplacer("/admin/mensagens/:kind", "/admin/mensagens/order_sent", "/painel/assinaturas/:id",
			"/painel/assinaturas/"+handlertest.PendingTermID, "/painel/pedidos/etiquetas-de-envio/:id", "/painel/pedidos/etiquetas-de-envio/16",
			"/agendamento/:token", "/agendamento/"+handlertest.AppointmentLink, ":kind", "self", ":version", "1", ":token", handlertest.PendingTerm,
			":annotationId", "7", ":patientId", "2", ":outro", "3", ":id", "1", ":entrega", "1", ":system", "store", ":grupo",
			handlertest.ErrorGroup, ":servico", "carrier_b", ":lei", "tax").Replace(route.Path)
		reader := camila
		if strings.HasPrefix(path, "/portal/") {
			reader = renata
		}
		for _, client := range []*handlertest.Client{reader, nobody} {
			answer := client.GET(path).Want(http.StatusSeeOther)
			if to := answer.Location(); to == path || !strings.HasPrefix(path, strings.TrimSuffix(to, "/")) {
				t.Errorf("%s leads to %s", path, to)
			}
		}
		if slices.ContainsFunc(unseeded, func(prefix string) bool { return strings.HasPrefix(path, prefix) }) {
			continue
		}
		if status := reader.GET(reader.GET(path).Location()).StatusCode; status >= http.StatusBadRequest {
			t.Errorf("%s leads to a page that answers %d", path, status)
		}
	}
	if walked < 20 {
		t.Errorf("only %d addresses were walked", walked)
	}
	for path, want := range map[string]string{
		"/painel/associados/1/excluir":             "/painel/associados/1",
		"/painel/associados/1/pacientes/2/excluir": "/painel/associados/1",
		"/painel/associados/exportar":              "/painel/associados",
		"/painel/etiquetas/1/excluir":              "/painel/etiquetas/1",
		"/admin/operadores/2/convite":              "/admin/operadores/2",
		"/sair":                                    "/",
	} {
		if to := camila.GET(path).Location(); to != want {
			t.Errorf("%s leads to %s, want %s", path, to, want)
		}
	}
}

// unseeded are the pages of records that the fixtures do not have, or of a module that is off.
var unseeded = []string{"/painel/documentos/", "/painel/receitas/", "/painel/estoque/", "/painel/pedidos/1/separar", "/painel/conciliacao/", "/recolhimento/", "/acompanhamento/", "/painel/efeitos/",
	"/admin/importar/", "/admin/privacidade/eliminacoes/", "/admin/privacidade/pedidos/", "/admin/privacidade/incidentes/", "/admin/privacidade/retencao/segurados/"}

// A signed-in operator gets an error inside the frame of their pages, with menu and search; other callers get a card.
func TestRefusals_InsideFrame(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t)
	camila, priscila := app.As(t, dbtest.Camila), app.As(t, dbtest.Priscila)
	for name, c := range map[string]struct {
		answer *handlertest.Answer
		status int
		words  string
		menu   string
	}{
		"unknown address":          {camila.GET("/painel/nada"), 404, "Este endereço não existe.", "/painel/associados"},
		"unknown address of admin": {camila.GET("/admin/nada"), 404, "Este endereço não existe.", "/admin/operadores"},
		"missing row":              {camila.GET("/painel/pedidos/999999"), 404, "Não encontrado", "/painel/associados"},
		"wrong role": {priscila.GET("/admin/operadores"), 403, "Você não tem acesso a esta página. Peça à administração.",
			"/painel/produtos"},
		"wrong method": {camila.JSON(http.MethodPut, "/painel", "{}"), 405, "Não foi possível abrir esta página.",
			"/painel/associados"},
	} {
		page := c.answer.Want(c.status).HTML()
		if !strings.Contains(page.Find("main").Text(), c.words) {
			t.Errorf("%s: the page says %q", name, page.Find("main").Text())
		}
		if page.Find(`#menu a[href="`+c.menu+`"]`).Length() != 1 || page.Find("#paleta input").Length() != 1 {
			t.Errorf("%s: no menu or no search", name)
		}
	}
	for name, client := range map[string]*handlertest.Client{"nobody": app.Nobody(t), "associate": app.AsAssociate(t, dbtest.Ana),
		"bad token": app.Nobody(t).With("Authorization", "Bearer x")} {
		page := client.GET("/painel/nada").Want(404).HTML()
		if page.Find("#menu").Length() > 0 || !strings.Contains(page.Text(), "Este endereço não existe.") {
			t.Errorf("%s: %s", name, page.Text())
		}
	}
	if envelope := app.Nobody(t).GET("/api/v1/nada").Want(404); !strings.Contains(envelope.Body, `"NOT_FOUND"`) {
		t.Errorf("the interface answers %s", envelope.Body)
	}
}

// After a refused form the browser shows the address of the page instead of the form's.
func TestRefusals_AddressOfForm(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t)
	camila := app.As(t, dbtest.Camila)
	for path, want := range map[string]string{
		"/painel/associados/1/excluir":     "/painel/associados/1",
		"/painel/produtos/999999/excluir":  "/painel/produtos/999999",
		"/admin/operadores/999999/convite": "/admin/operadores/999999",
		"/painel/pedidos/999999/situacao":  "/painel/pedidos/999999",
		"/painel/associados/novo":          "",
		"/painel/associados/recepcao":      "/painel/associados",
	} {
		answer := camila.Form(path, nil)
		if answer.StatusCode < 400 || answer.StatusCode >= 500 {
			t.Fatalf("%s: %d", path, answer.StatusCode)
		}
		if kept := answer.HTML().Find("main").AttrOr("data-address", ""); kept != want {
			t.Errorf("%s keeps the address %q, want %q", path, kept, want)
		}
	}
}
