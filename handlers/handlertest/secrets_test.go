package handlertest

import (
	"fmt"
	"strings"
	"testing"

	"acolhe/models/platform/dbtest"
)

// reader replaces a test whose log is searched.
type reader struct {
	testing.TB
	failures []string
}

func (r *reader) Errorf(format string, arguments ...any) {
	r.failures = append(r.failures, fmt.Sprintf(format, arguments...))
}

func (r *reader) Error(arguments ...any) { r.failures = append(r.failures, fmt.Sprint(arguments...)) }

// A credential in the log is found in each form in which it was sent or received.
func TestSecrets_Found(t *testing.T) {
	t.Parallel()
	app := New(t)
	token := app.WithToken(t, "*")
	token.GET("/api/v1/orders").Want(200)
	camila := app.As(t, dbtest.Camila)
	camila.GET("/painel").Want(200)
	nobody := app.Nobody(t)
	nobody.POST("/api/v1/auth/login", `{"email":"who@acolhe.test","password":"in \"JSON\"","other":[{"account_password":"deep-inside"}]}`)
	nobody.Form("/entrar", map[string][]string{"password": {"in a form ção"}})
	nobody.GET("/entrar?token=in-the-query")
	app.Secret("from the test")

	for _, secret := range []string{
		token.headers[1], camila.Cookie("service_oss_session"), dbtest.Password, `in "JSON"`, `in \"JSON\"`, "deep-inside", "who@acolhe.test",
		"in a form ção", "in+a+form+%C3%A7%C3%A3o", "in-the-query", "from the test", dbtest.Ana.CPF, dbtest.Ana.FullName(), "$2a$12$dFNq",
	} {
		found := &reader{TB: t}
		app.secrets.mustNotBeIn(found, "first line\n"+`{"msg":"`+strings.TrimPrefix(secret, "Bearer ")+`"}`+"\nlast line")
		if len(found.failures) == 0 {
			t.Errorf("%q is not found in a log", secret)
		}
	}
	found := &reader{TB: t}
	app.secrets.mustNotBeIn(found, "a log of nothing but routes\n")
	if len(found.failures) > 0 {
		t.Errorf("found in an innocent log: %v", found.failures)
	}
}

// Addresses with a token are requested, sent as referrer, and fail.
func TestLog_NoTokensInAddresses(t *testing.T) {
	t.Parallel()
	app := New(t)
	const token = "dGhpcyBpcyBhIHRva2Vu"
	app.Secret(token)
	nobody := app.Nobody(t).With("Referer", app.URL+"/nova-senha?token="+token).With("X-Custom", token).With("User-Agent", token)
	for _, path := range []string{"/entrar?token=" + token, "/painel?volta=" + token, "/nowhere/" + token,
		"/api/v1/none/" + token + "?x=" + token,
		"/api/v1/orders?" + token + "=1", "/painel/pedidos/" + token} {
		nobody.GET(path)
		app.As(t, dbtest.Camila).With("Referer", token).GET(path)
	}
	nobody.JSON("DELETE", "/api/v1/auth/login?token="+token, token)
	nobody.POST("/api/v1/auth/login", `{"`+token+`":"`+token+`"}`).Want(400)
	if lines := strings.Count(app.Log.String(), `"msg":"request"`); lines < 20 {
		t.Errorf("the log holds %d lines, so it proves little", lines)
	}
}
