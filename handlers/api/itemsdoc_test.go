package api_test

import (
	"encoding/json"
	"testing"

	"github.com/getkin/kin-openapi/openapi3"

	"acolhe/handlers/handlertest"
	"acolhe/models/areas"
	"acolhe/models/platform/dbtest"
)

// The API document describes the accepted fields of a new row and of a change for each collection.
func TestDocument_InputsOfItems(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t)
	document, err := openapi3.NewLoader().LoadFromData([]byte(app.Nobody(t).GET("/api/v1/openapi.json").Body))
	if err != nil {
		t.Fatal(err)
	}
	const list, one = "/api/v1/items/{collection}", "/api/v1/items/{collection}/{id}"
	body := func(path, method string) *openapi3.Schema {
		return document.Paths.Value(path).GetOperation(method).RequestBody.Value.Content.Get("application/json").Schema.Value
	}
	create, changed, many, remove := body(list, "POST"), body(one, "PATCH"), body(list, "PATCH"), body(list, "DELETE")
	service := aService(nil)
	for name, c := range map[string]struct {
		schema *openapi3.Schema
		sent   any
		fits   bool
	}{
		"a service":            {create, service, true},
		"services":             {create, []any{service, service}, true},
		"an attachment":        {create, attachment(1, attachments()["users_files"], nil), true},
		"an unknown field":     {create, aService(map[string]any{"cor": "azul"}), false},
		"a wrong type":         {create, aService(map[string]any{"price": "300"}), false},
		"no rows":              {create, []any{}, false},
		"a change":             {changed, map[string]any{"commission_validation": "approved", "price": nil}, true},
		"an unknown word":      {changed, map[string]any{"commission_validation": "aprovada"}, false},
		"a change of several":  {many, map[string]any{"keys": []int{1}, "data": map[string]any{"commission_validation": nil}}, true},
		"changes of several":   {many, []any{map[string]any{"id": 1, "price": 1}}, true},
		"a change of nothing":  {many, map[string]any{"data": map[string]any{}}, false},
		"keys":                 {remove, []int{1, 2}, true},
		"keys by name":         {remove, map[string]any{"keys": []int{1}}, true},
		"rows that are found":  {remove, map[string]any{"query": map[string]any{"filter": map[string]any{}}}, true},
		"neither keys nor any": {remove, map[string]any{}, false},
	} {
		raw, err := json.Marshal(c.sent)
		if err != nil {
			t.Fatal(err)
		}
		var value any
		if err := json.Unmarshal(raw, &value); err != nil {
			t.Fatal(err)
		}
		if err := c.schema.VisitJSON(value, openapi3.EnableJSONSchema2020()); (err == nil) != c.fits {
			t.Errorf("%s: %v", name, err)
		}
	}
	for _, collection := range []string{"users", "system_users", "orders", "services", "products", "professionals", "reception", "tags",
		"users_files", "orders_files", "services_files"} {
		if document.Components.Schemas["items."+collection+".create"] == nil {
			t.Errorf("the creation of a row of %s is not documented", collection)
		}
	}
	for _, collection := range []string{"files", "users_api"} {
		if document.Components.Schemas["items."+collection+".create"] != nil {
			t.Errorf("a row of %s is documented as created here", collection)
		}
	}
	app.As(t, dbtest.Bruno).POST(services, service).Want(201)
}

// Every value of every row has its documented type, also where most are null, and no other value is documented.
func TestDocument_RowsOfItems(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t)
	seedOddValues(t, app)
	change(t, app, `update users set species = 'Cão', weight_kg = 4.5, associate_status = 'assinatura_termo' where id = 3`)
	document, err := openapi3.NewLoader().LoadFromData([]byte(app.Nobody(t).GET("/api/v1/openapi.json").Body))
	if err != nil {
		t.Fatal(err)
	}
	camila := app.As(t, dbtest.Camila)
	for _, collection := range areas.Described() {
		schema := document.Components.Schemas["items."+collection.Name()].Value
		var rows []body
		camila.GET("/api/v1/items/" + collection.Name() + "?limit=-1").Want(200).Data(&rows)
		if len(rows) == 0 {
			t.Errorf("%s: no row to look at", collection.Name())
		}
		for _, row := range rows {
			if err := schema.VisitJSON(map[string]any(row), openapi3.EnableJSONSchema2020(), openapi3.EnableFormatValidation()); err != nil {
				t.Errorf("%s: %v", collection.Name(), err)
			}
			for name := range schema.Properties {
				if _, there := row[name]; !there {
					t.Errorf("%s.%s is described and not there", collection.Name(), name)
				}
			}
		}
	}
	for path, statuses := range map[string][]string{"/api/v1/items/{collection}": {"200", "default"},
		"/api/v1/items/{collection}/{id}": {"200", "304", "default"}} {
		for _, status := range statuses {
			if document.Paths.Value(path).Get.Responses.Value(status) == nil {
				t.Errorf("%s: %s is not documented", path, status)
			}
		}
	}
}
