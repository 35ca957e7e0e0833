package api_test

import (
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"

	"acolhe/handlers/handlertest"
	"acolhe/models/areas"
	"acolhe/models/configuration"
	"acolhe/models/platform/dbtest"
)

const configPath = "/api/v1/config"

// configured returns a running server whose keys have their rows, as after a start.
func configured(t testing.TB) *handlertest.App {
	t.Helper()
	app := handlertest.New(t)
	if err := configuration.Seed(t.Context(), app.DB, areas.Keys(), time.Now()); err != nil {
		t.Fatal(err)
	}
	return app
}

// keyPath returns the path of a key by its full name.
func keyPath(t testing.TB, app *handlertest.App, name string) string {
	t.Helper()
	var id int64
	if err := app.Pool.QueryRow(t.Context(), "select id from system_configs where system || '.' || key = $1", name).Scan(&id); err != nil {
		t.Fatal(name, err)
	}
	return fmt.Sprintf("%s/%d", configPath, id)
}

func TestConfig_ChangeAndClear(t *testing.T) {
	t.Parallel()
	app := configured(t)
	camila := app.As(t, dbtest.Camila)
	path := keyPath(t, app, "store.freight.apply_to_total")
	var key body
	camila.GET(path).Want(200).Data(&key)
	if len(key) != 13 || key["value"] != nil || key["resolved_value"] != true || key["source"] != "default" ||
		key["value_type"] != "boolean" ||
		key["is_sensitive"] != false || key["allow_hardcoded"] != true || key["hardcoded_default"] != true || key["has_value"] != true {
		t.Errorf("the key is %v", key)
	}
	camila.JSON(http.MethodPatch, path, body{"value": false}).Want(200).Data(&key)
	if key["value"] != false || key["resolved_value"] != false || key["source"] != "db" {
		t.Errorf("changed, the key is %v", key)
	}
	// The next order uses the new value, on any instance.
	camila.POST("/api/v1/orders", anOrder(body{"delivery_price": 20.0})).Want(http.StatusCreated)
	camila.POST(path+"/clear", "").Want(200).Data(&key)
	if key["value"] != nil || key["resolved_value"] != true || key["source"] != "default" {
		t.Errorf("cleared, the key is %v", key)
	}
	camila.JSON(http.MethodPatch, path, body{"value": false}).Want(200)
	camila.JSON(http.MethodDelete, path, "").Want(200)
	camila.GET(path).Want(200).Data(&key)
	if key["source"] != "default" {
		t.Errorf("a declared key is removed to %v", key)
	}
	if recorded := app.Count(t, "security_events",
		"kind in ('config.changed', 'config.cleared') and subject = 'store.freight.apply_to_total' and actor_code = $1",
		dbtest.Camila.UserCode); recorded != 4 {
		t.Errorf("%d events record it", recorded)
	}
	if recorded := app.Count(t, "security_events",
		`kind = 'config.changed' and details @> '{"fields": ["value"], "from": "", "to": "false"}'`); recorded != 2 {
		t.Errorf("%d events hold both values", recorded)
	}
}

func TestConfig_ListBySystem(t *testing.T) {
	t.Parallel()
	app := configured(t)
	script := app.WithToken(t, "*")
	var systems, keys []body
	script.GET(configPath + "/systems").Want(200).Data(&systems)
	counts := map[any]any{}
	for _, system := range systems {
		counts[system["system"]] = system["keys"]
	}
	if len(counts) != 10 || counts["association"] != 7.0 || counts["triage"] != 8.0 || counts["services"] == nil || counts["store"] == nil ||
		counts["system"] == nil {
		t.Errorf("the systems are %v", systems)
	}
	var meta body
	script.GET(configPath + "?system=triage&meta=*").Want(200).Data(&keys).Meta(&meta)
	if len(keys) != 8 || keys[1]["key"] != "form.custom_fields" || keys[5]["key"] != "statuses" || keys[5]["is_required"] != true ||
		meta["filter_count"] != 8.0 || meta["limit"] != 1000.0 {
		t.Errorf("the keys of triage are %v, %v", keys, meta)
	}
	script.GET(configPath + "?limit=2&offset=1").Want(200).Data(&keys)
	if len(keys) != 2 {
		t.Errorf("a window of two has %v", keys)
	}
	script.GET(configPath + "?system=nada").Want(200).Data(&keys)
	if len(keys) != 0 {
		t.Errorf("no system has %v", keys)
	}
	for _, query := range []string{"?limit=1001", "?offset=-1", "?key=pix_key", "?meta=all"} {
		script.GET(configPath+query).WantCode(400, "VALIDATION_ERROR")
	}
}

