package api_test

import (
	"net/http"
	"strings"
	"testing"

	"acolhe/handlers/handlertest"
	"acolhe/models/platform/dbtest"
)

const freightPath = "/api/v1/freight"

func aParcel(changes body) body {
	parcel := body{"address": body{"cep": "88010-000", "city": "Florianópolis", "state": "SC"},
		"items": []body{{"code": "OLEO-30", "quantity": 2}}}
	for name, value := range changes {
		parcel[name] = value
	}
	return parcel
}

// No carrier is enabled: the request is validated, and then no carrier can quote.
func TestQuoteFreight_NoCarriers(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t)
	camila := app.As(t, dbtest.Camila)
	camila.POST(freightPath+"/quote", aParcel(nil)).WantCode(503, "MODULE_DISABLED")
	if strings.Contains(app.Log.String(), "dependency unavailable") {
		t.Error("a carrier that is off is logged as a failure")
	}
	var options []body
	camila.GET(freightPath + "/service-options").Want(200).Data(&options)
	if options == nil || len(options) != 0 {
		t.Errorf("the options are %v", options)
	}
	item := func(code any, quantity any) []body { return []body{{"code": code, "quantity": quantity}} }
	for name, c := range map[string]struct {
		body any
		says string
	}{
		"nothing":         {"{}", "address: é obrigatório"},
		"a short CEP":     {aParcel(body{"address": body{"cep": "880"}}), "address.cep: informe"},
		"another country": {aParcel(body{"address": body{"cep": "88010000", "state": "TX"}}), "address.state"},
		"a long street":   {aParcel(body{"address": body{"cep": "88010000", "street": strings.Repeat("x", 251)}}), "address.street"},
		"no items":        {aParcel(body{"items": []body{}}), "items: inclua"},
		"too many":        {aParcel(body{"items": make([]body, 501)}), "items"},
		"no code":         {aParcel(body{"items": item(" ", 1)}), "items[0].code"},
		"zero quantity":   {aParcel(body{"items": item("X", 0)}), "items[0].quantity"},
		"half of it":      {aParcel(body{"items": item("X", 0.5)}), "items[0].quantity"},
		"another field":   {aParcel(body{"price": 1}), "price: campo desconhecido"},
	} {
		answer := camila.POST(freightPath+"/quote", c.body)
		if answer.StatusCode != 400 || !strings.Contains(strings.Join(answer.Messages(), "\n"), c.says) {
			t.Errorf("%s: %d %s", name, answer.StatusCode, answer.Body)
		}
	}
}

func TestDefaultFreight(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t)
	camila, bruno := app.As(t, dbtest.Camila), app.As(t, dbtest.Bruno)
	var favourite body
	camila.GET(freightPath + "/default-option").Want(200).Data(&favourite)
	if key, there := favourite["option_key"]; !there || key != nil {
		t.Errorf("at first the favourite is %v", favourite)
	}
	for _, key := range []string{"carrier_b:1-2", "carrier_a:FREIGHT_TYPE_ECONOMIC"} {
		bruno.JSON(http.MethodPut, freightPath+"/default-option", body{"option_key": key}).Want(200)
		camila.GET(freightPath + "/default-option").Want(200).Data(&favourite)
		if favourite["option_key"] != key {
			t.Errorf("the favourite is %v, want %s", favourite, key)
		}
	}
	for _, wrong := range []any{nil, "", "carrier_b", "carrier_b:", "correios:1", "carrier_a:a b", "carrier_b:1-2\x00",
		"carrier_b:" + strings.Repeat("1", 101), 5, []string{}} {
		camila.JSON(http.MethodPut, freightPath+"/default-option", body{"option_key": wrong}).WantCode(400, "VALIDATION_ERROR")
	}
	camila.JSON(http.MethodPut, freightPath+"/default-option", "{}").WantCode(400, "VALIDATION_ERROR")
	camila.GET(freightPath + "/default-option").Data(&favourite)
	if favourite["option_key"] != "carrier_a:FREIGHT_TYPE_ECONOMIC" {
		t.Errorf("refused, the favourite is %v", favourite)
	}
	if recorded := app.Count(t, "security_events", `kind = 'config.changed' and subject = 'store.freight.default_option'
		and details @> '{"from": "carrier_b:1-2", "to": "carrier_a:FREIGHT_TYPE_ECONOMIC"}' and actor_code = $1`,
		dbtest.Bruno.UserCode); recorded != 1 {
		t.Errorf("%d events record the change", recorded)
	}
}

// Freight is for the roles of the checkout and for scripts with freight:quote, which may not choose the
// favourite.
func TestFreight_Access(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t)
	for name, c := range map[string]struct {
		client          *handlertest.Client
		quotes, chooses int
	}{
		"nobody":          {app.Nobody(t), 401, 401},
		"associate":       {app.AsAssociate(t, dbtest.Ana), 401, 401},
		"Administrador":   {app.As(t, dbtest.Camila), 503, 200},
		"Acolhimento":     {app.As(t, dbtest.Bruno), 503, 200},
		"quoting script":  {app.WithToken(t, "freight:quote"), 503, 403},
		"ordering script": {app.WithToken(t, "items:orders:write"), 403, 200},
		"full token":      {app.WithToken(t, "*"), 503, 200},
		"another scope":   {app.WithToken(t, "items:orders:read"), 403, 403},
	} {
		if got := c.client.POST(freightPath+"/quote", aParcel(nil)).StatusCode; got != c.quotes {
			t.Errorf("%s quotes: %d, want %d", name, got, c.quotes)
		}
		reads := c.quotes
		if reads == 503 {
			reads = 200
		}
		for _, path := range []string{"/service-options", "/default-option"} {
			if got := c.client.GET(freightPath + path).StatusCode; got != reads {
				t.Errorf("%s reads %s: %d, want %d", name, path, got, reads)
			}
		}
		if got := c.client.JSON(http.MethodPut, freightPath+"/default-option", body{"option_key": "carrier_b:1-1"}).StatusCode; got != c.chooses {
			t.Errorf("%s chooses: %d, want %d", name, got, c.chooses)
		}
	}
	for _, operator := range dbtest.Staff() {
		if operator == dbtest.Camila || operator == dbtest.Bruno {
			continue
		}
		client := app.As(t, operator)
		client.POST(freightPath+"/quote", aParcel(nil)).WantCode(403, "FORBIDDEN")
		client.JSON(http.MethodPut, freightPath+"/default-option", body{"option_key": "carrier_b:1-1"}).WantCode(403, "FORBIDDEN")
	}
}
