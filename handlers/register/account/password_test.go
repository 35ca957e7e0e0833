package account_test

import (
	"net/url"
	"strings"
	"testing"

	"acolhe/handlers/handlertest"
	"acolhe/models/platform/dbtest"
)

// An associate changes the password while signed in: the current one is asked for, all devices leave, a letter says so.
func TestChangePassword(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t)
	ana, phone := app.AsAssociate(t, dbtest.Ana), app.AsAssociate(t, dbtest.Ana)
	const fresh = "girassol de maio 27"
	wrong := ana.Form("/cadastro/perfil/senha", url.Values{"current": {"outra"}, "password": {fresh}}).Want(422)
	if !strings.Contains(wrong.Words(), "A senha não confere.") || strings.Contains(wrong.Body, fresh) {
		t.Errorf("it says %s", wrong.Words())
	}
	short := ana.Form("/cadastro/perfil/senha", url.Values{"current": {dbtest.Password}, "password": {"abc"}}).Want(422)
	if !strings.Contains(short.Words(), "A senha precisa de pelo menos 8 letras ou números.") {
		t.Errorf("it says %s", short.Words())
	}
	ana.Form("/cadastro/perfil/senha", url.Values{"current": {dbtest.Password}, "password": {fresh}}).Want(303)
	for _, device := range []*handlertest.Client{ana, phone} {
		if at := device.GET("/cadastro/perfil").Want(303).Location(); !strings.HasPrefix(at, "/cadastro/entrar") {
			t.Errorf("a device stays signed in: %s", at)
		}
	}
	app.Nobody(t).POST("/api/v1/auth/associate/login", map[string]string{"email": dbtest.Ana.Email, "password": dbtest.Password}).Want(401)
	app.Nobody(t).POST("/api/v1/auth/associate/login", map[string]string{"email": dbtest.Ana.Email, "password": fresh}).Want(200)
	if letters := app.Letters(t); len(letters) != 1 || letters[0].Kind != "password_changed" {
		t.Errorf("the letters are %+v", letters)
	}
}