func TestConfig_CreateAndRemove(t *testing.T) {
	t.Parallel()
	app := configured(t)
	camila := app.As(t, dbtest.Camila)
	var key body
	camila.POST(configPath, body{"system": "store", "key": "banner.color", "description": "Cor da faixa", "hardcoded_default": "#fff",
		"is_required": true}).
		Want(http.StatusCreated).Data(&key)
	if key["value_type"] != "string" || key["resolved_value"] != "#fff" || key["source"] != "default" ||
		key["description"] != "Cor da faixa" || key["is_required"] != true {
		t.Errorf("created %v", key)
	}
	camila.POST(configPath, body{"system": "store", "key": "banner.color"}).WantCode(409, "CONFLICT")
	for name, c := range map[string]struct {
		sent any
		want string
	}{"text": {"x", "string"}, "number": {3.5, "number"}, "truth": {true, "boolean"}, "list": {[]int{1}, "array"}, "object": {body{"a": 1}, "object"}, "none": {nil, "string"}} {
		for _, member := range []string{"value", "hardcoded_default"} {
			camila.POST(configPath, body{"system": "typed", "key": name + "." + member, member: c.sent}).Want(http.StatusCreated).Data(&key)
			if key["value_type"] != c.want {
				t.Errorf("%s %v is a %v, want %s", member, c.sent, key["value_type"], c.want)
			}
		}
	}
	camila.POST(configPath, body{"system": "store", "key": "pix_key"}).WantCode(409, "CONFLICT")
	path := keyPath(t, app, "store.banner.color")
	camila.JSON(http.MethodPatch, path, body{"allow_hardcoded": false, "description": "Faixa"}).Want(200).Data(&key)
	if key["source"] != "none" || key["resolved_value"] != nil || key["hardcoded_default"] != "#fff" || key["description"] != "Faixa" ||
		key["has_value"] != false {
		t.Errorf("without its default the key is %v", key)
	}
	camila.JSON(http.MethodPatch, path, body{"value": "#000", "hardcoded_default": nil}).Want(200).Data(&key)
	if key["value"] != "#000" || key["source"] != "db" || key["hardcoded_default"] != nil {
		t.Errorf("with a value the key is %v", key)
	}
	if recorded := app.Count(t, "security_events",
		`subject = 'store.banner.color' and details @> '{"from": "", "to": "#000", "fields": ["value", "hardcoded_default"]}'`); recorded != 1 {
		t.Errorf("%d events hold the new value", recorded)
	}
	camila.JSON(http.MethodDelete, path, "").Want(200)
	camila.GET(path).WantCode(404, "NOT_FOUND")
	if recorded := app.Count(t, "security_events",
		"subject = 'store.banner.color' and kind in ('config.created', 'config.changed', 'config.removed')"); recorded != 4 {
		t.Errorf("%d events record it", recorded)
	}
}

