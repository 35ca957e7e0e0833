package api_test

import (
	"strings"
	"testing"

	"acolhe/handlers/handlertest"
	"acolhe/models/platform/dbtest"
)

const key = "Idempotency-Key"

func TestPlaceOrder_IdempotencyKey(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t)
	bruno := app.As(t, dbtest.Bruno)
	before := app.Count(t, "orders", "true")
	sent := anOrder(body{"info": "uma vez <só>", "items": []body{{"code": "A", "amount": 427, "quantity": 1, "sku": "X"}}})
	first := bruno.With(key, "k 1").POST("/api/v1/orders", sent).Want(201)
	// The order may have changed since: the answer is still the first one.
	bruno.JSON("PATCH", "/api/v1/orders/1001", body{"info": "outra"}).Want(200)
	for range 2 {
		again := bruno.With(key, "k 1").POST("/api/v1/orders", jsonOf(sent)+" ").Want(201)
		if again.Body != first.Body || again.Header.Get("Idempotent-Replayed") != "true" || first.Header.Get("Idempotent-Replayed") != "" {
			t.Errorf("again %s\n%s", again.Body, first.Body)
		}
	}
	bruno.With(key, "k 1").POST("/api/v1/orders", anOrder(nil)).WantCode(409, "IDEMPOTENCY_KEY_REUSED")
	if placed := app.Count(t, "orders", "true") - before; placed != 1 {
		t.Errorf("%d orders were placed", placed)
	}
	// Keys are separate for each caller.
	camila := app.As(t, dbtest.Camila).With(key, "k 1").POST("/api/v1/orders", sent).Want(201)
	token := app.WithToken(t, "items:orders:write").With(key, "k 1").POST("/api/v1/orders", sent).Want(201)
	if camila.Body == first.Body || token.Body == first.Body || app.Count(t, "idempotency_keys", "true") != 3 {
		t.Error("somebody was answered somebody else's order")
	}
}

func TestPlaceOrder_IdempotencyKeyExpires(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t)
	bruno := app.As(t, dbtest.Bruno)
	first := bruno.With(key, "k").POST("/api/v1/orders", anOrder(nil)).Want(201)
	if app.Count(t, "idempotency_keys", "expires_at = date_created + interval '24 hours'") != 1 {
		t.Error("it is not kept for 24 hours")
	}
	change(t, app, "update idempotency_keys set expires_at = date_created - interval '1 second'")
	second := bruno.With(key, "k").POST("/api/v1/orders", anOrder(body{"info": "outro"})).Want(201)
	third := bruno.With(key, "k").POST("/api/v1/orders", anOrder(body{"info": "outro"})).Want(201)
	if second.Body == first.Body || third.Body != second.Body {
		t.Errorf("%s\n%s\n%s", first.Body, second.Body, third.Body)
	}
}

func TestPlaceOrder_RefusedLeavesNoKey(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t)
	bruno := app.As(t, dbtest.Bruno)
	bruno.With(key, "k").POST("/api/v1/orders", anOrder(body{"total": 1})).WantCode(400, "TOTAL_MISMATCH")
	bruno.With(key, "k").POST("/api/v1/orders", anOrder(body{"user_code": "0a000000-0000-4000-8000-00000000ffff"})).
		WantCode(400, "VALIDATION_ERROR")
	if app.Count(t, "idempotency_keys", "true") != 0 {
		t.Error("a refused order left its key")
	}
	bruno.With(key, "k").POST("/api/v1/orders", anOrder(nil)).Want(201)
	for _, wrong := range []string{strings.Repeat("k", 256), "ação", "a\tb"} {
		bruno.With(key, wrong).POST("/api/v1/orders", anOrder(nil)).WantCode(400, "VALIDATION_ERROR")
	}
	bruno.With(key, strings.Repeat("k", 255)).POST("/api/v1/orders", anOrder(nil)).Want(201)
}

func TestPlaceOrder_IdempotencyKeyConcurrent(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t)
	bruno := app.As(t, dbtest.Bruno)
	before := app.Count(t, "orders", "true")
	answers := make(chan *handlertest.Answer)
	for range 8 {
		go func() { answers <- bruno.With(key, "k").POST("/api/v1/orders", anOrder(nil)) }()
	}
	bodies, replayed := map[string]bool{}, 0
	for range 8 {
		answer := <-answers
		bodies[answer.Want(201).Body] = true
		if answer.Header.Get("Idempotent-Replayed") == "true" {
			replayed++
		}
	}
	if placed := app.Count(t, "orders", "true") - before; placed != 1 || len(bodies) != 1 || replayed != 7 {
		t.Errorf("%d orders, %d answers, %d of them replayed", placed, len(bodies), replayed)
	}
}
