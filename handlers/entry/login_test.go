package entry_test

import (
	"net/url"
	"regexp"
	"strings"
	"testing"

	"acolhe/handlers/handlertest"
	"acolhe/models/platform/dbtest"
)

func TestLogin_Form(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t)
	nobody := app.Nobody(t)
	if page := nobody.GET("/entrar?volta=/painel/pedidos").Want(200); !strings.Contains(page.Body, `value="/painel/pedidos"`) {
		t.Error("the way back is not in the form")
	}
	refused := nobody.Form("/entrar", url.Values{"email": {dbtest.Bruno.Email}, "password": {"errada"}}).Want(422)
	if !strings.Contains(refused.Body, `value="`+dbtest.Bruno.Email+`"`) || !strings.Contains(refused.Body, "incorretos") ||
		strings.Contains(refused.Body, "errada") {
		t.Errorf("redrawn as %s", refused.Body)
	}
	for back, want := range map[string]string{
		"/painel/pedidos?q=x": "/painel/pedidos?q=x", "": "/painel", "https://evil.example": "/painel", "//evil.example": "/painel",
		"///evil.example": "/painel",
		`/\evil.example`:  "/painel", "javascript:alert(1)": "/painel", "painel": "/painel",
	} {
		answer := nobody.Form("/entrar", url.Values{"email": {dbtest.Bruno.Email}, "password": {dbtest.Password}, "volta": {back}}).Want(303)
		if answer.Location() != want || answer.Header.Get("Set-Cookie") == "" {
			t.Errorf("%q leads to %q, want %q", back, answer.Location(), want)
		}
	}
	app.As(t, dbtest.Bruno).GET("/entrar").Want(303)
}

func TestLogin_RedirectsToRequestedPage(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t)
	for name, c := range map[string]struct {
		who        dbtest.Operator
		back, want string
	}{
		"staff":                      {dbtest.Bruno, "", "/painel"},
		"staff back":                 {dbtest.Bruno, "/painel/pedidos?q=x", "/painel/pedidos?q=x"},
		"staff to another site":      {dbtest.Bruno, "//evil.example", "/painel"},
		"professional":               {dbtest.Renata, "", "/portal"},
		"professional to the panel":  {dbtest.Renata, "/painel", "/portal"},
		"administrator to the admin": {dbtest.Camila, "/admin/operadores", "/admin/operadores"},
	} {
		answer := app.Nobody(t).Form("/entrar", url.Values{"email": {c.who.Email}, "password": {dbtest.Password}, "volta": {c.back}}).Want(303)
		if answer.Location() != c.want || len(answer.Cookies()) != 1 {
			t.Errorf("%s: sent to %q with %v, want %q", name, answer.Location(), answer.Cookies(), c.want)
		}
	}
	for who, want := range map[dbtest.Operator]string{dbtest.Bruno: "/painel", dbtest.Renata: "/portal"} {
		client := app.As(t, who)
		if got := client.GET("/").Want(303).Location(); got != want {
			t.Errorf("the start leads %s to %s, want %s", who.Name, got, want)
		}
		if got := client.GET("/entrar").Want(303).Location(); got != want {
			t.Errorf("the login page leads %s to %s, want %s", who.Name, got, want)
		}
	}
	if words := app.Nobody(t).GET("/").Want(200).Words(); !strings.Contains(words, "Sou associado") ||
		!strings.Contains(words, "Sou profissional") || !strings.Contains(words, "Sou da equipe") {
		t.Errorf("the start shows nobody %s", words)
	}
}

func TestLogin_RateLimited(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t)
	wrong := url.Values{"email": {dbtest.Bruno.Email}, "password": {"errada"}}
	for range 5 {
		app.Nobody(t).Form("/entrar", wrong).Want(422)
	}
	page := app.Nobody(t).Form("/entrar", wrong).Want(429)
	if !regexp.MustCompile(`Tente de novo em [45] min\.`).MatchString(page.Words()) || page.Header.Get("Retry-After") == "" {
		t.Errorf("Retry-After %q on %s", page.Header.Get("Retry-After"), page.Words())
	}
	if !strings.Contains(page.Body, `value="`+dbtest.Bruno.Email+`"`) || strings.Contains(page.Body, "errada") {
		t.Error("the form does not hold the address alone")
	}
}
