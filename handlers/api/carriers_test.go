package api_test

import (
	"maps"
	"strings"
	"testing"

	"acolhe/handlers/handlertest"
	"acolhe/models/platform/dbtest"
	"acolhe/simulators/control"
	"acolhe/simulators/loggi"
	"acolhe/simulators/melhorenvio"
)

const servicesPath = "/api/v1/admin/external-services"

func TestQuoteFreight_BothCarriers(t *testing.T) {
	t.Parallel()
	app := handlertest.NewCarriers(t)
	bruno := app.As(t, dbtest.Bruno)
	var quote struct {
		Selected string `json:"selected_option_key"`
		Options  []body `json:"options"`
	}
	if bruno.POST(freightPath+"/quote", aParcel(nil)).Want(200).Data(&quote); len(quote.Options) != 6 || quote.Selected != "carrier_b:1-17" {
		t.Errorf("quoted %+v", quote)
	}
	before := len(app.Loggi.Requests()) + len(app.MelhorEnvio.Requests())
	bruno.POST(freightPath+"/quote", aParcel(nil)).Want(200)
	if after := len(app.Loggi.Requests()) + len(app.MelhorEnvio.Requests()); after != before {
		t.Errorf("the second quote calls the carriers: %d, then %d", before, after)
	}
	app.Loggi.Fail("/quotations", control.Internal, 9)
	other := aParcel(body{"address": body{"cep": "01001000"}})
	if answer := bruno.POST(freightPath+"/quote", other).
		Want(200); !strings.Contains(answer.Body, `"failed":[{"provider":"carrier_a","code":"PROVIDER_ERROR"`) {
		t.Errorf("without Loggi: %s", answer.Body)
	}
	app.MelhorEnvio.Fail("/calculate", control.Internal, 9)
	bruno.POST(freightPath+"/quote", aParcel(body{"address": body{"cep": "20040000"}})).WantCode(502, "PROVIDER_ERROR")
	bruno.POST(freightPath+"/quote", aParcel(body{"address": body{"cep": "20040000"}, "items": []body{{"code": "NOVO", "quantity": 1}}})).
		WantCode(503, "CONFIG_INCOMPLETE")
}

func TestQuoteFreight_NoOption(t *testing.T) {
	t.Parallel()
	app := handlertest.NewCarriers(t)
	app.As(t, dbtest.Bruno).POST(freightPath+"/quote", aParcel(body{"address": body{"cep": loggi.CEPNotFound}})).
		WantCode(422, "FREIGHT_NO_QUOTE")
}

// The direct routes: who may call them, and what they answer without the carrier.
func TestCarriers_Routes(t *testing.T) {
	t.Parallel()
	app := handlertest.NewCarriers(t)
	const loggiPath, mePath = "/api/v1/modules/carrier_a", "/api/v1/modules/carrier_b"
	for _, c := range []struct {
		method, path  string
		body          any
		bruno, renata int
	}{
		{"POST", loggiPath + "/quote-freight", aParcel(nil), 200, 403}, {"GET", loggiPath + "/service-options", nil, 200, 403},
		{"POST", loggiPath + "/packages", body{"codes": []string{"LGI1"}}, 200, 403},
		{"POST", loggiPath + "/cancel", body{"id": "LGI1"}, 502, 403},
		{"POST", loggiPath + "/test", body{}, 403, 403}, {"POST", mePath + "/quote", aParcel(nil), 200, 403},
		{"POST", mePath + "/correios-quote", aParcel(nil), 200, 403},
		{"GET", mePath + "/companies", nil, 200, 403}, {"GET", mePath + "/services", nil, 200, 403},
		{"GET", mePath + "/service-options", nil, 200, 403},
		{"GET", mePath + "/oauth/status", nil, 403, 403}, {"POST", mePath + "/test", body{}, 403, 403},
	} {
		for _, asked := range []struct {
			name   string
			client *handlertest.Client
			want   int
		}{{"Bruno", app.As(t, dbtest.Bruno), c.bruno}, {"Renata", app.As(t, dbtest.Renata), c.renata}, {"nobody", app.Nobody(t), 401},
			{"an associate", app.AsAssociate(t, dbtest.Ana), 401}, {"another scope", app.WithToken(t, "items:users:read"), 403}} {
			if got := asked.client.JSON(c.method, c.path, c.body).StatusCode; got != asked.want {
				t.Errorf("%s %s %s: %d, want %d", asked.name, c.method, c.path, got, asked.want)
			}
		}
	}
	camila := app.As(t, dbtest.Camila)
	var test struct{ OK bool }
	for _, path := range []string{loggiPath + "/test", mePath + "/test", servicesPath + "/carrier_a/test"} {
		if camila.POST(path, body{}).Want(200).Data(&test); !test.OK {
			t.Errorf("%s fails", path)
		}
	}
	// A personal token makes the module ready; only OAuth needs an application.
	camila.GET(mePath+"/oauth/authorize").WantCode(503, "CREDENTIAL_MISSING")
	app.As(t, dbtest.Bruno).JSON("POST", loggiPath+"/packages", body{"codes": []string{"../x"}}).WantCode(400, "VALIDATION_ERROR")
}

