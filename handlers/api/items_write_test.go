package api_test

import (
	"fmt"
	"net/http"
	"strings"
	"testing"

	"acolhe/handlers/handlertest"
	"acolhe/models/platform/dbtest"
)

func TestItems_CreateChangeRemove(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t)
	camila := app.As(t, dbtest.Camila)
	for collection, c := range map[string]struct{ add, change, want body }{
		"users": {
			body{"associate_name": "Vera", "city": "Laguna"}, body{"responsible_code": nil, "adhesion_term": nil, "city": nil},
			body{"associate_name": "Vera", "responsible_code": nil, "adhesion_term": nil, "city": nil},
		},
		"products": {
			body{"code": " GEL-1 ", "name": "Gel", "price": 10.5, "width_cm": 5.25, "tags": []string{"novo"}},
			body{"name": "Gel frio", "price": 12, "width_cm": nil, "active": false, "tags": nil},
			body{"code": "GEL-1", "name": "Gel frio", "price": 12, "width_cm": nil, "active": false, "tags": []string{}},
		},
		"tags": {
			body{"name": " Novo ", "color": "#aabbcc", "collection": "users"}, body{"color": nil, "name": "Novíssimo"},
			body{"name": "Novíssimo", "color": nil, "collection": "users"},
		},
		"professionals": {
			body{"name": "Dr. Davi", "type": "medic", "email": " DAVI@acolhe.test", "phone": "(48) 99999-1234", "council_state": "sc",
				"is_prescriber": true},
			body{"consultation_price": 250.5, "active": false, "email": ""},
			body{"name": "Dr. Davi", "phone": "48999991234", "council_state": "SC", "email": nil, "consultation_price": 250.5, "active": false,
				"contest_reports": []any{}},
		},
		"reception": {
			body{"email": " ANA@exemplo.org.br ", "message": "Oi", "tags": body{"custom_fields": body{"a": 1}}},
			body{"notes": "Ligar", "status": "in_progress", "attendant": dbtest.Bruno.UserCode},
			body{"associate_code": dbtest.Ana.UserCode, "associate_name": dbtest.Ana.FullName(), "is_associate": true, "status": "in_progress",
				"source": "panel", "attendant": dbtest.Bruno.UserCode, "completed_at": nil, "tags": body{"custom_fields": body{"a": 1}}},
		},
	} {
		t.Run(collection, func(t *testing.T) {
			path := "/api/v1/items/" + collection
			var created, changed body
			camila.POST(path, c.add).Want(201).Data(&created)
			one := path + "/" + jsonOf(created["id"])
			camila.JSON("PATCH", one, c.change).Want(200).Data(&changed)
			for field, want := range c.want {
				if jsonOf(changed[field]) != jsonOf(want) {
					t.Errorf("%s is %v, want %v", field, changed[field], want)
				}
			}
			if changed["date_updated"] == created["date_updated"] || changed["date_created"] != created["date_created"] {
				t.Errorf("created %v and changed %v", created, changed)
			}
			camila.JSON("DELETE", one, "").Want(200)
			camila.GET(one).WantCode(404, "NOT_FOUND")
			camila.JSON("PATCH", one, c.change).WantCode(404, "NOT_FOUND")
			camila.JSON("DELETE", one, "").WantCode(404, "NOT_FOUND")
		})
	}
}

func TestCreateItem_OrderIsPlaced(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t)
	bruno := app.As(t, dbtest.Bruno)
	bruno.POST("/api/v1/items/orders", anOrder(body{"total": 1})).WantCode(400, "TOTAL_MISMATCH")
	var order placed
	bruno.POST("/api/v1/items/orders", anOrder(nil)).Want(201).Data(&order)
	if order.Total != "427.00" || order.NameAssociate != dbtest.Ana.FullName() {
		t.Errorf("%+v", order)
	}
	if app.Count(t, "reception", "id = $1 and completion_reason = 'Pedido'", dbtest.AnaWaits.ID) != 1 {
		t.Error("the reception item is still open")
	}
	// All or none: the second one has a wrong total.
	before := app.Count(t, "orders", "true")
	answer := bruno.POST("/api/v1/items/orders", []body{anOrder(nil), anOrder(body{"total": 2})}).WantCode(400, "TOTAL_MISMATCH")
	if !strings.HasPrefix(answer.Messages()[0], "[1]: ") || app.Count(t, "orders", "true") != before {
		t.Errorf("%v; %d orders were stored", answer.Messages(), app.Count(t, "orders", "true")-before)
	}
}

