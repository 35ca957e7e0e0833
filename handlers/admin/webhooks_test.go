package admin_test

import (
	"io"
	"net/http"
	"net/http/httptest"
	"net/url"
	"regexp"
	"strings"
	"testing"
	"time"

	"acolhe/handlers"
	"acolhe/handlers/handlertest"
	"acolhe/models/platform/dbtest"
	"acolhe/models/platform/outbound"
)

var secrets = regexp.MustCompile(`whsec_[A-Za-z0-9+/=]{44}`)

func privateAllowed(config *handlers.Config) { config.Webhooks = outbound.Guard{AllowPrivate: true} }

func form(address string, changes url.Values) url.Values {
	sent := url.Values{"name": {"ERP"}, "url": {address}, "tables": {"tags", "orders"}, "actions": {"create", "update"},
		"without_health": {"true"}}
	for name, values := range changes {
		sent[name] = values
	}
	return sent
}

// An administrator adds an endpoint and sees its secret once, tests it, changes it, sends again and removes it.
func TestWebhookPages(t *testing.T) {
	t.Parallel()
	answer, got := http.StatusOK, 0
	receiver := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		got++
		w.WriteHeader(answer)
		_, _ = io.WriteString(w, "<b>resposta</b>")
	}))
	defer receiver.Close()
	app := handlertest.New(t, privateAllowed)
	camila := app.As(t, dbtest.Camila)
	shown := camila.Form("/admin/webhooks/novo", form(receiver.URL, nil)).Want(200)
	secret := secrets.FindString(shown.Body)
	if secret == "" || app.Count(t, "webhook_endpoints", "without_health and enabled") != 1 {
		t.Fatal("no secret, or the endpoint is not as asked for")
	}
	tested := camila.Form("/admin/webhooks/1/testar", nil).Want(303)
	if delivery := camila.GET(tested.Location()).Want(200).Body; got != 1 || !strings.Contains(delivery, "Entregue") ||
		!strings.Contains(delivery, "&lt;b&gt;resposta") || !strings.Contains(delivery, "na 1ª tentativa") {
		t.Errorf("%d requests, %s", got, tested.Location())
	}
	answer = http.StatusBadGateway
	again := camila.Form(tested.Location()+"/tentar", nil).Want(303)
	if page := camila.GET("/admin/webhooks/1?situacao=a-tentar").Want(200).Body; !strings.Contains(page, "Sem entregar desde") ||
		!strings.Contains(page, "502 ·") || again.Notice().Text != "Não foi entregue: respondeu 502 Bad Gateway." {
		t.Error("the failure is not shown")
	}
	first := camila.With("HX-Request", "true").Form("/admin/webhooks/1/testar", nil).Want(200)
	if body := first.Body; !strings.Contains(body, `<x-gaveta id="gaveta"`) || !strings.Contains(body, `<dialog id="entrega"`) ||
		!strings.Contains(body, "respondeu 502") || strings.Contains(body, "<html") {
		t.Errorf("a test on the page answers %s", first.Words())
	}
	drawer := camila.With("HX-Request", "true").Form(tested.Location()+"/tentar", nil).Want(200)
	if body := drawer.Body; !strings.Contains(body, `<dialog id="entrega"`) || !strings.Contains(body, "Não foi entregue: respondeu 502") ||
		strings.Contains(body, "<html") {
		t.Errorf("an attempt in the drawer answers %s", drawer.Words())
	}
	camila.Form("/admin/webhooks/1/tentar", nil).Want(303)
	camila.Form("/admin/webhooks/1/reenviar", url.Values{"from": {"2026-01-01"}, "to": {"2026-12-31"}}).Want(303)
	camila.Form("/admin/webhooks/1/reenviar", url.Values{"from": {"2026-02-01"}, "to": {"2026-01-01"}}).Want(422)
	camila.Form("/admin/webhooks/1/editar", form(receiver.URL, url.Values{"name": {"Loja"}})).Want(303)
	if app.Count(t, "webhook_endpoints", "name = 'Loja' and not enabled and disabled_reason = 'person'") != 1 {
		t.Error("the unticked box does not switch off")
	}
	camila.Form("/admin/webhooks/1/ligar", nil).Want(303)
	if app.Count(t, "webhook_endpoints", "enabled and disabled_reason is null") != 1 {
		t.Error("the endpoint is not switched on")
	}
	camila.Form("/admin/webhooks/1/desligar", nil).Want(303)
	if app.Count(t, "webhook_endpoints", "not enabled and disabled_reason = 'person'") != 1 {
		t.Error("the endpoint is not switched off")
	}
	rotated := camila.Form("/admin/webhooks/1/segredo", nil).Want(200)
	if next := secrets.FindString(rotated.Body); next == "" || next == secret {
		t.Error("the secret is not replaced")
	}
	for _, path := range []string{"/admin/webhooks", "/admin/webhooks/1", "/admin/webhooks/1/editar", "/admin/seguranca"} {
		if secrets.MatchString(camila.GET(path).Want(200).Body) {
			t.Errorf("%s shows a secret", path)
		}
	}
	camila.Form("/admin/webhooks/1/remover", nil).Want(303)
	camila.GET("/admin/webhooks/1").Want(404)
}

