package entry_test

import (
	"net/url"
	"strings"
	"testing"

	"acolhe/handlers/handlertest"
	"acolhe/models/platform/dbtest"
)

// signInFrom signs Bruno in with a browser.
func signInFrom(t *testing.T, app *handlertest.App, browser string) *handlertest.Client {
	t.Helper()
	client := app.Nobody(t).With("User-Agent", browser)
	in := client.POST("/api/v1/auth/login", map[string]string{"email": dbtest.Bruno.Email, "password": dbtest.Password}).Want(200)
	return client.WithCookie(in.Cookies()[0].Name, in.Cookies()[0].Value)
}

const (
	firefox = "Mozilla/5.0 (X11; Linux x86_64; rv:132.0) Gecko/20100101 Firefox/132.0"
	chrome  = "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Safari/537.36"
)

// The first sign-in and those at known devices write nothing; a new device writes a letter. Its link shows the sign-in, and a POST
// ends all devices, makes the password useless, notifies the administration and sets a new one, once.
func TestNewDevice_Denied(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t)
	desk := signInFrom(t, app, firefox)
	signInFrom(t, app, firefox)
	if n := app.Count(t, "mails", "kind = 'new_device'"); n != 0 {
		t.Fatalf("%d letters about a known device", n)
	}
	thief := signInFrom(t, app, chrome)
	letters := app.Letters(t)
	letter := letters[len(letters)-1]
	path := letter.Path
	if letter.To != dbtest.Bruno.Email || !strings.HasPrefix(path, "/nao-fui-eu?token=") {
		t.Fatalf("the letter is %+v", letter)
	}
	camila := app.As(t, dbtest.Camila)
	attention := func() string {
		return camila.GET("/admin/seguranca").Want(200).HTML().Find("section:contains('Pedem atenção')").Text()
	}
	if words := attention(); !strings.Contains(words, "Bruno Acioli entrou num aparelho novo") || !strings.Contains(words, "só com senha") {
		t.Errorf("what needs attention is %q", words)
	}
	app.Exec(t, `update security_events set details = '{"confirmed": true}' where kind = 'login.new_device'`)
	if words := attention(); strings.Contains(words, "aparelho novo") {
		t.Errorf("a new device with the second step needs attention: %q", words)
	}
	nobody := app.Nobody(t)
	page := nobody.GET(path).Want(200)
	if words := page.Words(); !strings.Contains(words, "Chrome no Windows") || !strings.Contains(words, "só com a senha") {
		t.Errorf("the page shows %s", words)
	}
	thief.GET("/api/v1/auth/me").Want(200)
	nobody.GET("/nao-fui-eu?token=x").Want(400)
	nobody.Form("/nao-fui-eu", url.Values{"token": {"x"}}).Want(400)
	fields := hidden(page)
	next := nobody.Form("/nao-fui-eu", fields).Want(303).Location()
	if !strings.HasPrefix(next, "/nova-senha?token=") {
		t.Fatalf("leads to %s", next)
	}
	for _, client := range []*handlertest.Client{thief, desk} {
		client.GET("/api/v1/auth/me").WantCode(401, "UNAUTHORIZED")
	}
	login := map[string]string{"email": dbtest.Bruno.Email, "password": dbtest.Password}
	nobody.POST("/api/v1/auth/login", login).WantCode(401, "INVALID_CREDENTIALS")
	nobody.GET(path).Want(400)
	nobody.Form("/nao-fui-eu", fields).Want(400)
	form := hidden(nobody.GET(next).Want(200))
	form.Set("password", "Outra-Senha-Longa-7")
	nobody.Form("/nova-senha", form).Want(303)
	login["password"] = "Outra-Senha-Longa-7"
	nobody.POST("/api/v1/auth/login", login).Want(200)
	if app.Count(t, "security_events", "kind = 'login.denied' and subject = $1", dbtest.Bruno.UserCode) != 1 ||
		app.Count(t, "mails", "kind = 'new_device_denied' and recipient = $1", dbtest.Camila.Email) != 1 {
		t.Error("the administration is not notified")
	}
}

// hidden returns the hidden fields of a page's form.
func hidden(page *handlertest.Answer) url.Values {
	fields := url.Values{}
	for _, field := range page.HTML().Find("form input[type=hidden]").EachIter() {
		fields.Set(field.AttrOr("name", ""), field.AttrOr("value", ""))
	}
	return fields
}

// The link works for 24 hours.
func TestNewDevice_Expired(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t)
	signInFrom(t, app, firefox)
	signInFrom(t, app, chrome)
	letters := app.Letters(t)
	app.Exec(t, "update device_letters set expires_at = now()")
	app.Nobody(t).GET(letters[len(letters)-1].Path).Want(400)
}
