package api_test

import (
	"strings"
	"testing"

	"acolhe/handlers/handlertest"
	"acolhe/models/platform/dbtest"
)

// A key works on the generic route as on the area's own: one effect, one answer.
func TestCreateItem_IdempotencyKey(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t)
	bruno := app.As(t, dbtest.Bruno).With(key, "k")
	for collection, sent := range map[string]body{
		"orders": anOrder(body{"info": "uma vez <só>"}), "services": aService(body{"observations": "uma vez"}), "reception": {"name": "Nova"},
		"tags": {"name": "Nova"},
	} {
		path, before := "/api/v1/items/"+collection+"?fields=id,date_created", app.Count(t, collection, "true")
		first := bruno.POST(path, sent).Want(201)
		again := bruno.POST(path, jsonOf(sent)+" ").Want(201)
		if again.Body != first.Body || again.Header.Get("ETag") != first.Header.Get("ETag") || first.Header.Get("ETag") == "" {
			t.Errorf("%s: again %s\n%s", collection, again.Body, first.Body)
		}
		if again.Header.Get("Idempotent-Replayed") != "true" || first.Header.Get("Idempotent-Replayed") != "" ||
			app.Count(t, collection, "true") != before+1 {
			t.Errorf("%s: the answer does not say that it is the first one, or a second row was created", collection)
		}
		bruno.POST("/api/v1/items/"+collection, sent).WantCode(409, "IDEMPOTENCY_KEY_REUSED")
		bruno.POST(path, []body{sent}).WantCode(400, "VALIDATION_ERROR")
	}
	// The area's own route is another route, so this is another key.
	bruno.POST("/api/v1/orders", anOrder(nil)).Want(201)
	writer := app.WithToken(t, "items:tags:write").With(key, "k")
	if first := writer.POST("/api/v1/items/tags", body{"name": "Dela"}).
		Want(201); first.Body != writer.POST("/api/v1/items/tags", body{"name": "Dela"}).Want(201).Body {
		t.Error("who may only write is answered another id")
	}
}

// Routes without idempotency refuse a key, and a refused request stores none.
func TestItems_IdempotencyKeyNeverIgnored(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t)
	camila := app.As(t, dbtest.Camila)
	const tags = "/api/v1/items/tags"
	for name, answer := range map[string]*handlertest.Answer{
		"a list":              camila.With(key, "k").POST(tags, []body{{"name": "A"}, {"name": "B"}}),
		"a batch of changes":  camila.With(key, "k").JSON("PATCH", tags, body{"keys": []int{1}, "data": body{"color": nil}}),
		"a batch of removals": camila.With(key, "k").JSON("DELETE", tags, []int{1}),
		"no key":              camila.With(key, "").POST(tags, body{"name": "A"}),
		"a long key":          camila.With(key, strings.Repeat("k", 256)).POST(tags, body{"name": "A"}),
	} {
		if answer.WantCode(400, "VALIDATION_ERROR"); !strings.HasPrefix(answer.Messages()[0], key+": ") {
			t.Errorf("%s is refused with %q", name, answer.Messages())
		}
	}
	camila.With(key, "k").POST(tags, body{"name": ""}).WantCode(400, "VALIDATION_ERROR")
	if app.Count(t, "tags", "color is not null") != 3 || app.Count(t, "tags", "true") != 3 || app.Count(t, "idempotency_keys", "true") != 0 {
		t.Error("something was written")
	}
	camila.With(key, "k").POST(tags, body{"name": "A"}).Want(201)
}
