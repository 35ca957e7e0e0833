package api_test

import (
	"testing"

	"acolhe/handlers/handlertest"
	"acolhe/models/platform/dbtest"
)

// With the rule off an order has no meta; with warnings it says what the prescriptions do not allow, and blocked it is 409.
func TestOrders_Prescription(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t)
	bruno := app.As(t, dbtest.Bruno)
	order := map[string]any{"user": 1, "items": []any{map[string]any{"code": "OLEO-30", "amount": 290, "quantity": 1}}, "total": 290}
	var meta *struct{ Warnings []string }
	if bruno.POST("/api/v1/orders", order).Want(201).Meta(&meta); meta != nil {
		t.Error("the rule is off", meta)
	}
	app.Exec(t, `insert into system_configs (system, key, value_type, value) values ('prescriptions', 'rule', 'text', '"warn"')`)
	if bruno.POST("/api/v1/orders", order).Want(201).Meta(&meta); meta == nil || len(meta.Warnings) != 1 {
		t.Error(meta)
	}
	app.Exec(t, `update system_configs set value = '"block"' where system = 'prescriptions' and key = 'rule'`)
	bruno.POST("/api/v1/orders", order).WantCode(409, "PRESCRIPTION_REQUIRED")
}
