package account_test

import (
	"net/url"
	"strings"
	"testing"

	"acolhe/handlers/handlertest"
	"acolhe/models/platform/dbtest"
)

const (
	firefox = "Mozilla/5.0 (X11; Linux x86_64; rv:132.0) Gecko/20100101 Firefox/132.0"
	phone   = "Mozilla/5.0 (Linux; Android 16; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Mobile Safari/537.36"
)

// anaOn signs Ana in on the page with a browser.
func anaOn(t *testing.T, app *handlertest.App, browser string) *handlertest.Client {
	t.Helper()
	client := app.Nobody(t).With("User-Agent", browser)
	return keep(client, client.Form("/cadastro/entrar", url.Values{"email": {dbtest.Ana.Email}, "password": {dbtest.Password}}).Want(303))
}

// An associate sees the devices on which the account is open, and ends one, or all others; never those of another person.
func TestDevices(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t)
	desk, mobile, other := anaOn(t, app, firefox), anaOn(t, app, phone), anaOn(t, app, phone)
	joao := app.AsAssociate(t, dbtest.Joao)
	page := desk.GET("/cadastro/perfil/senha").Want(200)
	for _, want := range []string{"Firefox no Linux", "Chrome no Android", "Este aparelho", "rede da associação", "mesma rede de agora"} {
		if !strings.Contains(page.Words(), want) {
			t.Errorf("the page lacks %q: %s", want, page.Words())
		}
	}
	ends := page.HTML().Find("form[action$='/sair'][action^='/cadastro/perfil/aparelhos/']")
	action := ends.First().AttrOr("action", "")
	if ends.Length() != 3 || action == "/cadastro/perfil/aparelhos/sair" {
		t.Fatalf("%d forms, the first is %s", ends.Length(), action)
	}
	joao.Form(action, nil).Want(404)
	other.GET("/cadastro/perfil").Want(200)
	if at := desk.Form(action, nil).Want(303).Location(); at != "/cadastro/perfil/senha" {
		t.Errorf("leads to %s", at)
	}
	other.GET("/cadastro/perfil").Want(303)
	mobile.GET("/cadastro/perfil").Want(200)
	desk.Form(action, nil).Want(404)
	desk.Form("/cadastro/perfil/aparelhos/sair", nil).Want(303)
	mobile.GET("/cadastro/perfil").Want(303)
	desk.GET("/cadastro/perfil").Want(200)
	joao.GET("/cadastro/perfil").Want(200)
	if words := desk.GET("/cadastro/perfil/senha").Want(200).Words(); strings.Contains(words, "Sair de todos os outros") {
		t.Errorf("one device alone: %s", words)
	}
}

// A new device writes a letter to an associate, by page and by JSON alike. Its link ends every device, makes the password useless,
// notifies the administration and leads to a new password, once.
func TestNewDevice_Associate(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t)
	login := map[string]string{"email": dbtest.Ana.Email, "password": dbtest.Password}
	desk := anaOn(t, app, firefox)
	app.Nobody(t).With("User-Agent", firefox).POST("/api/v1/auth/associate/login", login).Want(200)
	if n := app.Count(t, "mails", "kind = 'new_device'"); n != 0 {
		t.Fatalf("%d letters about a known device", n)
	}
	thief := anaOn(t, app, phone)
	app.Nobody(t).With("User-Agent", "curl/8").POST("/api/v1/auth/associate/login", login).Want(200)
	letters := app.Letters(t)
	if len(letters) != 2 || letters[0].To != dbtest.Ana.Email || letters[0].Kind != "new_device" || letters[1].Kind != "new_device" {
		t.Fatalf("the letters are %+v", letters)
	}
	path := letters[0].Path
	page := app.Nobody(t).GET(path).Want(200)
	if words := page.Words(); !strings.Contains(words, "Chrome no Android") || strings.Contains(words, "senha e a segunda etapa") {
		t.Errorf("the page shows %s", words)
	}
	fields := url.Values{"token": {page.HTML().Find("input[name=token]").AttrOr("value", "")}}
	next := app.Nobody(t).Form("/nao-fui-eu", fields).Want(303).Location()
	if !strings.HasPrefix(next, "/cadastro/nova-senha?token=") {
		t.Fatalf("leads to %s", next)
	}
	for _, client := range []*handlertest.Client{desk, thief} {
		client.GET("/cadastro/perfil").Want(303)
	}
	app.Nobody(t).POST("/api/v1/auth/associate/login", login).WantCode(401, "INVALID_CREDENTIALS")
	app.Nobody(t).Form("/nao-fui-eu", fields).Want(400)
	form := app.Nobody(t).GET(next).Want(200)
	token := form.HTML().Find("input[name=token]").AttrOr("value", "")
	const fresh = "girassol de maio 27"
	app.Nobody(t).Form("/cadastro/nova-senha", url.Values{"token": {token}, "password": {fresh}}).Want(303)
	login["password"] = fresh
	app.Nobody(t).With("User-Agent", firefox).POST("/api/v1/auth/associate/login", login).Want(200)
	if app.Count(t, "security_events", "kind = 'login.denied' and subject = $1", dbtest.Ana.UserCode) != 1 ||
		app.Count(t, "mails", "kind = 'new_device_denied' and recipient = $1", dbtest.Camila.Email) != 1 {
		t.Error("the administration is not notified")
	}
}
