package api_test

import (
	"strings"
	"testing"

	"acolhe/handlers/handlertest"
	"acolhe/models/platform/dbtest"
)

const (
	errorsPath = "/api/v1/admin/system-errors"
	ingestPath = "/api/v1/system-errors"
)

// A browser reports an error, an administrator finds its group and resolves it, and it comes back.
func TestSystemErrors(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t)
	camila, bruno := app.As(t, dbtest.Camila), app.As(t, dbtest.Bruno)
	report := body{"message": "x is null for maria@exemplo.org.br", "stack": "at choose (https://a.org/static/app-b45ead331d.js:1:2)",
		"url":     "https://a.org/painel/pedidos/2?q=Maria",
		"release": "1.2.0", "extra": body{"cpf": "52998224725", "n": 52998224725}, "unknown": body{"a": 1}}
	var accepted struct{ Accepted int }
	if bruno.POST(ingestPath, report).Want(202).Data(&accepted); accepted.Accepted != 1 {
		t.Errorf("%d accepted", accepted.Accepted)
	}
	var top []body
	if camila.GET(errorsPath + "/top?period=30d").Want(200).Data(&top); len(top) != 1 || top[0]["count"] != 1.0 || top[0]["status"] != "open" {
		t.Fatalf("the top is %v", top)
	}
	hash := top[0]["error_hash"].(string)
	var samples, events []body
	camila.GET(errorsPath + "/" + hash + "/samples").Want(200).Data(&samples)
	camila.GET(errorsPath + "?source=browser&error_hash=" + hash).Want(200).Data(&events)
	if len(samples) != 1 || len(events) != 1 || samples[0]["user_code"] != dbtest.Bruno.Caller().Code ||
		samples[0]["url"] != "/painel/pedidos/2" {
		t.Errorf("the samples are %v", samples)
	}
	if extra := samples[0]["extra"].(body); extra["cpf"] != "[oculto]" || extra["n"] != "[CPF]" || strings.Contains(jsonOf(samples), "maria") {
		t.Errorf("personal data is in %v", samples)
	}
	var resolved, summary body
	if camila.POST(errorsPath+"/resolve", body{"error_hash": hash, "status": "fixed"}).Want(200).
		Data(&resolved); resolved["status"] != "fixed" {
		t.Errorf("resolved %v", resolved)
	}
	if camila.GET(errorsPath + "/summary").Want(200).Data(&summary); summary["open"] != 0.0 || summary["last_24h"] != 1.0 ||
		summary["last_7d"] != 1.0 {
		t.Errorf("the summary is %v", summary)
	}
	app.AsAssociate(t, dbtest.Ana).POST(ingestPath, []body{report, report}).Want(202)
	if camila.GET(errorsPath + "/top").Want(200).Data(&top); top[0]["status"] != "open" || top[0]["count"] != 3.0 || top[0]["people"] != 2.0 ||
		top[0]["reopened_at"] == nil {
		t.Errorf("after it came back: %v", top)
	}
}

// navigator.sendBeacon sends text/plain; a stranger needs no cookie, and names nobody.
func TestSystemErrors_Beacon(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t)
	nobody := app.Nobody(t)
	nobody.With("Content-Type", "text/plain;charset=UTF-8").
		POST(ingestPath, `[{"message": "x", "user_code": "`+dbtest.Bruno.Caller().Code+`"}, {"message": "y"}]`).Want(202)
	if with := app.Count(t, "system_errors", "user_code is null and source = 'browser'"); with != 2 {
		t.Errorf("%d without a person", with)
	}
}

func TestSystemErrors_Refused(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t)
	nobody := app.Nobody(t)
	for _, sent := range []string{`{}`, `{"message": ""}`, `{"message": 1}`, `{"message": null}`, `{"message": "x", "level": "bad"}`,
		`{"message": "x", "extra": 1}`, `{"message": "x", "extra": []}`,
		`{"message": "x", "stack": 1}`, `"x"`, `1`, `null`, `[1]`, `[[]]`, `[{"message": "x"}, {}]`, ``, `{`,
		`[` + strings.TrimSuffix(strings.Repeat(`{"message": "x"},`, 21), ",") + `]`} {
		nobody.POST(ingestPath, sent).WantCode(400, "VALIDATION_ERROR")
	}
	nobody.With("Content-Type", "application/xml").POST(ingestPath, `{"message": "x"}`).WantCode(415, "UNSUPPORTED_MEDIA_TYPE")
	nobody.POST(ingestPath, body{"message": strings.Repeat("x", 65<<10)}).WantCode(413, "PAYLOAD_TOO_LARGE")
	if stored := app.Count(t, "system_errors", "true"); stored != 0 {
		t.Errorf("%d errors are stored", stored)
	}
	nobody.POST(ingestPath, body{"message": strings.Repeat("é", 20_000), "stack": nil, "level": nil, "release": "not a release",
		"extra": nil}).Want(202)
	for range 60 - 20 {
		nobody.POST(ingestPath, []body{})
	}
	nobody.POST(ingestPath, body{"message": "x"}).WantCode(429, "RATE_LIMITED")
}

func TestSystemErrors_WhoMay(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t)
	for client, want := range map[*handlertest.Client]int{app.Nobody(t): 401, app.As(t, dbtest.Bruno): 403,
		app.AsAssociate(t, dbtest.Ana): 401, app.WithToken(t, "items:orders:read"): 403} {
		for _, path := range []string{"", "/summary", "/top", "/0123456789abcdef/samples"} {
			client.GET(errorsPath + path).Want(want)
		}
		client.POST(errorsPath+"/resolve", body{"error_hash": "0123456789abcdef", "status": "fixed"}).Want(want)
	}
	camila := app.As(t, dbtest.Camila)
	camila.GET(errorsPath+"/0123456789abcdef/samples").WantCode(404, "NOT_FOUND")
	camila.POST(errorsPath+"/resolve", body{"error_hash": "0123456789abcdef", "status": "fixed"}).WantCode(404, "NOT_FOUND")
	camila.POST(errorsPath+"/resolve", body{"error_hash": "0123456789abcdef", "status": "gone"}).WantCode(400, "VALIDATION_ERROR")
	camila.GET(errorsPath+"?source=nowhere").WantCode(400, "VALIDATION_ERROR")
	for _, malformed := range []string{"%00", "a%00b", "%ff"} {
		camila.GET(errorsPath+"/"+malformed+"/samples").WantCode(404, "NOT_FOUND")
	}
}

// A failure of the server is recorded outside of the transaction that failed, and a request never fails because of it.
func TestSystemErrors_OfTheServer(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t)
	camila := app.As(t, dbtest.Camila)
	app.Exec(t, "alter table tags rename column name to renamed")
	for range 3 {
		camila.POST("/api/v1/items/tags", body{"name": "x"}).Want(500)
	}
	var top []body
	if camila.GET(errorsPath + "/top").Want(200).Data(&top); len(top) != 1 || top[0]["count"] != 3.0 || top[0]["source"] != "server" ||
		top[0]["path"] != "POST /api/v1/items/:collection" {
		t.Fatalf("the top is %v", top)
	}
	if of := app.Count(t, "system_errors", "user_code = $1 and request_id is not null and release is not null",
		dbtest.Camila.Caller().Code); of != 3 {
		t.Errorf("%d have the person, the request and the release", of)
	}
	app.Exec(t, "drop table system_error_hours")
	camila.POST("/api/v1/items/tags", body{"name": "x"}).WantCode(500, "INTERNAL_ERROR")
	if !strings.Contains(app.Log.String(), "an error could not be recorded") {
		t.Error("the log does not say that the error was not recorded")
	}
}
