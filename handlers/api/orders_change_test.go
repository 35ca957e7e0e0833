package api_test

import (
	"encoding/json"
	"testing"

	"acolhe/handlers/handlertest"
	"acolhe/models/dbtest"
)

// joaos is João's order, which awaits its payment: 290.00 − 10.00 donation.
const joaos = "/api/v1/orders/2"

func TestChangingAnOrderStoresWhatTheServerComputes(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t)
	bruno := app.As(t, dbtest.Bruno)
	var order placed
	answer := bruno.JSON("PATCH", joaos, body{"discount": 30, "donation": 0, "total": 260, "status": "Pago", "tags": []string{"Urgente"}}).Want(200).Data(&order)
	if order.Total != "260.00" || order.Status != "Pago" || string(order.Tags) != `["Urgente"]` || order.User != dbtest.Joao.ID {
		t.Errorf("changed to %s", answer.Body)
	}
	if app.Count(t, "order_changes", "order_id = 2 and action = 'update' and actor_code = $1", dbtest.Bruno.UserCode) != 1 {
		t.Error("the history does not say so")
	}
	if app.Count(t, "reception", "completed_at is null") != 2 {
		t.Error("a change completed somebody's reception")
	}
	bruno.JSON("PATCH", joaos, body{"discount": 31, "total": 260}).WantCode(400, "TOTAL_MISMATCH")
	bruno.JSON("PATCH", joaos, body{"status": "Entregue"}).WantCode(409, "INVALID_TRANSITION")
	if app.Count(t, "orders", "id = 2 and discount = 30 and total = 260 and status = 'Pago'") != 1 {
		t.Error("a refused change was stored")
	}
}

func TestWhoChangesOrders(t *testing.T) {
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
	// Who may write but not read learns nothing of the order.
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

func TestWrongChangesOfAnOrderChangeNothing(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t)
	bruno := app.As(t, dbtest.Bruno)
	for sent, want := range map[string]string{
		`{"coupon_id": 1}`: "coupon_id: campo desconhecido", `{"bvid": "x", "info": "y"}`: "bvid: campo desconhecido", `{"no_commission": true}`: "no_commission: campo desconhecido",
		`{"user_code": "0a000000-0000-4000-8000-000000000001"}`: "user_code: é definido", `{"user": 1}`: "user: é definido", `{"service_user": "x"}`: "service_user: é definido",
		`{"id": 3}`: "id: campo desconhecido", `{"date_created": "2020-01-01T00:00:00Z"}`: "date_created: campo desconhecido",
		`{"status": "Nada"}`: "status: ", `{"status": null}`: "status: ", `{"total": null}`: "total: ", `{"total": "280"}`: "total: ", `{"total": -1}`: "total: ",
		`{"items": []}`: "items: ", `{"items": null}`: "items: ", `{"items": [{"code": "A", "amount": 1}]}`: "items[0].quantity: ",
		`{"items": [{"code": "A", "amount": 1, "quantity": 1.5}]}`: "items[0].quantity: ", `{"items": [{"code": "A", "amount": 1e400, "quantity": 1}]}`: "items[0].amount: ",
		`{"items": [{"code": "A", "amount": 9999999.99, "quantity": 9999}]}`: "total: ", `{"discount": -1}`: "discount: ", `{"discount": 1.001}`: "discount: ",
		`{"custom_payment": [{"item": "x", "qnt": 1, "value": -10000000}]}`: "custom_payment[0].value: ", `{"custom_payment": [{"item": "", "qnt": 1, "value": 1}]}`: "custom_payment[0].item: ",
		`{"custom_payment": [{"item": "x", "qnt": -1, "value": 1}]}`: "custom_payment[0].qnt: ", `{"address": {"state": "XX"}}`: "address.state: ", `{"address": []}`: "address: ",
		`{"tags": [""]}`: "tags: ", `{"tags": [1]}`: "tags[0]: ", `{"email": "x"}`: "email: ", `{"name_associate": null}`: "name_associate: ", `{"freight_option": {"price": -1}}`: "freight_option.price: ",
		`[]`: "body: ", `null`: "body: ", `{`: "body: ", ``: "body: ",
	} {
		answer := bruno.JSON("PATCH", joaos, sent).WantCode(400, "VALIDATION_ERROR")
		if message := answer.Messages()[0]; len(message) < len(want) || message[:len(want)] != want {
			t.Errorf("%s: %q, want %q", sent, message, want)
		}
	}
	if app.Count(t, "orders", "id = 2 and total = 280 and date_updated = date_created and info is null") != 1 || app.Count(t, "order_changes", "order_id = 2") != 1 {
		t.Error("a refused change was stored")
	}
}

func TestOrdersChangeAndGoThroughItems(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t)
	bruno := app.As(t, dbtest.Bruno)
	const all, one = "/api/v1/items/orders", "/api/v1/items/orders/2"
	bruno.JSON("PATCH", one, body{"donation": 0}).Want(200)
	bruno.JSON("PATCH", one, body{"donation": 5, "total": 290}).WantCode(400, "TOTAL_MISMATCH")
	// All or none: Ana's order may not go back.
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