// No answer contains a sensitive value: not for the caller who set it, not in a list, an error, an event or the log.
func TestConfig_SensitiveIsWriteOnly(t *testing.T) {
	t.Parallel()
	app := configured(t)
	camila := app.As(t, dbtest.Camila)
	const secret = "s3gredo-da-loja"
	answers := []*handlertest.Answer{
		camila.POST(configPath, body{"system": "store", "key": "shop_token", "is_sensitive": true, "value": secret}).Want(http.StatusCreated)}
	path := keyPath(t, app, "store.shop_token")
	answers = append(answers,
		camila.GET(path).Want(200), camila.GET(configPath+"?system=store").Want(200), camila.GET("/api/v1/config/public?system=store").Want(200),
		camila.JSON(http.MethodPatch, path, body{"value": secret + "2"}).Want(200),
		camila.JSON(http.MethodPatch, path, body{"description": "x"}).Want(200),
		camila.JSON(http.MethodPatch, path, body{"value": secret, "hardcoded_default": secret}).Want(400),
		camila.JSON(http.MethodPatch, path, body{"value": []string{secret}}).Want(400),
		camila.POST(configPath, body{"system": "store", "key": "shop_token", "is_sensitive": true, "value": secret}).Want(409),
		camila.POST(configPath, body{"system": "store", "key": "other", "value_type": "number", "is_sensitive": true, "value": secret}).Want(400),
		camila.GET("/admin/seguranca"),
	)
	var key body
	answers[1].Data(&key)
	if key["has_value"] != true || key["value"] != nil || key["resolved_value"] != nil || key["source"] != "db" ||
		key["is_sensitive"] != true {
		t.Errorf("the key is %v", key)
	}
	camila.POST(path+"/clear", "").Want(200).Data(&key)
	if key["has_value"] != false {
		t.Errorf("cleared, the key is %v", key)
	}
	for _, answer := range answers {
		if strings.Contains(answer.Body, secret) {
			t.Errorf("%s %s answers the secret: %s", answer.Request.Method, answer.Request.URL, answer.Body)
		}
	}
	if log := app.Log.String(); strings.Contains(log, secret) || !strings.Contains(log, configPath) {
		t.Error("the log holds the secret, or nothing")
	}
}

func TestConfigPublic_Store(t *testing.T) {
	t.Parallel()
	app := configured(t)
	camila, nobody := app.As(t, dbtest.Camila), app.Nobody(t)
	camila.POST(configPath, body{"system": "store", "key": "banner", "value": "Olá"}).Want(http.StatusCreated)
	camila.POST(configPath, body{"system": "store", "key": "secret", "is_sensitive": true, "value": "x"}).Want(http.StatusCreated)
	camila.JSON(http.MethodPatch, keyPath(t, app, "store.pix_key"), body{"value": "12345678909"}).Want(200)
	answer := nobody.GET("/api/v1/config/public?system=store").Want(200)
	if got := answer.Header.Get("Cache-Control"); got != "public, max-age=60" {
		t.Errorf("it may be kept as %q", got)
	}
	var keys []body
	answer.Data(&keys)
	names := map[any]any{}
	for _, key := range keys {
		names[key["key"]] = key["resolved_value"]
	}
	if names["freight.apply_to_total"] != true || names["banner"] != "Olá" || len(names) != 8 {
		t.Errorf("everybody reads %v", names)
	}
	for _, private := range []string{"secret", "pix_key", "ship_from", "freight.content_declaration"} {
		if _, listed := names[private]; listed {
			t.Errorf("everybody reads %s", private)
		}
	}
	for query, refusal := range map[string]struct {
		status int
		code   string
	}{
		"": {400, "VALIDATION_ERROR"}, "?system=": {400, "VALIDATION_ERROR"}, "?system=nada": {404, "NOT_FOUND"},
	} {
		refused := nobody.GET("/api/v1/config/public"+query).WantCode(refusal.status, refusal.code)
		if got := refused.Header.Get("Cache-Control"); got != "no-store" {
			t.Errorf("a refusal may be kept as %q", got)
		}
	}
	nobody.GET("/api/v1/config/public?system=store&limit=1").WantCode(400, "VALIDATION_ERROR")
}