// The page of an endpoint shows its last hours, the time to the next attempt, and the drawer of a delivery.
func TestWebhookPage_HealthAndDrawer(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t)
	app.SeedWebhooks(t)
	camila := app.As(t, dbtest.Camila)
	page := camila.GET("/admin/webhooks/1").Want(200)
	for _, want := range []string{"Entregas por hora", "entregues 1", "falharam 2", "em 4", "Perdidas, 30 dias 1"} {
		if !strings.Contains(page.Words(), want) {
			t.Errorf("%q is missing in %s", want, page.Words())
		}
	}
	drawer := camila.With("HX-Request", "true").GET("/admin/webhooks/1/entregas/1?drawer=1").Want(200)
	for _, want := range []string{"Tentativa 5 de 9", "502 Bad Gateway", `"status": "Enviado"`, "Abrir página inteira"} {
		if !strings.Contains(drawer.Words(), want) {
			t.Errorf("%q is missing in %s", want, drawer.Words())
		}
	}
	if strings.Contains(drawer.Body, "<html") {
		t.Error("the drawer is a whole page")
	}
}

// A secret that cannot be read is a reason on the page, with all actions that send.
func TestWebhookPages_UnreadableSecret(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t)
	app.SeedWebhooks(t)
	camila := app.As(t, dbtest.Camila)
	for _, path := range []string{"/admin/webhooks/1/testar", "/admin/webhooks/1/entregas/1/tentar"} {
		answer := camila.Form(path, nil).Want(303)
		if !strings.HasPrefix(answer.Notice().Text, "Não foi entregue: o segredo não pode ser lido") ||
			!strings.Contains(camila.GET(answer.Location()).Want(200).Words(), "use Trocar segredo") {
			t.Errorf("%s: %s", path, answer.Notice().Text)
		}
	}
	today := time.Now().Format(time.DateOnly)
	camila.Form("/admin/webhooks/1/reenviar", url.Values{"from": {today}, "to": {today}}).Want(303)
	camila.Form("/admin/webhooks/1/tentar", nil).Want(303)
	camila.POST("/api/v1/admin/webhooks/1/test", map[string]any{}).Want(201)
	camila.POST("/api/v1/admin/webhooks/1/deliveries/1/retry", map[string]any{}).Want(200)
}

func TestWebhookForm_Refused(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t)
	camila := app.As(t, dbtest.Camila)
	body := camila.Form("/admin/webhooks/novo", form("http://169.254.169.254/", url.Values{"tables": nil, "name": {" "}})).Want(422).Body
	for _, want := range []string{"Use um endereço público. Este aponta para uma rede interna.", "escolha ao menos uma tabela",
		"informe um nome", `value="http://169.254.169.254/"`} {
		if !strings.Contains(body, want) {
			t.Errorf("%q is missing", want)
		}
	}
	camila.Form("/admin/webhooks/9/testar", nil).Want(404)
	camila.GET("/admin/webhooks/9/entregas/1").Want(404)
	if app.Count(t, "webhook_endpoints", "true") > 0 {
		t.Error("an endpoint is stored")
	}
}

func TestWebhookPages_Callers(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t)
	app.SeedWebhooks(t)
	for name, c := range map[string]struct {
		client *handlertest.Client
		status int
	}{
		"nobody": {app.Nobody(t), 303}, "Acolhimento": {app.As(t, dbtest.Bruno), 403}, "Profissional": {app.As(t, dbtest.Renata), 403},
		"a restricted token": {app.WithToken(t, "items:orders:read"), 403},
	} {
		for _, path := range []string{"", "/novo", "/verificar", "/1", "/1/editar", "/1/segredo", "/1/remover", "/1/reenviar", "/1/desligar",
			"/1/entregas/1", "/1/entregas/1?drawer=1"} {
			if answer := c.client.GET("/admin/webhooks" + path); answer.StatusCode != c.status {
				t.Errorf("%s reads %s: %d", name, path, answer.StatusCode)
			}
		}
		for _, path := range []string{"/novo", "/1/editar", "/1/testar", "/1/tentar", "/1/segredo", "/1/remover", "/1/reenviar", "/1/ligar",
			"/1/desligar", "/1/entregas/1/tentar"} {
			if answer := c.client.Form("/admin/webhooks"+path, form("http://a.exemplo.org.br/", nil)); answer.StatusCode != c.status {
				t.Errorf("%s posts to %s: %d", name, path, answer.StatusCode)
			}
		}
	}
	if app.Count(t, "webhook_deliveries", "id = 1 and attempts = 4") != 1 ||
		app.Count(t, "webhook_endpoints", "name = 'ERP do escritório'") != 1 {
		t.Error("somebody changed something")
	}
}
