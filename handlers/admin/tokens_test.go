package admin_test

import (
	"net/url"
	"regexp"
	"strconv"
	"strings"
	"testing"
	"time"

	"acolhe/handlers/handlertest"
	"acolhe/models/platform/dbtest"
)

var (
	plaintexts = regexp.MustCompile(`ac_[0-9a-f]{12}_[A-Za-z0-9_-]{43}`)
	prefixes   = regexp.MustCompile(`name="prefix" value="([0-9a-f]{12})"`)
)

// formFor returns a form as the page posts it, with the prefix of the rendered page.
func formFor(t *testing.T, client *handlertest.Client, more url.Values) url.Values {
	t.Helper()
	shown := prefixes.FindStringSubmatch(client.GET("/admin/tokens/novo").Want(200).Body)
	if shown == nil {
		t.Fatal("the form has no prefix")
	}
	form := url.Values{"prefix": {shown[1]}, "name": {"Loja"}, "validade": {"90"}, "scopes": {"items:orders:read"}}
	for name, values := range more {
		form[name] = values
	}
	return form
}

// Only the answer to the form contains the plaintext: no address, no cookie, no log, no later page does. Posting the
// same form again neither shows it nor issues another token.
func TestTokenForm_ShowsTokenOnce(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t)
	camila := app.As(t, dbtest.Camila)
	form := formFor(t, camila, nil)
	answer := camila.Form("/admin/tokens/novo", form).Want(200)
	plaintext := plaintexts.FindString(answer.Body)
	if plaintext == "" || !strings.Contains(answer.Body, "curl -H") || !strings.Contains(answer.Body, app.URL+"/api/v1/orders") {
		t.Fatalf("the answer does not show the token:\n%s", answer.Body)
	}
	if answer.Header.Get("Cache-Control") != "no-store" || len(answer.Cookies()) > 0 || answer.Location() != "" {
		t.Errorf("the answer may be kept: %v", answer.Header)
	}
	app.Nobody(t).With("Authorization", "Bearer "+plaintext).GET("/api/v1/orders").Want(200)

	before := app.Count(t, "users_api", "true")
	again := camila.Form("/admin/tokens/novo", form).Want(303)
	if again.Location() != "/admin/tokens" || app.Count(t, "users_api", "true") != before {
		t.Errorf("the form sent again leads to %s", again.Location())
	}
	id := strings.TrimPrefix(regexp.MustCompile(`/admin/tokens/\d+`).FindString(answer.Body), "/admin/tokens/")
	secret := plaintext[strings.LastIndexByte(plaintext[:17], '_')+1:]
	for _, path := range []string{"/admin/tokens", "/admin/tokens/" + id, "/admin/tokens/novo", "/admin/seguranca", "/api/v1/auth/tokens"} {
		if strings.Contains(camila.GET(path).Want(200).Body, secret) {
			t.Errorf("%s shows the token", path)
		}
	}
	if strings.Contains(app.Log.String(), secret) {
		t.Error("the token is in the log")
	}
}

func TestTokenForm_Validity(t *testing.T) {
	t.Parallel()
	today, atNoon := handlertest.AtNoon(t)
	app := handlertest.New(t, atNoon)
	camila := app.As(t, dbtest.Camila)
	day := func(days int) string { return today.AddDate(0, 0, days).Format(time.DateOnly) }
	for name, c := range map[string]struct{ validity, until, want string }{
		"a month":   {"30", "", day(30)},
		"a quarter": {"90", "", day(90)},
		"a year":    {"365", "", day(365)},
		"a day":     {"dia", day(3), day(3)},
		"today":     {"dia", day(0), day(0)},
		"for ever":  {"nunca", day(3), ""},
		"yesterday": {"dia", day(-1), "refused"},
		"no day":    {"dia", "", "refused"},
		"nonsense":  {"dia", "31/02", "refused"},
		"no choice": {"", "", "refused"},
		"another":   {"7", "", "refused"},
	} {
		answer := camila.Form("/admin/tokens/novo", formFor(t, camila, url.Values{"name": {name}, "validade": {c.validity}, "ate": {c.until}}))
		if c.want == "refused" {
			if answer.StatusCode != 422 || !strings.Contains(answer.Body, "Validade: deve estar no futuro") ||
				app.Count(t, "users_api", "name = $1", name) > 0 {
				t.Errorf("%s: %d", name, answer.StatusCode)
			}
			continue
		}
		answer.Want(200)
		if app.Count(t, "users_api", "name = $1 and to_char(expires_at at time zone 'America/Sao_Paulo', 'YYYY-MM-DD HH24:MI:SS') is not distinct from nullif($2, ' 23:59:59')",
			name, c.want+" 23:59:59") != 1 {
			t.Errorf("%s does not end at the end of %s", name, c.want)
		}
	}
}

func TestTokenForm_Refused(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t)
	camila := app.As(t, dbtest.Camila)
	before := app.Count(t, "users_api", "true")
	answer := camila.Form("/admin/tokens/novo",
		formFor(t, camila, url.Values{"name": {" "}, "scopes": {"items:tags:*", "reports:read", "items:users_api:read"}})).Want(422)
	for _, want := range []string{"Erro: Novo token", "Nome: informe um nome", "“items:users_api:read” não é um escopo",
		`value="items:tags:*" checked`, `value="reports:read" checked`} {
		if !strings.Contains(answer.Body, want) {
			t.Errorf("%q is missing", want)
		}
	}
	camila.Form("/admin/tokens/novo", formFor(t, camila, url.Values{"scopes": nil})).Want(422)
	camila.Form("/admin/tokens/novo", formFor(t, camila, url.Values{"name": {"a\x00b"}})).Want(400)
	if after := app.Count(t, "users_api", "true"); after != before {
		t.Errorf("%d tokens were stored", after-before)
	}
}

