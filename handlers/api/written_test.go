package api_test

import (
	"strings"
	"testing"

	"acolhe/handlers/handlertest"
	"acolhe/models/platform/dbtest"
)

// For a caller who may write but not read, every route that writes returns only the id.
func TestWrite_IDOnly(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t)
	seedOddValues(t, app)
	var scopes []string
	for _, collection := range []string{"users", "orders", "services", "products", "professionals", "reception", "tags", "files",
		"users_files", "orders_files", "services_files"} {
		scopes = append(scopes, "items:"+collection+":write")
	}
	writer := app.WithToken(t, scopes...)
	const items = "/api/v1/items/"
	patient := body{"name": "Lia", "last_name": "de Souza"}
	for _, c := range []struct {
		method, path string
		sent         any
	}{
		{"POST", "/api/v1/orders", anOrder(nil)}, {"PATCH", "/api/v1/orders/2", body{"info": "x"}},
		{"POST", items + "orders", anOrder(nil)}, {"POST", items + "orders", []any{anOrder(nil)}},
		{"PATCH", items + "orders/2", body{"info": "y"}},
		{"POST", "/api/v1/users/1/make-associate", ""}, {"POST", "/api/v1/users/1/patients", patient},
		{"PATCH", "/api/v1/users/1/patients/2", body{"city": "Recife"}},
		{"POST", "/api/v1/users/1/annotations", body{"text": "x"}},
		{"POST", items + "users", body{"associate_name": "Nova"}}, {"PATCH", items + "users/1?fields=id,associate_cpf", body{"city": "Recife"}},
		{"PATCH", items + "users", []any{body{"id": 1, "city": "Natal"}, body{"id": 3, "city": "Natal"}}},
		{"POST", items + "services", aService(nil)}, {"PATCH", items + "services/1", body{"observations": "x"}},
		{"POST", items + "reception", body{"name": "Nova"}}, {"PATCH", items + "reception/1", body{"notes": "x"}},
		{"POST", items + "professionals", body{"name": "Nova", "type": "medic"}},
		{"PATCH", items + "professionals/1", body{"payment_details": "x"}},
		{"POST", items + "products", body{"code": "N", "name": "Novo"}}, {"PATCH", items + "products/1", body{"stock_note": "x"}},
		{"POST", items + "tags", body{"name": "Nova"}}, {"PATCH", items + "tags", body{"keys": []int{1, 2}, "data": body{"color": nil}}},
		{"PATCH", items + "files/9", body{"file_name": "b.pdf"}}, {"POST", items + "users_files", body{"file_id": 9, "user_id": 1}},
		{"PATCH", items + "orders_files/1", body{"kind": "y"}},
		{"PATCH", items + "services_files", body{"keys": []int{1}, "data": body{"kind": "y"}}},
	} {
		answer := writer.JSON(c.method, c.path, c.sent)
		if answer.StatusCode > 201 {
			t.Errorf("%s %s: %d %s", c.method, c.path, answer.StatusCode, answer.Body)
			continue
		}
		var rows []body
		if strings.HasPrefix(answer.Body, `{"data":[`) {
			answer.Data(&rows)
		} else {
			rows = make([]body, 1)
			answer.Data(&rows[0])
		}
		for _, row := range rows {
			if len(row) != 1 || row["id"] == nil || answer.Header.Get("ETag") != "" {
				t.Errorf("%s %s is answered %s with the tag %q", c.method, c.path, answer.Body, answer.Header.Get("ETag"))
			}
		}
	}
	// An error does not reveal stored values either.
	refused := writer.JSON("PATCH", "/api/v1/orders/1", body{"total": 1}).WantCode(400, "TOTAL_MISMATCH")
	if strings.Contains(refused.Body, "430") {
		t.Errorf("the error reveals the stored total: %s", refused.Body)
	}
	reader := app.As(t, dbtest.Bruno).JSON("PATCH", "/api/v1/orders/1", body{"total": 1}).WantCode(400, "TOTAL_MISMATCH")
	if !strings.Contains(reader.Body, "430,90") {
		t.Errorf("the error hides the total from a reader: %s", reader.Body)
	}
}