func TestItems_WrongBodies(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t)
	camila := app.As(t, dbtest.Camila)
	state := func() string {
		var rows []body
		camila.GET("/api/v1/items/products").Want(200).Data(&rows)
		return jsonOf(rows)
	}
	before := state()
	for sent, want := range map[string]string{
		`{"name": "x"}`: "code: é obrigatório", `{"code": "OLEO-30", "name": "x"}`: "Já existe um produto com este código.",
		`{"code": "x", "name": "x", "cor": 1}`: "cor: campo desconhecido", `{"code": "x", "name": "x", "id": 9}`: "id: campo desconhecido",
		`{"code": "x", "name": "x", "price": -1}`: "price: ", `{"code": "x", "name": "x", "price": "1"}`: "price: ",
		`{"code": "x", "name": "x", "width_cm": 1e999999999}`: "width_cm: ",
		`{"code": "x", "name": "x", "width_cm": "x"}`:         "width_cm: deve ser um número",
		`{"code": "x", "name": "x", "image_file_id": 99}`:     "image_file_id: ",
		`{"code": "x", "name": "x", "weight_g": 99999999999}`: "weight_g: ",
		`[]`: "body: deve ter de 1 a 500 objetos", `[{"code": "x", "name": "x"}, {"code": "y"}]`: "[1].name: ",
		`[1]`:  "[0].body: deve ser um objeto",
		`null`: "body: ", `{`: "body: não é um JSON válido", ``: "code: é obrigatório",
	} {
		status := 400
		if strings.HasPrefix(want, "Já") {
			status = 409
		}
		answer := camila.POST("/api/v1/items/products", sent).Want(status)
		if !strings.HasPrefix(answer.Messages()[0], want) {
			t.Errorf("%s: %q, want %q", sent, answer.Messages(), want)
		}
	}
	for sent, want := range map[string]string{
		`{"code": ""}`: "code: ", `{"code": "CREME-60"}`: "Já existe",
		`{"date_created": "2020-01-01T00:00:00Z"}`: "date_created: campo desconhecido",
		`{"search_text": "x"}`:                     "search_text: campo desconhecido", `[{"name": "x"}]`: "body: deve ser um objeto",
		`{"price": 1e12}`: "price: ",
	} {
		answer := camila.JSON("PATCH", "/api/v1/items/products/1", sent)
		if answer.StatusCode != 400 && answer.StatusCode != 409 || !strings.HasPrefix(answer.Messages()[0], want) {
			t.Errorf("%s: %d %q, want %q", sent, answer.StatusCode, answer.Messages(), want)
		}
	}
	if state() != before {
		t.Error("a refused body changed something")
	}
	for path, want := range map[string]int{"/api/v1/items/nada": 404, "/api/v1/items/reports": 404, "/api/v1/items/products/x": 404,
		"/api/v1/items/products/99999": 404, "/api/v1/items/products/1?sort=id": 400, "/api/v1/items/products/1?x=1": 400} {
		camila.JSON("PATCH", path, body{"name": "x"}).Want(want)
	}
}

