package api_test

import (
	"encoding/json"
	"strconv"
	"strings"
	"testing"

	"acolhe/handlers/handlertest"
	"acolhe/models/platform/dbtest"
)

// joaos is João's order, which awaits payment: 290.00 − 10.00 donation.
const joaos = "/api/v1/orders/2"

func TestChangeOrder_ServerTotal(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t)
	bruno := app.As(t, dbtest.Bruno)
	var order placed
	answer := bruno.JSON("PATCH", joaos, body{"discount": 30, "donation": 0, "total": 260, "status": "Pago", "tags": []string{"Urgente"}}).
		Want(200).Data(&order)
	if order.Total != "260.00" || order.Status != "Pago" || string(order.Tags) != `["Urgente"]` || order.User != dbtest.Joao.ID {
		t.Errorf("changed to %s", answer.Body)
	}
	if app.Count(t, "order_changes", "order_id = 2 and action = 'update' and actor_code = $1", dbtest.Bruno.UserCode) != 1 {
		t.Error("the history does not say so")
	}
	if app.Count(t, "reception", "completed_at is null") != 2 {
		t.Error("a change completed somebody's reception")
	}
	for _, total := range []string{"260", "-259", "259.015", "258.98999999999995"} {
		bruno.JSON("PATCH", joaos, `{"discount": 31, "total": `+total+`}`).WantCode(400, "TOTAL_MISMATCH")
	}
	bruno.JSON("PATCH", joaos, body{"status": "Entregue"}).WantCode(409, "INVALID_TRANSITION")
	if app.Count(t, "orders", "id = 2 and discount = 30 and total = 260 and status = 'Pago'") != 1 {
		t.Error("a refused change was stored")
	}
}

func TestChangeOrder_Access(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t)
	note := body{"info": "Ligar antes"}
	for _, colleague := range []dbtest.Operator{dbtest.Camila, dbtest.Bruno, dbtest.Priscila, dbtest.Fernando} {
		app.As(t, colleague).JSON("PATCH", joaos, note).Want(200)
	}
	app.As(t, dbtest.Renata).JSON("PATCH", joaos, note).WantCode(403, "FORBIDDEN")
	app.AsAssociate(t, dbtest.Joao).JSON("PATCH", joaos, note).WantCode(401, "UNAUTHORIZED")
	app.Nobody(t).JSON("PATCH", joaos, note).WantCode(401, "UNAUTHORIZED")
	app.WithToken(t, "items:orders:read").JSON("PATCH", joaos, note).WantCode(403, "FORBIDDEN")
	// A caller who may write but not read learns nothing about the order.
	var answered body
	app.WithToken(t, "items:orders:write").JSON("PATCH", joaos, note).Want(200).Data(&answered)
	if len(answered) != 1 || jsonOf(answered["id"]) != "2" {
		t.Errorf("a writing token was answered %v", answered)
	}
	for _, colleague := range []dbtest.Operator{dbtest.Priscila, dbtest.Fernando} {
		app.As(t, colleague).JSON("DELETE", "/api/v1/items/orders/2", "").WantCode(403, "FORBIDDEN")
	}
	for _, path := range []string{"/api/v1/orders/9999", "/api/v1/orders/x", "/api/v1/orders/0"} {
		app.As(t, dbtest.Bruno).JSON("PATCH", path, note).WantCode(404, "NOT_FOUND")
	}
}

