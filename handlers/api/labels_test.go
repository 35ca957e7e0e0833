package api_test

import (
	"testing"

	"acolhe/handlers/handlertest"
	"acolhe/models/platform/dbtest"
)

// A label is asked for at the carrier of the order's option, once, by those who may change orders.
func TestCreateLabel(t *testing.T) {
	t.Parallel()
	app := handlertest.NewCarriers(t)
	app.Exec(t, `insert into system_configs (system, key, value_type, value) values ('store', 'freight.content_declaration', 'text', '"Cosméticos"'),
		('store', 'package.weight_g', 'number', '300'), ('store', 'package.length_cm', 'number', '20'), ('store', 'package.width_cm', 'number', '15'),
		('store', 'package.height_cm', 'number', '10') on conflict do nothing`)
	const loggi, me = "/api/v1/modules/carrier_a/", "/api/v1/modules/carrier_b/"
	bruno, order := app.As(t, dbtest.Bruno), body{"order_id": 1}
	bruno.POST(me+"create-label", order).WantCode(409, "FREIGHT_MISSING")
	app.Exec(t, `update orders set freight_option = '{"option_key": "carrier_a:ECONOMIC", "provider": "carrier_a", "service_label": "Loggi Econômico",
		"price": 90, "eta_days": 6}', address = '{"street":"Rua A","number":"1","neighborhood":"Centro","city":"São Paulo","state":"SP","cep":"01001000","complement":""}' where id = 1`)
	bruno.POST(me+"create-label", order).WantCode(409, "FREIGHT_MISSING")
	bruno.POST(loggi+"create-label", body{"order_id": 99999}).WantCode(404, "NOT_FOUND")
	bruno.POST(loggi+"create-label", body{"order_id": "um"}).WantCode(400, "VALIDATION_ERROR")
	bruno.POST(loggi+"create-label", body{"order_id": 1, "price": -1}).WantCode(400, "VALIDATION_ERROR")
	app.Nobody(t).POST(loggi+"create-label", order).WantCode(401, "UNAUTHORIZED")
	app.As(t, dbtest.Renata).POST(loggi+"create-label", order).WantCode(403, "FORBIDDEN")
	app.Environment["CARRIER_A_USE_FOR_LABEL"] = "false"
	bruno.POST(loggi+"create-label", order).WantCode(409, "LABEL_NOT_ALLOWED")
	app.Environment["CARRIER_A_USE_FOR_LABEL"] = "true"
	// What the module lacks comes before what the order allows.
	app.Exec(t, "update orders set status = 'Enviado' where id = 1")
	app.Environment["CARRIER_A_USE_FOR_LABEL"] = "false"
	bruno.POST(loggi+"create-label", order).WantCode(409, "LABEL_NOT_ALLOWED")
	app.Environment["CARRIER_A_USE_FOR_LABEL"] = "true"
	app.Environment["CARRIER_A_ENABLED"] = "false"
	bruno.POST(loggi+"create-label", order).WantCode(503, "MODULE_DISABLED")
	app.Environment["CARRIER_A_ENABLED"] = "true"
	clientID := app.Environment["CARRIER_A_CLIENT_ID"]
	app.Environment["CARRIER_A_CLIENT_ID"] = ""
	bruno.POST(loggi+"create-label", order).WantCode(503, "CREDENTIAL_MISSING")
	app.Environment["CARRIER_A_CLIENT_ID"] = clientID
	bruno.POST(loggi+"create-label", order).WantCode(409, "INVALID_TRANSITION")
	app.Exec(t, "update orders set status = 'Pago' where id = 1")
	if found := app.Count(t, "system_errors", "true"); found != 0 {
		t.Errorf("%d refusals are recorded as failures", found)
	}
	var parcel body
	bruno.POST(loggi+"create-delivery", order).Want(200).Data(&parcel)
	if parcel["state"] != "queued" || parcel["provider"] != "carrier_a" {
		t.Errorf("asked for %v", parcel)
	}
	app.As(t, dbtest.Camila).POST(loggi+"create", order).WantCode(409, "LABEL_EXISTS")
	if app.Loggi.Count("/async-shipments") != 0 {
		t.Error("the request itself calls the carrier")
	}
	bruno.POST(me+"create", order).WantCode(409, "FREIGHT_MISSING")
	bruno.POST(me+"create-delivery", order).WantCode(409, "FREIGHT_MISSING")
}

// Another host gets no secret that was typed for the present one.
func TestCredentials_OtherHost(t *testing.T) {
	t.Parallel()
	app := handlertest.NewCarriers(t, "CARRIER_B_PERSONAL_TOKEN")
	camila := app.As(t, dbtest.Camila)
	path := servicesPath + "/carrier_b/credentials"
	save := func(fields body, isTested bool) *handlertest.Answer {
		return camila.JSON("PUT", path, body{"fields": fields, "run_test": isTested})
	}
	save(body{"client_id": "1", "client_secret": "segredo-um-dois"}, false).Want(200)
	for _, isTested := range []bool{true, false} {
		save(body{"base_url": "https://ladrao.example.com"}, isTested).WantCode(400, "VALIDATION_ERROR")
		save(body{"base_url": "https://ladrao.example.com", "client_secret": ""}, isTested).WantCode(400, "VALIDATION_ERROR")
	}
	save(body{"base_url": app.Environment["CARRIER_B_BASE_URL"] + "/api"}, false).Want(200)
	save(body{"base_url": "https://outro.example.com", "client_secret": "segredo-tres-quatro"}, false).Want(200)
}