// What a module that is off or lacks a credential answers does not depend on what is sent.
func TestCarriers_NotReady(t *testing.T) {
	t.Parallel()
	for code, lacks := range map[string]map[string]string{"MODULE_DISABLED": {"CARRIER_A_ENABLED": "false", "CARRIER_B_ENABLED": "false"},
		"CREDENTIAL_MISSING": {"CARRIER_A_CLIENT_ID": "", "CARRIER_B_PERSONAL_TOKEN": "", "CARRIER_B_SUPPORT_EMAIL": ""}} {
		app := handlertest.NewCarriers(t)
		maps.Copy(app.Environment, lacks)
		bruno, camila, renata, nobody := app.As(t, dbtest.Bruno), app.As(t, dbtest.Camila), app.As(t, dbtest.Renata), app.Nobody(t)
		for method, paths := range map[string][]string{"GET": {"carrier_a/service-options", "carrier_b/companies", "carrier_b/services",
			"carrier_b/service-options"}, "POST": {"carrier_a/quote-freight", "carrier_a/create-label", "carrier_a/create", "carrier_a/create-delivery",
			"carrier_a/cancel", "carrier_a/packages", "carrier_b/quote", "carrier_b/correios-quote", "carrier_b/create-label", "carrier_b/create",
			"carrier_b/create-delivery"}} {
			for _, path := range paths {
				for _, sent := range []string{"", "{}", "["} {
					bruno.JSON(method, "/api/v1/modules/"+path+"?x=y", sent).WantCode(503, code)
				}
				nobody.JSON(method, "/api/v1/modules/"+path, "").WantCode(401, "UNAUTHORIZED")
				renata.JSON(method, "/api/v1/modules/"+path, "").WantCode(403, "FORBIDDEN")
			}
		}
		const authorize = "/api/v1/modules/carrier_b/oauth/authorize"
		camila.With("Accept", "application/json").GET(authorize).WantCode(503, code)
		if shown := camila.With("Accept", "text/html,*/*;q=0.8").GET(authorize).Want(303); shown.Header.Get("Location") != "/admin/servicos/carrier_b" {
			t.Errorf("%s: a browser is led to %s", code, shown.Header.Get("Location"))
		}
		bruno.GET(authorize).Want(403)
	}
}

// Secrets leave in no answer, log, event or page; a failed test stores nothing; a removed value falls back.
func TestExternalServices_Secrets(t *testing.T) {
	t.Parallel()
	app := handlertest.NewCarriers(t, "CARRIER_A_CLIENT_SECRET")
	camila := app.As(t, dbtest.Camila)
	const path = servicesPath + "/carrier_a/credentials"
	const wrong = "segredo-errado-de-teste"
	refused := camila.JSON("PUT", path, body{"fields": body{"client_secret": wrong}}).WantCode(422, "CREDENTIAL_INVALID")
	if !strings.Contains(refused.Body, `"CREDENTIAL_CHECK_FAILED","message":"Credenciais aceitas: `) {
		t.Errorf("refused as %s", refused.Body)
	}
	if app.Count(t, "external_service_credentials", "true") != 0 {
		t.Error("a failed test stores something")
	}
	saved := camila.JSON("PUT", path, body{"fields": body{"client_secret": loggi.Default.ClientSecret}}).Want(200)
	camila.JSON("PUT", path, body{"fields": body{"client_secret": ""}}).Want(200)
	if app.Count(t, "external_service_credentials",
		"field_key = 'client_secret' and encode(value_encrypted, 'escape') not like '%loggi%'") != 1 {
		t.Error("the secret is not stored, or in the clear")
	}
	answers := []string{refused.Body, saved.Body, camila.GET(servicesPath).Want(200).Body, camila.GET(path).Want(200).Body,
		camila.GET("/admin/servicos/carrier_a").Want(200).Body,
		camila.GET("/admin/seguranca").Want(200).Body, app.Log.String(), camila.POST(servicesPath+"/carrier_a/test", body{}).Want(200).Body}
	for i, answer := range answers {
		for _, secret := range []string{wrong, loggi.Default.ClientSecret, melhorenvio.Default.PersonalToken} {
			if strings.Contains(answer, secret) {
				t.Errorf("answer %d holds a secret", i)
			}
		}
	}
	app.Environment["CARRIER_A_CLIENT_SECRET"] = loggi.Default.ClientSecret
	if back := camila.JSON("DELETE", path+"/client_secret", "").Want(200).Body; !strings.Contains(back, `"has_value":true,"source":"env"`) {
		t.Errorf("removed: %s", back)
	}
	camila.JSON("DELETE", path+"/nada", "").WantCode(404, "NOT_FOUND")
	camila.JSON("PUT", servicesPath+"/correio/credentials", body{"fields": body{}}).WantCode(404, "NOT_FOUND")
	for name, fields := range map[string]body{"unknown": {"x": "y"}, "plain http": {"base_url": "http://exemplo.org.br"},
		"two lines": {"company_id": "a\nb"}} {
		if got := camila.JSON("PUT", path, body{"fields": fields}).StatusCode; got != 400 {
			t.Errorf("%s: %d", name, got)
		}
	}
	camila.JSON("PATCH", servicesPath+"/carrier_a", body{"enabled": false}).Want(200)
	app.As(t, dbtest.Bruno).POST("/api/v1/modules/carrier_a/quote-freight", aParcel(nil)).WantCode(503, "MODULE_DISABLED")
	camila.JSON("PATCH", servicesPath+"/carrier_a", body{"use_for_scheduling": true}).WantCode(400, "VALIDATION_ERROR")
	for _, who := range []struct {
		client *handlertest.Client
		want   int
	}{{app.As(t, dbtest.Bruno), 403}, {app.Nobody(t), 401}, {app.AsAssociate(t, dbtest.Ana), 401}, {app.WithToken(t, "freight:quote"), 403}} {
		for _, c := range []struct{ method, path string }{{"GET", servicesPath}, {"PATCH", servicesPath + "/carrier_a"}, {"GET", path},
			{"PUT", path},
			{"POST", servicesPath + "/carrier_a/test"}, {"DELETE", path + "/client_secret"}} {
			if got := who.client.JSON(c.method, c.path, body{}).StatusCode; got != who.want {
				t.Errorf("%s %s: %d, want %d", c.method, c.path, got, who.want)
			}
		}
	}
}