func TestBatch_AllOrNone(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t)
	camila := app.As(t, dbtest.Camila)
	const products = "/api/v1/items/products"
	var created []struct{ ID int64 }
	camila.POST(products, []body{{"code": "a", "name": "A"}, {"code": "b", "name": "B"}, {"code": "c", "name": "C"}}).Want(201).Data(&created)
	first, second, third := created[0].ID, created[1].ID, created[2].ID
	count := func(where string) int { return app.Count(t, "products", where) }

	camila.JSON("PATCH", products, body{"keys": []int64{first, second}, "data": body{"price": 7}}).Want(200)
	camila.JSON("PATCH", products, body{"query": body{"filter": body{"price": body{"_eq": 7}}}, "data": body{"stock_note": "sete"}}).Want(200)
	if count("price = 7") != 2 || count("stock_note = 'sete'") != 2 {
		t.Error("a batch of keys or of a query missed its rows")
	}
	camila.JSON("PATCH", products, []body{{"id": third, "name": "Cê"}, {"id": fmt.Sprint(first), "name": "Ah"}}).Want(200)
	if count("name in ('Cê', 'Ah')") != 2 {
		t.Error("a batch of objects missed its rows")
	}
	camila.JSON("PATCH", products, body{"keys": []int64{first, 99999}, "data": body{"price": 9}}).WantCode(404, "NOT_FOUND")
	answer := camila.JSON("PATCH", products, []body{{"id": first, "price": 9}, {"id": second, "price": -9}}).WantCode(400, "VALIDATION_ERROR")
	if !strings.HasPrefix(answer.Messages()[0], "[1].price: ") || count("price = 9") != 0 {
		t.Errorf("%v; %d rows changed", answer.Messages(), count("price = 9"))
	}
	for name, sent := range map[string]any{
		"no data": body{"keys": []int64{first}}, "no keys": body{"data": body{"price": 9}},
		"both":  body{"keys": []int64{first}, "query": body{}, "data": body{"price": 9}},
		"twice": body{"keys": []int64{first, first}, "data": body{"price": 9}}, "no id": []body{{"price": 9}}, "text": `"x"`,
		"word":          body{"keys": []string{"x"}, "data": body{}},
		"more":          body{"keys": []int64{first}, "data": body{"price": 9}, "more": 1},
		"unknown field": body{"query": body{"filter": body{"secret": 1}}, "data": body{"price": 9}},
		"hidden field":  body{"query": body{"filter": body{"search_text": body{"_contains": "a"}}}, "data": body{"price": 9}},
		"too many":      body{"keys": make([]int64, 501), "data": body{"price": 9}},
		"no selection":  body{"query": body{"filter": body{}}, "data": body{"price": 9}},
		"no page":       body{"query": body{"filter": body{"id": first}, "page": 2}, "data": body{"price": 9}},
	} {
		if answer := camila.JSON("PATCH", products, sent); answer.StatusCode != 400 || count("price = 9") != 0 {
			t.Errorf("%s: %d %s", name, answer.StatusCode, answer.Body)
		}
	}
	var removed []struct{ ID int64 }
	camila.JSON("DELETE", products, []int64{first}).Want(200).Data(&removed)
	camila.JSON("DELETE", products, body{"keys": []int64{second, 99999}}).WantCode(404, "NOT_FOUND")
	if len(removed) != 1 || removed[0].ID != first || count("code in ('a', 'b', 'c')") != 2 {
		t.Errorf("removed %v", removed)
	}
	camila.JSON("DELETE", products, body{"query": body{"filter": body{"code": body{"_in": []string{"b", "c"}}}}}).Want(200)
	if count("code in ('a', 'b', 'c')") != 0 {
		t.Error("a removal by query missed its rows")
	}
}

func TestUpdateItem_StaleRow(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t)
	camila := app.As(t, dbtest.Camila)
	const one = "/api/v1/items/products/1"
	tag := camila.GET(one).Want(200).Header.Get("ETag")
	if fewer := camila.GET(one + "?fields=id").Want(200).Header.Get("ETag"); fewer != tag || len(tag) < 4 {
		t.Errorf("the tag is %s, of fewer fields %s", tag, fewer)
	}
	if same := camila.With("If-None-Match", tag).GET(one); same.StatusCode != http.StatusNotModified || same.Body != "" {
		t.Errorf("%d %q for what the caller has", same.StatusCode, same.Body)
	}
	newer := camila.With("If-Match", "W/"+tag).JSON("PATCH", one, body{"stock_note": "um"}).Want(200).Header.Get("ETag")
	if newer == tag || newer == "" {
		t.Errorf("the tag after the change is %q", newer)
	}
	camila.With("If-Match", tag).JSON("PATCH", one, body{"stock_note": "dois"}).WantCode(412, "PRECONDITION_FAILED")
	camila.With("If-None-Match", tag).GET(one).Want(200)
	if app.Count(t, "products", "id = 1 and stock_note = 'um'") != 1 {
		t.Error("the stale change was stored")
	}
	camila.With("If-Match", `"0", `+newer).JSON("PATCH", one, body{"stock_note": "três"}).Want(200)
	camila.With("If-Match", "*").JSON("PATCH", one, body{"stock_note": "quatro"}).Want(200)
}

func TestDeleteItem_Referenced(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t)
	app.As(t, dbtest.Camila).JSON("DELETE", "/api/v1/items/professionals/1", "").WantCode(409, "HAS_LINKED_RECORDS")
	if app.Count(t, "professionals", "id = 1") != 1 {
		t.Error("it is gone")
	}
}

