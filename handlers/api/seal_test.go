package api_test

import (
	"strings"
	"testing"

	"acolhe/handlers/handlertest"
	"acolhe/models/platform/dbtest"
)

const sealRoute = "/api/v1/admin/seal"

func TestSeal(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t)
	camila := app.As(t, dbtest.Camila)
	var first, second struct {
		Fingerprint string
		PEM         string
		IsOwn       bool `json:"is_own"`
	}
	answer := camila.GET(sealRoute).Want(200).Data(&first).Body
	if !first.IsOwn || !strings.HasPrefix(first.PEM, "-----BEGIN CERTIFICATE-----") || strings.Contains(answer, "PRIVATE") {
		t.Error(answer)
	}
	for _, wrong := range []body{{}, {"pkcs12": "!", "password": "x"}, {"pkcs12": "AAAA", "password": "x"}, {"pkcs12": 1}, {"pkcs12": nil}} {
		camila.JSON("PUT", sealRoute, wrong).WantCode(400, "VALIDATION_ERROR")
	}
	if camila.GET(sealRoute).Want(200).Data(&second); second != first {
		t.Errorf("%+v became %+v", first, second)
	}
	app.WithToken(t, "*").GET(sealRoute).Want(200)
}

func TestSeal_Roles(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t)
	for name, c := range map[string]struct {
		client *handlertest.Client
		want   int
	}{
		"reception": {app.As(t, dbtest.Bruno), 403}, "token": {app.WithToken(t, "doc_sign:write"), 403},
		"associate": {app.AsAssociate(t, dbtest.Ana), 401}, "nobody": {app.Nobody(t), 401},
	} {
		t.Run(name, func(t *testing.T) {
			c.client.GET(sealRoute).Want(c.want)
			c.client.JSON("PUT", sealRoute, body{"pkcs12": "AAAA", "password": "x"}).Want(c.want)
		})
	}
}
