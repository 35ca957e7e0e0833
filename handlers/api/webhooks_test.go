package api_test

import (
	"fmt"
	"strings"
	"testing"

	"acolhe/handlers"
	"acolhe/handlers/handlertest"
	"acolhe/models/platform/dbtest"
	"acolhe/models/platform/outbound"
)

const webhooksPath = "/api/v1/admin/webhooks"

func webhook(changes body) body {
	made := body{"name": "ERP", "url": "http://127.0.0.1:9/acolhe", "tables": []string{"tags", "orders"},
		"actions": []string{"create", "update", "delete"}}
	for name, value := range changes {
		made[name] = value
	}
	return made
}

func privateAllowed(config *handlers.Config) { config.Webhooks = outbound.Guard{AllowPrivate: true} }

// An administrator adds an endpoint and sees its secret once, changes, tests, replays and removes it.
func TestWebhooks(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t, privateAllowed)
	camila := app.As(t, dbtest.Camila)
	var catalog struct {
		Tables, Actions []string
	}
	if camila.GET(webhooksPath + "/catalog").Want(200).Data(&catalog); len(catalog.Tables) != 9 || len(catalog.Actions) != 3 {
		t.Errorf("the catalogue is %+v", catalog)
	}
	var added, changed, rotated, tested body
	camila.POST(webhooksPath, webhook(nil)).Want(201).Data(&added)
	secret, _ := added["secret"].(string)
	if !strings.HasPrefix(secret, "whsec_") || added["enabled"] != true || added["without_health"] != false {
		t.Errorf("added %v", added)
	}
	one := webhooksPath + "/" + jsonOf(added["id"])
	camila.JSON("PATCH", one, body{"enabled": false, "name": "Loja", "tables": []string{"users", "users"}}).Want(200).Data(&changed)
	if changed["enabled"] != false || changed["disabled_reason"] != "person" || changed["name"] != "Loja" ||
		len(changed["tables"].([]any)) != 1 {
		t.Errorf("changed %v", changed)
	}
	camila.JSON("PATCH", one, body{"enabled": true}).Want(200).Data(&changed)
	if changed["disabled_at"] != nil {
		t.Errorf("enabled %v", changed)
	}
	camila.POST(one+"/rotate-secret", body{}).Want(200).Data(&rotated)
	if rotated["secret"] == secret || rotated["previous_secret_expires"] == nil {
		t.Errorf("rotated %v", rotated)
	}
	camila.POST(one+"/test", body{}).Want(201).Data(&tested)
	if tested["status"] != "queued" || tested["table"] != "ping" || tested["action"] != "test" {
		t.Errorf("tested %v", tested)
	}
	var rows []body
	camila.GET(one + "/deliveries?status=queued&limit=1").Want(200).Data(&rows)
	if len(rows) != 1 || rows[0]["id"] != tested["id"] || len(rows[0]) != 14 {
		t.Errorf("the deliveries are %v", rows)
	}
	camila.POST(one+"/deliveries/"+jsonOf(tested["id"])+"/retry", body{}).Want(200)
	camila.POST(one+"/replay", body{"from": "2026-01-01T00:00:00Z", "to": "2026-01-02T00:00:00Z"}).Want(200)
	if listed := camila.GET(webhooksPath).Want(200).Body; strings.Contains(listed, "whsec_") || strings.Contains(app.Log.String(), secret) {
		t.Error("a secret is answered again")
	}
	camila.JSON("DELETE", one, "").Want(200)
	camila.GET(one+"/deliveries").WantCode(404, "NOT_FOUND")
	if app.Count(t, "webhook_deliveries", "true") > 0 || app.Count(t, "security_events", "kind like 'webhook.%'") != 5 {
		t.Error("deliveries are left, or an event is missing")
	}
}

func TestWebhooks_Refused(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t)
	camila := app.As(t, dbtest.Camila)
	for name, wrong := range map[string]body{
		"private": {"url": "http://169.254.169.254/latest"}, "decimal": {"url": "http://2130706433/"}, "no url": {"url": nil},
		"table":    {"tables": []string{"system_users"}},
		"no table": {"tables": []string{}}, "action": {"actions": []string{"test"}}, "name": {"name": "a\x00"},
		"long":     {"name": strings.Repeat("a", 121)},
		"long url": {"url": "https://exemplo.org.br/" + strings.Repeat("a", 2000)}, "enabled": {"enabled": nil}, "unknown": {"secret": "x"},
		"null": {"tables": nil},
	} {
		if answer := camila.POST(webhooksPath, webhook(wrong)); answer.StatusCode != 400 {
			t.Errorf("%s: %d %s", name, answer.StatusCode, answer.Body)
		}
	}
	if app.Count(t, "webhook_endpoints", "true") > 0 {
		t.Error("an endpoint is stored")
	}
	for _, path := range []string{"/9", "/abc", "/99999999999999999999"} {
		camila.JSON("PATCH", webhooksPath+path, body{"name": "x"}).WantCode(404, "NOT_FOUND")
		camila.JSON("DELETE", webhooksPath+path, "").WantCode(404, "NOT_FOUND")
		camila.POST(webhooksPath+path+"/test", body{}).WantCode(404, "NOT_FOUND")
		camila.POST(webhooksPath+path+"/rotate-secret", body{}).WantCode(404, "NOT_FOUND")
		camila.POST(webhooksPath+path+"/deliveries/1/retry", body{}).WantCode(404, "NOT_FOUND")
		camila.POST(webhooksPath+path+"/replay", body{"from": "2026-01-01T00:00:00Z", "to": "2026-01-02T00:00:00Z"}).WantCode(404, "NOT_FOUND")
	}
}

func TestWebhooks_Callers(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t, privateAllowed)
	var added body
	app.WithToken(t, "*").POST(webhooksPath, webhook(nil)).Want(201).Data(&added)
	one := webhooksPath + "/" + jsonOf(added["id"])
	for name, c := range map[string]struct {
		client *handlertest.Client
		want   int
	}{
		"reception": {app.As(t, dbtest.Bruno), 403}, "token": {app.WithToken(t, "items:orders:read"), 403},
		"associate": {app.AsAssociate(t, dbtest.Ana), 401}, "nobody": {app.Nobody(t), 401},
	} {
		t.Run(name, func(t *testing.T) {
			for _, path := range []string{webhooksPath, webhooksPath + "/catalog", one + "/deliveries"} {
				c.client.GET(path).Want(c.want)
			}
			for _, path := range []string{webhooksPath, one + "/test", one + "/rotate-secret", one + "/replay", one + "/deliveries/1/retry"} {
				c.client.POST(path, body{}).Want(c.want)
			}
			c.client.JSON("PATCH", one, body{"name": "x"}).Want(c.want)
			c.client.JSON("DELETE", one, "").Want(c.want)
		})
	}
	if app.Count(t, "webhook_endpoints", fmt.Sprintf("id = %v and name = 'ERP'", added["id"])) != 1 {
		t.Error("the endpoint is changed")
	}
}