// Files are created by upload, tokens under /auth/tokens; the error says so. Tokens never change.
func TestItems_CollectionWithoutVerb(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t)
	camila := app.As(t, dbtest.Camila)
	for collection, route := range map[string]string{"files": "POST /files", "users_api": "POST /auth/tokens"} {
		answer := camila.POST("/api/v1/items/"+collection, body{"name": "x"}).WantCode(405, "METHOD_NOT_ALLOWED")
		if !strings.Contains(answer.Messages()[0], route) {
			t.Errorf("%s is refused without its route: %v", collection, answer.Messages())
		}
	}
	camila.JSON("PATCH", "/api/v1/items/users_api/1", body{"name": "x"}).WantCode(405, "METHOD_NOT_ALLOWED")
	camila.JSON("PATCH", "/api/v1/items/users_api", body{"keys": []int{1}, "data": body{"name": "x"}}).WantCode(405, "METHOD_NOT_ALLOWED")
}

func TestItems_RowsWithPermissions(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t)
	script := app.WithToken(t, "items:orders:read")
	change(t, app, `update users_api set scopes = '["items:system_users:*", "items:users_api:*"]'`)
	const operators = "/api/v1/items/system_users"
	added := body{"name": "Eva", "email": "eva@acolhe.test", "permissions": []string{"Administrador"}, "password": "Girassol!2027"}
	script.POST(operators, added).WantCode(403, "FORBIDDEN")
	script.JSON("PATCH", operators+"/2", body{"permissions": []string{"Administrador"}}).WantCode(403, "FORBIDDEN")
	script.JSON("PATCH", operators, body{"keys": []int{2}, "data": body{"permissions": []string{"Administrador"}}}).WantCode(403, "FORBIDDEN")
	script.JSON("DELETE", operators+"/2", "").WantCode(403, "FORBIDDEN")
	script.JSON("DELETE", "/api/v1/items/users_api/1", "").WantCode(403, "FORBIDDEN")
	if app.Count(t, "system_users", "permissions ? 'Administrador'") != 1 {
		t.Error("there is a new administrator")
	}

	camila := app.As(t, dbtest.Camila)
	var created body
	answer := camila.POST(operators, added).Want(201).Data(&created)
	if strings.Contains(answer.Body, "password") || created["status"] != "active" {
		t.Errorf("%s", answer.Body)
	}
	eva := operators + "/" + jsonOf(created["id"])
	camila.JSON("PATCH", eva, body{"password": "Outra!2027", "last_name": "Elias"}).Want(200)
	if app.Count(t, "system_users", "last_name = 'Elias' and password like '$2a$%' and password <> 'Outra!2027'") != 1 {
		t.Error("the password is not stored hashed")
	}
	camila.JSON("DELETE", eva, "").Want(200)
	camila.JSON("PATCH", operators+"/1", body{"status": "inactive"}).WantCode(409, "LAST_ADMIN")
	camila.JSON("DELETE", operators, []int{1}).WantCode(409, "LAST_ADMIN")

	var tokens []struct{ ID int64 }
	camila.GET("/api/v1/items/users_api").Want(200).Data(&tokens)
	camila.JSON("DELETE", "/api/v1/items/users_api/"+jsonOf(tokens[0].ID), "").Want(200)
	script.GET(operators).WantCode(401, "UNAUTHORIZED")
	if app.Count(t, "users_api", "id = $1 and revoked_at is not null", tokens[0].ID) != 1 {
		t.Error("the revoked token's row is gone")
	}
}

// decisions.md, "Generic items": the name stays as typed until a code or an e-mail resolves it.
func TestCreateReception_AssociateName(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t)
	bruno := app.As(t, dbtest.Bruno)
	for name, c := range map[string]struct {
		sent body
		want any
	}{
		"typed alone":          {body{"associate_name": " Rosa Lima "}, " Rosa Lima "},
		"unknown e-mail":       {body{"associate_name": "Rosa", "email": "rosa@exemplo.org.br"}, "Rosa"},
		"resolved by e-mail":   {body{"associate_name": "Outra", "email": dbtest.Ana.Email}, dbtest.Ana.FullName()},
		"resolved by the code": {body{"associate_name": "Outra", "associate_code": dbtest.Ana.UserCode}, dbtest.Ana.FullName()},
		"null":                 {body{"associate_name": nil, "name": "Rosa"}, nil},
		"blank":                {body{"associate_name": " ", "name": "Rosa"}, nil},
	} {
		var item body
		bruno.POST("/api/v1/items/reception", c.sent).Want(201).Data(&item)
		if item["associate_name"] != c.want || item["is_associate"] != (c.want == dbtest.Ana.FullName()) {
			t.Errorf("%s: %v", name, item)
		}
	}
	bruno.POST("/api/v1/items/reception", body{"associate_name": " "}).WantCode(400, "VALIDATION_ERROR")
}
