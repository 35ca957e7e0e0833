package admin_test

import (
	"net/url"
	"strings"
	"testing"

	"acolhe/handlers/handlertest"
	"acolhe/models/platform/dbtest"
)

// seedError reports an error of a browser and returns the address of its group.
func seedError(t *testing.T, app *handlertest.App) string {
	t.Helper()
	app.As(t, dbtest.Bruno).POST("/api/v1/system-errors",
		map[string]any{"message": "TypeError: x is null", "release": "1.14.2", "url": "/painel/pedidos/2",
			"stack": "TypeError: x is null\n at choose (https://a.org/static/app-b45ead331d.js:1:2)\n at y (chrome-extension://x/y.js:1:1)",
			"extra": map[string]any{"cpf": "52998224725"}}).Want(202)
	var hash string
	if err := app.Pool.QueryRow(t.Context(), "select error_hash from system_error_groups").Scan(&hash); err != nil {
		t.Fatal(err)
	}
	return "/admin/erros/" + hash
}

// A group is found in the list, opened with its sample, resolved, and brought back by the undo of the toast.
func TestErrors(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t)
	group, camila := seedError(t, app), app.As(t, dbtest.Camila)
	list := camila.GET("/admin/erros?origem=browser&q=null").Want(200)
	if href, _ := list.HTML().Find("a:contains('x is null')").Attr("href"); href != group || list.HTML().Find("svg[role=img]").Length() == 0 {
		t.Errorf("the list leads to %q", href)
	}
	page := camila.GET(group + "?amostra=99").Want(200)
	for _, part := range []string{"Amostra 1 de 1", dbtest.Bruno.FullName(), "/painel/pedidos/2", "1.14.2", "1 campo", "[oculto]"} {
		if !strings.Contains(page.Words(), part) {
			t.Errorf("the page lacks %q", part)
		}
	}
	if own := page.HTML().Find("pre strong").Text(); !strings.Contains(own, "choose") || strings.Contains(own, "extension") {
		t.Errorf("own frames are %q", own)
	}
	resolved := camila.Form(group+"/situacao", url.Values{"status": {"fixed"}}).Want(303)
	if notice := resolved.Notice(); notice.Text != "Resolvido na 1.14.2. Reabre se voltar." || notice.Undo == "" {
		t.Errorf("the notice is %+v", notice)
	}
	if app.Count(t, "system_error_groups", "status = 'fixed'") != 1 {
		t.Error("the group is not fixed")
	}
	if undone := camila.Form(resolved.Notice().Undo, nil).Want(303).Notice(); !strings.Contains(undone.Text, "de volta") ||
		app.Count(t, "system_error_groups", "status = 'open' and resolved_at is null") != 1 {
		t.Errorf("after undo: %+v", undone)
	}
	camila.Form(group+"/situacao", url.Values{"status": {"ignored"}}).Want(303)
	if !strings.Contains(camila.GET("/admin/erros?situacao=ignored").Want(200).Words(), "x is null") ||
		strings.Contains(camila.GET("/admin/erros").Want(200).Words(), "x is null") {
		t.Error("an ignored group is not in its tab alone")
	}
	if !strings.Contains(camila.GET(group).Want(200).Words(), dbtest.Camila.FullName()+" ignorou") {
		t.Error("the page does not say who ignored it")
	}
}

func TestErrors_WhoMay(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t)
	group := seedError(t, app)
	bruno := app.As(t, dbtest.Bruno)
	for _, path := range []string{"/admin/erros", group, "/admin/desempenho"} {
		bruno.GET(path).Want(403)
		app.Nobody(t).GET(path).Want(303)
	}
	bruno.Form(group+"/situacao", url.Values{"status": {"fixed"}}).Want(403)
	camila := app.As(t, dbtest.Camila)
	camila.GET("/admin/erros/0123456789abcdef").Want(404)
	camila.Form(group+"/situacao", url.Values{"status": {"gone"}}).Want(400)
}

func TestVitals(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t)
	camila := app.As(t, dbtest.Camila)
	if !strings.Contains(camila.GET("/admin/desempenho").Want(200).Words(), "Sem medidas neste período") {
		t.Error("the page without measurements does not say so")
	}
	app.Nobody(t).POST("/api/v1/web-vitals",
		[]map[string]any{{"id": "a", "name": "LCP", "value": 1300, "path": "/painel"},
			{"id": "b", "name": "CLS", "value": 0.3, "path": "/painel/pedidos/2"}}).Want(202)
	page := camila.GET("/admin/desempenho?medida=LCP&periodo=24h").Want(200)
	for _, part := range []string{"1,3 s", "Uma visita até agora. Bom até 2,5 s.", "Abertura (LCP)", "/painel", "Ruim"} {
		if !strings.Contains(page.Words(), part) {
			t.Errorf("the page lacks %q", part)
		}
	}
	if !strings.Contains(camila.GET("/admin/desempenho?medida=CLS&periodo=nunca").Want(200).Words(), "/painel/pedidos/:id") {
		t.Error("CLS has no pages")
	}
}
