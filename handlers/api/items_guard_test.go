package api_test

import (
	"net/http"
	"slices"
	"strings"
	"testing"

	"acolhe/handlers/handlertest"
	"acolhe/models/platform/dbtest"
)

// The rows that match a filter reveal their data: without the right to read, rows must be given by id.
func TestBatch_QueryNeedsRead(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t)
	const users = "/api/v1/items/users"
	writer, remover := app.WithToken(t, "items:users:write"), app.WithToken(t, "items:users:delete")
	found := body{"query": body{"filter": body{"health_condition": body{"_null": true}}}}
	remover.JSON("DELETE", users, found).WantCode(403, "FORBIDDEN")
	found["data"] = body{"city": "Recife"}
	writer.JSON("PATCH", users, found).WantCode(403, "FORBIDDEN")
	if app.Count(t, "users", "city = 'Recife'") != 0 {
		t.Error("a refused batch changed something")
	}
	writer.JSON("PATCH", users, body{"keys": []int{5}, "data": body{"city": "Recife"}}).Want(200)
	app.WithToken(t, "items:users:write", "items:users:read").JSON("PATCH", users, found).Want(200)
}

// A caller who may remove an associate but not read orders learns only that there are some.
func TestItems_RefusalNamesVisibleRecords(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t)
	for name, c := range map[string]struct {
		client *handlertest.Client
		want   []string
	}{
		"an administrator": {app.As(t, dbtest.Camila),
			[]string{"orders: 1 pedido (nº 1)", "services: 1 serviço (nº 1)", "users: 1 paciente (nº 2)"}},
		"a token that deletes": {app.WithToken(t, "items:users:delete"),
			[]string{"orders: pedidos que você não pode ver", "services: serviços que você não pode ver", "users: pacientes que você não pode ver"}},
		"a token that reads orders": {app.WithToken(t, "items:users:delete", "items:orders:read"),
			[]string{"orders: 1 pedido (nº 1)", "services: serviços que você não pode ver", "users: pacientes que você não pode ver"}},
	} {
		answer := c.client.JSON("DELETE", "/api/v1/items/users/1", "").WantCode(409, "HAS_LINKED_RECORDS")
		if got := answer.Messages(); !slices.Equal(got, c.want) {
			t.Errorf("%s gets %q, want %q", name, got, c.want)
		}
	}
}

// A precondition is never ignored in any form; a route without preconditions refuses it.
func TestItems_PreconditionNeverIgnored(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t)
	camila := app.As(t, dbtest.Camila)
	const tags, one = "/api/v1/items/tags", "/api/v1/items/tags/1"
	for _, stale := range []string{`""`, `"1"`, `W/""`, `"x`, `abc`} {
		client := camila.With("If-Match", stale)
		client.JSON("PATCH", one, body{"color": nil}).WantCode(412, "PRECONDITION_FAILED")
		client.JSON("DELETE", one, "").WantCode(412, "PRECONDITION_FAILED")
		for _, batch := range []*handlertest.Answer{
			client.JSON("PATCH", tags, body{"keys": []int{1}, "data": body{"color": nil}}), client.JSON("DELETE", tags, []int{1}),
			client.POST(tags, body{"name": "Outra"}),
		} {
			if batch.WantCode(400, "VALIDATION_ERROR"); !strings.HasPrefix(batch.Messages()[0], "If-Match: ") {
				t.Errorf("refused with %q", batch.Messages())
			}
		}
	}
	if app.Count(t, "tags", "color is not null") != 3 || app.Count(t, "tags", "true") != 3 {
		t.Error("something changed")
	}
	camila.With("If-Match", `"1"`).JSON("DELETE", tags+"/999", "").WantCode(404, "NOT_FOUND")
	tag := camila.GET(one).Want(200).Header.Get("ETag")
	camila.With("If-Match", tag).JSON("DELETE", one, "").Want(200)
	camila.With("If-Match", "*").JSON("DELETE", tags+"/2", "").Want(200)
}

// seedOddValues writes values whose stored text differs from the text of clients, and the attachments that the fixtures
// lack.
func seedOddValues(t *testing.T, app *handlertest.App) {
	t.Helper()
	for _, sql := range []string{
		`update users set prescription = '{"b": 1, "aa": [1, 2.5]}', privacy_consent_at = '2026-01-01', tags = '["b", "a"]',
			annotations = '[{"id": "0a000000-0000-4000-8000-000000000001", "text": "x", "userName": "u", "user_code": "c", "date_created": "2026-01-01T00:00:00.5Z"}]' where id = 1`,
		`update reception set tags = '{"custom_fields": {"z": 1.5, "aa": "x"}}'`,
		`update products set tags = '["b", "a"]', width_cm = 5.10`,
		`insert into files (id, file_name, content_type, size, sha256, driver, storage_key) values (9, 'a.pdf', 'application/pdf', 1, repeat('0', 64), 'local', 'x')`,
		`insert into users_files (file_id, user_id, doc_kind) values (9, 1, 'exam')`,
		`insert into orders_files (file_id, order_id, kind) values (9, 1, 'x')`,
		`insert into services_files (file_id, service_id, kind) values (9, 1, 'x')`,
	} {
		change(t, app, sql)
	}
}