// Every system that ships answers, with the keys that are declared public and those of administrators.
func TestConfigPublic_EverySystem(t *testing.T) {
	t.Parallel()
	app := configured(t)
	camila, nobody := app.As(t, dbtest.Camila), app.Nobody(t)
	namesOf := func(system string) string {
		t.Helper()
		var keys []struct{ Key string }
		nobody.GET("/api/v1/config/public?system=" + system).Want(200).Data(&keys)
		names := make([]string, len(keys))
		for i, key := range keys {
			names[i] = key.Key
		}
		return strings.Join(names, " ")
	}
	camila.POST(configPath, body{"system": "triage", "key": "created", "value": "x"}).Want(http.StatusCreated)
	for system, want := range map[string]string{
		"system": "association_name time_zone", "association": "address cnpj email hours logo phone whatsapp", "services": "professional-types",
		"triage": "created form.custom_fields form.fields form.privacy form.title",
	} {
		if got := namesOf(system); got != want {
			t.Errorf("of %s everybody reads %q, want %q", system, got, want)
		}
	}
	camila.JSON(http.MethodPatch, keyPath(t, app, "store.pix.public"), body{"value": true}).Want(200)
	if got := namesOf("store"); !strings.Contains(got, "pix_key") || strings.Contains(got, "ship_from") {
		t.Errorf("with a public payee everybody reads %q", got)
	}
}

func TestConfigPublic_SystemOfAdministrators(t *testing.T) {
	t.Parallel()
	app := configured(t)
	camila, nobody := app.As(t, dbtest.Camila), app.Nobody(t)
	camila.POST(configPath, body{"system": "kiosk", "key": "secret", "is_sensitive": true, "value": "x"}).Want(http.StatusCreated)
	var keys []body
	nobody.GET("/api/v1/config/public?system=kiosk").Want(200).Data(&keys)
	if len(keys) != 0 {
		t.Errorf("everybody reads %v", keys)
	}
	camila.POST(configPath, body{"system": "kiosk", "key": "greeting", "value": "Olá"}).Want(http.StatusCreated)
	nobody.GET("/api/v1/config/public?system=kiosk").Want(200).Data(&keys)
	if len(keys) != 1 || keys[0]["key"] != "greeting" || keys[0]["resolved_value"] != "Olá" {
		t.Errorf("everybody reads %v", keys)
	}
}

func TestConfig_Access(t *testing.T) {
	t.Parallel()
	app := configured(t)
	path := keyPath(t, app, "store.pix_city")
	callers := map[string]struct {
		client *handlertest.Client
		status int
	}{
		"nobody":      {app.Nobody(t), 401},
		"associate":   {app.AsAssociate(t, dbtest.Ana), 401},
		"full token":  {app.WithToken(t, "*"), 200},
		"some scopes": {app.WithToken(t, "items:orders:*", "freight:quote", "reports:read"), 403},
	}
	for _, operator := range dbtest.Staff() {
		status := 403
		if operator == dbtest.Camila {
			status = 200
		}
		callers[operator.Name] = struct {
			client *handlertest.Client
			status int
		}{app.As(t, operator), status}
	}
	for name, c := range callers {
		for route, answer := range map[string]*handlertest.Answer{
			"list": c.client.GET(configPath), "systems": c.client.GET(configPath + "/systems"), "find": c.client.GET(path),
			"change": c.client.JSON(http.MethodPatch, path, body{"value": "Palhoça"}), "clear": c.client.POST(path+"/clear", ""),
			"remove": c.client.JSON(http.MethodDelete, path, ""),
		} {
			if answer.StatusCode != c.status {
				t.Errorf("%s asks to %s: %d, want %d", name, route, answer.StatusCode, c.status)
			}
		}
		status := c.client.POST(configPath, body{"system": "x", "key": "k" + strings.ToLower(strings.Fields(name)[0])}).StatusCode
		if want := map[int]int{200: 201, 401: 401, 403: 403}[c.status]; status != want {
			t.Errorf("%s creates: %d, want %d", name, status, want)
		}
	}
	if created := app.Count(t, "system_configs", "system = 'x'"); created != 2 {
		t.Errorf("%d keys were created", created)
	}
}