func TestChangeOrder_Wrong(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t)
	bruno := app.As(t, dbtest.Bruno)
	for sent, want := range map[string]string{
		`{"coupon_id": 1}`: "coupon_id: campo desconhecido", `{"bvid": "x", "info": "y"}`: "bvid: campo desconhecido",
		`{"no_commission": true}`:                               "no_commission: campo desconhecido",
		`{"user_code": "0a000000-0000-4000-8000-000000000001"}`: "user_code: é definido", `{"user": 1}`: "user: é definido",
		`{"service_user": "x"}`: "service_user: é definido",
		`{"id": 3}`:             "id: campo desconhecido", `{"date_created": "2020-01-01T00:00:00Z"}`: "date_created: campo desconhecido",
		`{"status": "Nada"}`: "status: ", `{"total": "280"}`: "total: ", `{"total": 1e400}`: "total: ",
		`{"items": []}`: "items: ", `{"items": [{"code": "A", "amount": 1}]}`: "items[0].quantity: ",
		`{"items": [{"code": "A", "amount": 1, "quantity": 1.5}]}`:           "items[0].quantity: ",
		`{"items": [{"code": "A", "amount": 1e400, "quantity": 1}]}`:         "items[0].amount: ",
		`{"items": [{"code": "A", "amount": 9999999.99, "quantity": 9999}]}`: "total: ", `{"discount": -1}`: "discount: ",
		`{"discount": 1.001}`: "discount: ",
		`{"custom_payment": [{"item": "x", "qnt": 1, "value": -10000000}]}`: "custom_payment[0].value: ",
		`{"custom_payment": [{"item": "", "qnt": 1, "value": 1}]}`:          "custom_payment[0].item: ",
		`{"custom_payment": [{"item": "x", "qnt": -1, "value": 1}]}`:        "custom_payment[0].qnt: ",
		`{"custom_payment": [{"item": "x", "qnt": -0.5, "value": 1}]}`:      "custom_payment[0].qnt: ",
		`{"custom_payment": [{"item": "x", "qnt": 1.0001, "value": 1}]}`:    "custom_payment[0].qnt: ",
		`{"custom_payment": [{"item": "x", "qnt": 9999.5, "value": 1}]}`:    "custom_payment[0].qnt: ",
		`{"custom_payment": [{"item": "x", "qnt": "1", "value": 1}]}`:       "custom_payment[0].qnt: ",
		`{"custom_payment": [{"item": "x", "qnt": 1e400, "value": 1}]}`:     "custom_payment[0].qnt: ",
		`{"address": {"state": "XX"}}`:                                      "address.state: ", `{"address": []}`: "address: ",
		`{"tags": [""]}`: "tags: ", `{"tags": [1]}`: "tags[0]: ", `{"email": "x"}`: "email: ",
		`{"freight_option": {"price": -1}}`:                                    "freight_option.price: ",
		`{"freight_option": {"provider": "` + strings.Repeat("x", 251) + `"}}`: "freight_option.provider: ",
		`{"freight_option": {"eta_days": -1}}`:                                 "freight_option.eta_days: ",
		`[]`:                                                                   "body: ", `null`: "body: ", `{`: "body: ",
	} {
		answer := bruno.JSON("PATCH", joaos, sent).WantCode(400, "VALIDATION_ERROR")
		if message := answer.Messages()[0]; !strings.HasPrefix(message, want) {
			t.Errorf("%s: %q, want %q", sent, message, want)
		}
	}
	if app.Count(t, "orders", "id = 2 and total = 280 and date_updated = date_created and info is null") != 1 ||
		app.Count(t, "order_changes", "order_id = 2") != 1 {
		t.Error("a refused change was stored")
	}
}

// What never changes may be sent as it stands, by callers who may read it.
func TestChangeOrder_Standing(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t)
	bruno := app.As(t, dbtest.Bruno)
	for order, serviceUser := range map[string]any{"1": dbtest.Bruno.UserCode, "2": nil} {
		app.Exec(t, "update orders set service_user = $1 where id = $2", serviceUser, order)
		var row, sent body
		bruno.GET("/api/v1/items/orders/" + order).Want(200).Data(&row)
		sent = body{"info": "Portaria", "user": row["user"], "user_code": row["user_code"], "service_user": row["service_user"]}
		for _, path := range []string{"/api/v1/orders/", "/api/v1/items/orders/"} {
			bruno.JSON("PATCH", path+order, sent).Want(200)
			for name, other := range map[string]any{"user": 99, "user_code": dbtest.Carla.UserCode, "service_user": "x"} {
				bruno.JSON("PATCH", path+order, body{name: other}).WantCode(400, "VALIDATION_ERROR")
				app.WithToken(t, "items:orders:write").JSON("PATCH", path+order, body{name: row[name]}).WantCode(400, "VALIDATION_ERROR")
			}
			bruno.JSON("PATCH", path+order, body{"user": nil}).WantCode(400, "VALIDATION_ERROR")
		}
	}
	bruno.JSON("PATCH", "/api/v1/orders/1", body{"service_user": nil}).WantCode(400, "VALIDATION_ERROR")
}