// Every export is recorded, also an empty one.
func TestExportItems_Recorded(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t)
	script := app.WithToken(t, "items:users:read")
	script.GET("/api/v1/items/users?export=csv&fields=id,name&filter[name][_eq]=Ana%20Beatriz&search=ana&sort=name").Want(200)
	kept := func(where string) int {
		return app.Count(t, "security_events", "kind = 'list.exported' and actor_kind = 'api_key' and actor_name = 'teste' and "+where)
	}
	if kept(`subject = 'users' and details = '{"rows": 1, "asked": ["CSV", "Campos: id, name", "Filtro: name", "Busca"]}'`) != 1 {
		t.Error("the export is not recorded, or with wrong details")
	}
	script.GET("/api/v1/items/users?export=json&filter[id]=0").Want(200)
	if kept(`details @> '{"rows": 0}'`) != 1 || app.Count(t, "security_events", "details::text ilike '%beatriz%'") != 0 {
		t.Error("an empty export is not recorded, or a name is")
	}
	script.GET("/api/v1/items/users?export=pdf").Want(400)
	script.GET("/api/v1/items/users").Want(http.StatusOK)
	if kept("true") != 2 {
		t.Error("a plain list is recorded as an export")
	}
}

// When a client disconnects, its slot and its connection are freed, and the rows already read are recorded.
func TestExportItems_BrokenOff(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t)
	change(t, app, `insert into tags (name) select 'T' || n from generate_series(1, 40000) n`)
	const turns = 4
	for range turns {
		request, err := http.NewRequestWithContext(t.Context(), http.MethodGet, app.URL+"/api/v1/items/tags?export=csv", nil)
		if err != nil {
			t.Fatal(err)
		}
		request.AddCookie(&http.Cookie{Name: "service_oss_session", Value: app.As(t, dbtest.Bruno).Cookie("service_oss_session")})
		response, err := http.DefaultTransport.RoundTrip(request)
		// One person downloads one document at a time: until the server notices, the next one is refused.
		for err == nil && response.StatusCode == http.StatusTooManyRequests {
			response.Body.Close()
			response, err = http.DefaultTransport.RoundTrip(request)
		}
		if err != nil || response.StatusCode != http.StatusOK {
			t.Fatal(response, err)
		}
		response.Body.Close()
	}
	camila := app.As(t, dbtest.Camila)
	// The server notices a moment later; if it never does, the timeout of the test run ends this loop.
	for camila.GET("/api/v1/items/tags?export=csv&limit=1").StatusCode != http.StatusOK {
	}
	for app.Count(t, "security_events", "kind = 'list.exported' and actor_code = $1", dbtest.Bruno.UserCode) < turns {
	}
}

// A row that changes between the query and the write, so that it no longer matches, is skipped.
func TestBatch_QueryAfterAConcurrentChange(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t)
	camila := app.As(t, dbtest.Camila)
	const tags = "/api/v1/items/tags"
	found := body{"query": body{"filter": body{"collection": body{"_in": []string{"users", "orders"}}}}}
	// In this order, because a removed row could not be changed.
	for _, batch := range []struct {
		name string
		send func() *handlertest.Answer
	}{
		{"a change", func() *handlertest.Answer {
			return camila.JSON("PATCH", tags+"?fields=id", body{"query": found["query"], "data": body{"color": "#000000"}})
		}},
		{"a removal", func() *handlertest.Answer { return camila.JSON("DELETE", tags, found) }},
	} {
		changing := app.DB.WithContext(t.Context()).Begin()
		if err := changing.Exec("update tags set collection = 'products' where id = 1").Error; err != nil {
			t.Fatal(err)
		}
		answered := make(chan *handlertest.Answer)
		go func() { answered <- batch.send() }()
		dbtest.AwaitLock(t, app.Pool, 1)
		if err := changing.Commit().Error; err != nil {
			t.Fatal(err)
		}
		if answer := <-answered; answer.StatusCode != 200 || !strings.HasPrefix(answer.Body, `{"data":[{"id":2}],`) {
			t.Errorf("%s is answered with %d %s", batch.name, answer.StatusCode, answer.Body)
		}
		if app.Count(t, "tags", "id = 1 and collection = 'products' and color <> '#000000'") != 1 {
			t.Errorf("%s wrote a row that was not meant any more", batch.name)
		}
		change(t, app, "update tags set collection = 'users' where id = 1")
	}
}