func TestConfig_Wrong(t *testing.T) {
	t.Parallel()
	app := configured(t)
	camila := app.As(t, dbtest.Camila)
	before := app.Count(t, "system_configs", "true")
	for name, c := range map[string]struct {
		body any
		says string
	}{
		"no body":             {"", "system: é obrigatório"},
		"nothing":             {"{}", "key: é obrigatório"},
		"capitals":            {body{"system": "Store", "key": "k"}, "system: deve ter"},
		"a long key":          {body{"system": "s", "key": strings.Repeat("k", 121)}, "key: deve ter"},
		"a zero byte":         {body{"system": "s\x00", "key": "k"}, "system"},
		"an unknown type":     {body{"system": "s", "key": "k", "value_type": "date"}, "value_type: deve ser"},
		"another type":        {body{"system": "s", "key": "k", "value_type": "number", "value": "5"}, "value: deve ser um número"},
		"a wrong default":     {body{"system": "s", "key": "k", "value_type": "boolean", "hardcoded_default": 1}, "hardcoded_default: deve ser"},
		"negative money":      {body{"system": "s", "key": "k", "value_type": "money", "value": -1}, "value: deve estar entre"},
		"no zone":             {body{"system": "s", "key": "k", "value_type": "time_zone", "value": "Lua"}, "value: deve ser um fuso"},
		"an object as a list": {body{"system": "s", "key": "k", "value_type": "array", "value": body{}}, "value: deve ser uma lista"},
		"a secret's default": {body{"system": "s", "key": "k", "is_sensitive": true, "hardcoded_default": "x"},
			"hardcoded_default: não há padrão"},
		"a secret number": {body{"system": "s", "key": "k", "is_sensitive": true, "value_type": "number"}, "um valor sensível"},
		"too long":        {body{"system": "s", "key": "k", "value": strings.Repeat("x", 10_001)}, "value: deve ter no máximo 10000"},
		"too large": {body{"system": "s", "key": "k", "value_type": "json",
			"value": []string{strings.Repeat("x", 9_000), strings.Repeat("y", 60_000)}}, "64 KiB"},
		"too deep": {`{"system":"s","key":"k","value_type":"json","value":` + strings.Repeat("[", 30) + strings.Repeat("]", 30) + `}`,
			"20 níveis"},
		"a huge number":      {`{"system":"s","key":"k","value_type":"json","value":{"a":1e99999}}`, "número longo demais"},
		"a long number":      {`{"system":"s","key":"k","value_type":"number","value":` + strings.Repeat("1", 41) + `}`, "número longo demais"},
		"an id":              {body{"system": "s", "key": "k", "id": 1}, "id: campo desconhecido"},
		"a long description": {body{"system": "s", "key": "k", "description": strings.Repeat("x", 1001)}, "description: deve ter"},
	} {
		answer := camila.POST(configPath, c.body)
		if answer.StatusCode != 400 || !strings.Contains(strings.Join(answer.Messages(), "\n"), c.says) {
			t.Errorf("%s: %d %s", name, answer.StatusCode, answer.Body)
		}
	}
	for _, id := range []string{"/abc", "/0", "/999999", "/99999999999999999999"} {
		camila.GET(configPath+id).WantCode(404, "NOT_FOUND")
		camila.JSON(http.MethodPatch, configPath+id, body{"value": "x"}).WantCode(404, "NOT_FOUND")
		camila.JSON(http.MethodDelete, configPath+id, "").WantCode(404, "NOT_FOUND")
		camila.POST(configPath+id+"/clear", "").WantCode(404, "NOT_FOUND")
	}
	camila.JSON(http.MethodPatch, keyPath(t, app, "store.pix_city"), body{"system": "x"}).WantCode(400, "VALIDATION_ERROR")
	if after := app.Count(t, "system_configs", "true"); after != before {
		t.Errorf("%d keys were stored", after-before)
	}
}