func TestChangeOrder_ThroughItems(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t)
	bruno := app.As(t, dbtest.Bruno)
	const all, one = "/api/v1/items/orders", "/api/v1/items/orders/2"
	bruno.JSON("PATCH", one, body{"donation": 0}).Want(200)
	bruno.JSON("PATCH", one, body{"donation": 5, "total": 290}).WantCode(400, "TOTAL_MISMATCH")
	// All or none: Ana's order may not change back.
	batch := []body{{"id": 2, "status": "Pago"}, {"id": 1, "status": "Aguardando pagamento"}}
	bruno.JSON("PATCH", all, batch).WantCode(409, "INVALID_TRANSITION")
	if app.Count(t, "orders", "id = 2 and total = 290 and status = 'Aguardando pagamento'") != 1 {
		t.Error("half of a batch was stored")
	}
	bruno.JSON("PATCH", all, body{"keys": []int{1, 2}, "data": body{"status": "Cancelado"}}).Want(200)
	if app.Count(t, "order_changes", "action = 'update' and changes ? 'status'") != 2 {
		t.Error("the history misses a move of a batch")
	}
	bruno.JSON("DELETE", one, "").Want(200)
	bruno.JSON("DELETE", one, "").WantCode(404, "NOT_FOUND")
	var order struct{ ID json.Number }
	bruno.POST("/api/v1/orders", anOrder(nil)).Want(201).Data(&order)
	bruno.JSON("PATCH", all+"/"+order.ID.String(), body{"status": "Pago"}).Want(200)
	bruno.JSON("DELETE", all, "[1, "+order.ID.String()+"]").WantCode(409, "CONFLICT")
	if app.Count(t, "orders", "id = 1") != 1 {
		t.Error("half of a removal was done")
	}
}

// Fifty times, two requests change an order that both have read: one of them is refused as stale.
func TestChangeOrder_ConcurrentIfMatch(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t)
	bruno, fernando := app.As(t, dbtest.Bruno), app.As(t, dbtest.Fernando)
	tag := bruno.GET("/api/v1/items/orders/2").Want(200).Header.Get("ETag")
	for round := range 50 {
		statuses := make(chan int, 2)
		for i, client := range []*handlertest.Client{bruno.With("If-Match", tag), fernando.With("If-Match", tag)} {
			note := body{"info": strconv.Itoa(round) + " " + strconv.Itoa(i)}
			go func() { statuses <- client.JSON("PATCH", joaos, note).StatusCode }()
		}
		if sum := <-statuses + <-statuses; sum != 200+412 {
			t.Fatalf("round %d: the two statuses add up to %d", round, sum)
		}
		read := bruno.GET("/api/v1/items/orders/2").Want(200).Header.Get("ETag")
		if read == tag {
			t.Fatal("the tag stayed")
		}
		tag = read
	}
	if app.Count(t, "order_changes", "order_id = 2 and action = 'update'") != 50 {
		t.Error("the history does not hold 50 changes")
	}
	answer := bruno.With("If-Match", tag).JSON("PATCH", joaos, body{"info": "mais uma"}).Want(200)
	bruno.With("If-Match", answer.Header.Get("ETag")).JSON("PATCH", joaos, body{"info": "e outra"}).Want(200)
	bruno.With("If-Match", tag).JSON("PATCH", joaos, body{"info": "tarde"}).WantCode(412, "PRECONDITION_FAILED")
}

// Without If-Match, concurrent changes of different fields both survive, and the total includes both.
func TestChangeOrder_ConcurrentFields(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t)
	bruno, fernando := app.As(t, dbtest.Bruno), app.As(t, dbtest.Fernando)
	for round := range 50 {
		done := make(chan int, 2)
		go func() {
			done <- bruno.JSON("PATCH", joaos, body{"discount": round, "tags": []string{strconv.Itoa(round)}}).StatusCode
		}()
		go func() {
			done <- fernando.JSON("PATCH", joaos, body{"donation": round * 2, "info": strconv.Itoa(round)}).StatusCode
		}()
		if sum := <-done + <-done; sum != 400 {
			t.Fatalf("the two statuses add up to %d", sum)
		}
		want := "id = 2 and discount = $1 and donation = $1 * 2 and total = 290 - $1 * 3 and info = $1::text and tags ? $1::text"
		if app.Count(t, "orders", strings.ReplaceAll(want, "$1", "("+strconv.Itoa(round)+")")) != 1 {
			t.Fatalf("round %d lost a change", round)
		}
	}
}

