package owndata_test

import (
	"net/url"
	"strings"
	"testing"

	"acolhe/handlers/handlertest"
	"acolhe/models/platform/dbtest"
)

// An associate with a password proves with it; one without gets the field of a code only once a code was sent.
func TestProve(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t)
	joao := app.AsAssociate(t, dbtest.Joao)
	const erase = "/cadastro/perfil/meus-dados/apagar"
	if body := joao.GET(erase).Want(200).Body; !strings.Contains(body, `name="password"`) || !strings.Contains(body, "usar um código") {
		t.Error("an associate with a password does not need it")
	}
	app.Exec(t, "update users set account_password = null where id = $1", dbtest.Joao.ID)
	if body := joao.GET(erase).Want(200).Body; strings.Contains(body, `name="code"`) || strings.Contains(body, "Pedir para apagar") ||
		!strings.Contains(body, "Enviar um código") {
		t.Error("a code is needed before one was sent")
	}
	at := joao.Form("/cadastro/perfil/meus-dados/codigo", url.Values{"volta": {erase}}).Want(303).Location()
	if body := joao.GET(at).Want(200).Body; !strings.Contains(body, `name="code"`) || !strings.Contains(body, "Enviar outro código") {
		t.Error("the code that was sent is not needed")
	}
	joao.Form(erase, url.Values{"codigo": {"1"}, "code": {app.Code(t)}}).Want(303)
	if asked := app.Count(t, "privacy_requests", "kind = 'erase'"); asked != 1 {
		t.Errorf("%d requests are stored", asked)
	}
}