func TestTokenForm_Partner(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t)
	camila := app.As(t, dbtest.Camila)
	found := camila.GET("/admin/tokens/novo?profissional_texto=renata").Want(200).Body
	if !strings.Contains(found, "/admin/tokens/novo?profissional=RENATA-CRM") || strings.Contains(found, "OTAVIO-CRMV") {
		t.Error("the search does not offer Dra. Renata alone")
	}
	options := camila.GET("/admin/profissionais?q=otavio&lista=l").Want(200).Body
	if !strings.Contains(options, `data-value="OTAVIO-CRMV"`) || strings.Contains(options, "RENATA-CRM") {
		t.Errorf("the options are %s", options)
	}
	narrow := camila.GET("/admin/tokens/novo?profissional=RENATA-CRM").Want(200).Body
	for scope, offered := range map[string]bool{"items:services:read": true, "items:professionals:read": true, "reports:read": true,
		"items:services:write": false, "items:orders:read": false, "*": false, "files:write": false} {
		if strings.Contains(narrow, `value="`+scope+`"`) != offered {
			t.Errorf("%s is offered: %v", scope, !offered)
		}
	}
	camila.GET("/admin/tokens/novo?profissional=GONE").Want(200)
	form := formFor(t, camila, url.Values{"internal_code": {"RENATA-CRM"}, "name": {"Clínica"}})
	if body := camila.Form("/admin/tokens/novo", form).Want(422).Body; !strings.Contains(body, "não serve a um token limitado") {
		t.Error("an order is nothing for a partner")
	}
	form.Set("scopes", "items:services:read")
	camila.Form("/admin/tokens/novo", form).Want(200)
	if app.Count(t, "users_api", "name = 'Clínica' and internal_code = 'RENATA-CRM'") != 1 {
		t.Error("the token is not bound")
	}
}

// A revocation takes effect at once and can be undone for a while, also without scripts.
func TestTokenRevoke_Undo(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t)
	camila := app.As(t, dbtest.Camila)
	shop := app.Nobody(t).With("Authorization", "Bearer "+dbtest.SiteToken.Plaintext)
	id := strconv.FormatInt(dbtest.SiteToken.ID, 10)
	shop.GET("/api/v1/orders").Want(200)

	revoked := camila.Form("/admin/tokens/"+id+"/revogar", url.Values{"situacao": {"active"}}).Want(303)
	if revoked.Location() != "/admin/tokens?situacao=active" {
		t.Errorf("revoking leads to %s", revoked.Location())
	}
	shop.GET("/api/v1/orders").Want(401)
	if said := revoked.Notice(); said.Text != "Token “Loja do site” revogado." || said.Undo != "/admin/tokens/"+id+"/restaurar" {
		t.Errorf("it says %+v", said)
	}
	camila.Form("/admin/tokens/"+id+"/restaurar", nil).Want(303)
	shop.GET("/api/v1/orders").Want(200)

	camila.Form("/admin/tokens/"+id+"/revogar", nil).Want(303)
	if _, err := app.Pool.Exec(t.Context(), "update users_api set revoked_at = revoked_at - interval '31 seconds' where id = $1",
		id); err != nil {
		t.Fatal(err)
	}
	if late := camila.Form("/admin/tokens/"+id+"/restaurar", nil).Want(303); late.Location() != "/admin/tokens/"+id {
		t.Errorf("too late leads to %s", late.Location())
	}
	shop.GET("/api/v1/orders").Want(401)
	camila.Form("/admin/tokens/999/revogar", nil).Want(404)
	camila.Form("/admin/tokens/abc/restaurar", nil).Want(404)
}

func TestTokenPages_Callers(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t)
	pages := []string{"/admin/tokens", "/admin/tokens/novo", "/admin/profissionais", "/admin/tokens/1", "/admin/seguranca"}
	forms := []string{"/admin/tokens/novo", "/admin/tokens/1/revogar", "/admin/tokens/4/restaurar"}
	for name, c := range map[string]struct {
		client *handlertest.Client
		status int
	}{
		"nobody":             {app.Nobody(t), 303},
		"Acolhimento":        {app.As(t, dbtest.Bruno), 403},
		"Profissional":       {app.As(t, dbtest.Renata), 403},
		"a restricted token": {app.WithToken(t, "items:system_users:read"), 403},
	} {
		for _, path := range pages {
			if answer := c.client.GET(path); answer.StatusCode != c.status {
				t.Errorf("%s reads %s: %d", name, path, answer.StatusCode)
			}
		}
		for _, path := range forms {
			if answer := c.client.Form(path, url.Values{"name": {"x"}, "scopes": {"*"}, "validade": {"nunca"}}); answer.StatusCode != c.status {
				t.Errorf("%s posts to %s: %d", name, path, answer.StatusCode)
			}
		}
	}
	if app.Count(t, "users_api", "name = 'x' or id = 1 and revoked_at is not null or id = 4 and revoked_at is null") > 0 {
		t.Error("somebody changed something")
	}
}