// Two batches of the same orders, in different order, do not deadlock.
func TestChangeOrders_ConcurrentBatches(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t)
	bruno, fernando := app.As(t, dbtest.Bruno), app.As(t, dbtest.Fernando)
	for round := range 30 {
		done := make(chan int, 2)
		for i, client := range []*handlertest.Client{bruno, fernando} {
			note := strconv.Itoa(round) + " " + strconv.Itoa(i)
			batch := []body{{"id": 1 + i, "info": note}, {"id": 2 - i, "info": note}}
			go func() { done <- client.JSON("PATCH", "/api/v1/items/orders", batch).StatusCode }()
		}
		if sum := <-done + <-done; sum != 400 {
			t.Fatalf("round %d: the statuses add up to %d", round, sum)
		}
	}
}

// Every route returns the members that the server does not know.
func TestPlaceOrder_ExtraMembersOfItems(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t)
	bruno := app.As(t, dbtest.Bruno)
	const items = `[{"code": "A", "amount": 10, "quantity": 1, "sku": "X-1", "Code": null}, {"code": "B", "amount": 2, "quantity": 2, "lot": 7.50}]`
	var order placed
	bruno.POST("/api/v1/orders", `{"user": 1, "total": 14, "items": `+items+`}`).Want(201).Data(&order)
	one := "/api/v1/items/orders/" + strconv.FormatInt(order.ID, 10)
	var listed []placed
	var changed, found placed
	bruno.JSON("PATCH", one, body{"discount": 1}).Want(200).Data(&changed)
	bruno.GET("/api/v1/orders?limit=1").Want(200).Data(&listed)
	bruno.GET(one).Want(200).Data(&found)
	for name, got := range map[string][]body{"placed": order.Items, "changed": changed.Items, "listed": listed[0].Items,
		"found": found.Items} {
		if want := `[{"Code":null,"amount":10,"code":"A","quantity":1,"sku":"X-1"},{"amount":2,"code":"B","lot":7.5,"quantity":2}]`; jsonOf(got) != want {
			t.Errorf("%s: %s", name, jsonOf(got))
		}
	}
	for sent, want := range map[string]string{
		`{"items": [{"code": "A", "amount": 1, "quantity": 1, "x": {}}]}`:       "items[0].x: ",
		`{"items": [{"code": "A", "amount": 1, "quantity": 1, "x": "\u0000"}]}`: "items[0].x: ",
		`{"items": [{"code": "A", "amount": 1, "quantity": 1, "x\u0000": 1}]}`:  "items[0].x\x00: ", `{"items": [1]}`: "items[0]: ",
		`{"items": [{"x": 1e300000, "code": "A", "amount": 1, "quantity": 1}]}`: "items[0].x: ",
		`{"custom_payment": [{"item": "x", "qnt": 1, "value": 1, "y": 1}]}`:     "custom_payment[0].y: campo desconhecido",
	} {
		answer := bruno.JSON("PATCH", one, sent).WantCode(400, "VALIDATION_ERROR")
		if !strings.HasPrefix(answer.Messages()[0], want) {
			t.Errorf("%s: %q, want %q", sent, answer.Messages(), want)
		}
	}
}

// A script may set the payment and the shipment of an order that was paid and sent.
func TestChangeOrder_Steps(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t)
	bruno := app.As(t, dbtest.Bruno)
	const path = "/api/v1/orders/2"
	payment := body{"payment_method": "boleto", "paid_on": "2026-11-02", "amount_received": 280}
	bruno.JSON("PATCH", path, payment).WantCode(400, "VALIDATION_ERROR")
	bruno.JSON("PATCH", path, body{"status": "Pago", "payment_method": "nada"}).WantCode(400, "VALIDATION_ERROR")
	bruno.JSON("PATCH", path, body{"status": "Pago", "paid_on": "2099-01-01"}).WantCode(400, "VALIDATION_ERROR")
	payment["status"] = "Pago"
	var paid body
	bruno.JSON("PATCH", path, payment).Want(200).Data(&paid)
	if paid["payment_method"] != "boleto" || paid["paid_on"] != "2026-11-02" || paid["amount_received"] != 280.0 ||
		paid["tracking_code"] != nil {
		t.Errorf("paid as %v", paid)
	}
	bruno.JSON("PATCH", path, body{"tracking_code": "BR1"}).WantCode(400, "VALIDATION_ERROR")
	bruno.JSON("PATCH", path, body{"status": "Em separação"}).Want(200)
	bruno.JSON("PATCH", path, body{"status": "Enviado", "tracking_code": "BR1"}).Want(200)
	bruno.JSON("PATCH", path, body{"status": "Em separação"}).WantCode(409, "INVALID_TRANSITION")
}
