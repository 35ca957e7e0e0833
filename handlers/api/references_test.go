package api_test

import (
	"testing"

	"acolhe/handlers/handlertest"
	"acolhe/models/platform/dbtest"
)

// A script may refer to rows that it may not read: a shop places orders without reading associates.
func TestScopes_ReferToUnreadableRows(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t)
	byID := anOrder(body{"user": dbtest.Ana.ID})
	delete(byID, "user_code")
	for name, c := range map[string]struct {
		scope, path string
		sent        body
	}{
		"order by code":               {"items:orders:write", "/api/v1/orders", anOrder(nil)},
		"order by id":                 {"items:orders:write", "/api/v1/orders", byID},
		"service with a patient":      {"items:services:write", services, aService(nil)},
		"reception by code":           {"items:reception:write", "/api/v1/items/reception", body{"associate_code": dbtest.Carla.UserCode}},
		"reception, e-mail is linked": {"items:reception:write", "/api/v1/items/reception", body{"email": dbtest.Carla.Email}},
	} {
		token := app.WithToken(t, c.scope)
		token.GET("/api/v1/items/users/1").WantCode(403, "FORBIDDEN")
		token.POST(c.path, c.sent).Want(201)
		if t.Failed() {
			t.Fatal(name)
		}
	}
	if app.Count(t, "orders", "user_code = $1", dbtest.Ana.UserCode) < 3 {
		t.Error("the orders are not Ana's")
	}
	if items := app.Count(t, "reception", "associate_code = $1", dbtest.Carla.UserCode); items != 2 {
		t.Errorf("%d items are Carla’s", items)
	}
}
