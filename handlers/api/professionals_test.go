package api_test

import (
	"testing"

	"acolhe/handlers/handlertest"
	"acolhe/models/platform/dbtest"
)

// A Profissional changes only phone and payment details of the own record.
func TestUpdateItem_OwnProfessional(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t)
	renata := app.As(t, dbtest.Renata)
	const own, other = "/api/v1/items/professionals/1", "/api/v1/items/professionals/2"
	var changed body
	renata.JSON("PATCH", own, body{"phone": "(48) 98888-0000", "payment_details": "Pix renata@exemplo.org.br"}).Want(200).Data(&changed)
	if changed["phone"] != "48988880000" || changed["payment_details"] != "Pix renata@exemplo.org.br" {
		t.Errorf("answered %v", changed)
	}
	for name, sent := range map[string]body{
		"another field":   {"name": "Outra"},
		"one beside":      {"phone": "(48) 98888-0001", "consultation_price": 1},
		"null":            {"email": nil},
		"a boolean":       {"active": false},
		"the own details": {"payment_details": "x", "calendar_id": "x"},
	} {
		if answer := renata.JSON("PATCH", own, sent); answer.StatusCode != 403 {
			t.Errorf("%s: %d", name, answer.StatusCode)
		}
	}
	renata.JSON("PATCH", other, body{"phone": "(48) 98888-0000"}).WantCode(404, "NOT_FOUND")
	renata.JSON("PATCH", "/api/v1/items/professionals", body{"keys": []int{1, 2}, "data": body{"phone": "(48) 98888-0002"}}).WantCode(404, "NOT_FOUND")
	renata.POST("/api/v1/items/professionals", body{"name": "Nova", "type": "medic"}).WantCode(403, "FORBIDDEN")
	renata.JSON("DELETE", own, nil).WantCode(403, "FORBIDDEN")
	app.As(t, dbtest.Fernando).JSON("PATCH", own, body{"phone": "(48) 98888-0000"}).WantCode(403, "FORBIDDEN")
	app.Nobody(t).JSON("PATCH", own, body{"phone": "(48) 98888-0000"}).WantCode(401, "UNAUTHORIZED")
	if app.Count(t, "professionals", "phone = '48988880000'") != 1 || app.Count(t, "professionals", "payment_details = 'x'") != 0 {
		t.Error("a refused change was stored")
	}
}
