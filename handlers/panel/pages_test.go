package panel_test

import (
	"html"
	"net/url"
	"regexp"
	"strings"
	"testing"

	"acolhe/handlers/handlertest"
	"acolhe/models/platform/dbtest"
)

func TestLoginPage(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t)
	nobody := app.Nobody(t)
	if page := nobody.GET("/entrar?volta=/painel/pedidos").Want(200); !strings.Contains(page.Body, `value="/painel/pedidos"`) {
		t.Error("the way back is not in the form")
	}
	refused := nobody.Form("/entrar", url.Values{"email": {dbtest.Bruno.Email}, "password": {"errada"}}).Want(422)
	if !strings.Contains(refused.Body, `value="`+dbtest.Bruno.Email+`"`) || !strings.Contains(refused.Body, "não conferem") || strings.Contains(refused.Body, "errada") {
		t.Errorf("redrawn as %s", refused.Body)
	}
	for back, want := range map[string]string{
		"/painel/pedidos?q=x": "/painel/pedidos?q=x", "": "/painel", "https://evil.example": "/painel", "//evil.example": "/painel", "///evil.example": "/painel",
		`/\evil.example`: "/painel", "javascript:alert(1)": "/painel", "painel": "/painel",
	} {
		answer := nobody.Form("/entrar", url.Values{"email": {dbtest.Bruno.Email}, "password": {dbtest.Password}, "volta": {back}}).Want(303)
		if answer.Location() != want || answer.Header.Get("Set-Cookie") == "" {
			t.Errorf("%q leads to %q, want %q", back, answer.Location(), want)
		}
	}
	app.As(t, dbtest.Bruno).GET("/entrar").Want(303)
}

func TestErrorPage(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t)
	if page := app.As(t, dbtest.Renata).GET("/painel").Want(403).Body; !strings.Contains(page, "Sem acesso") {
		t.Error("a professional gets no explanation")
	}
	if page := app.Nobody(t).GET("/nada").Want(404).Body; !strings.Contains(page, "Não encontrado") {
		t.Error("an unknown address gets no explanation")
	}
	app.As(t, dbtest.Fernando).GET("/painel/pedidos/novo").Want(403)
	part := app.As(t, dbtest.Bruno).With("HX-Request", "true").GET("/painel/pedidos/999").Want(404)
	if part.Header.Get("HX-Retarget") != "#avisos" || strings.Contains(part.Body, "<html") {
		t.Errorf("htmx got %v %s", part.Header, part.Body)
	}
}

var (
	input = regexp.MustCompile(`<input[^>]*>`)
	name  = regexp.MustCompile(`\bname="([^"]*)"`)
	value = regexp.MustCompile(`\bvalue="([^"]*)"`)
	tag   = regexp.MustCompile(`(?s)<(script|style|svg).*?</(script|style|svg)>|<[^>]*>`)
	space = regexp.MustCompile(`[\s\x{a0}]+`)
)

// fields reads the inputs of a page, as a browser without scripts would post them.
func fields(page string) url.Values {
	values := url.Values{}
	for _, element := range input.FindAllString(page, -1) {
		if strings.Contains(element, `type="radio"`) && !strings.Contains(element, " checked") {
			continue
		}
		if found := name.FindStringSubmatch(element); found != nil {
			typed := ""
			if v := value.FindStringSubmatch(element); v != nil {
				typed = html.UnescapeString(v[1])
			}
			values.Set(html.UnescapeString(found[1]), typed)
		}
	}
	return values
}

// words is what a page says, without its markup.
func words(page string) string {
	return space.ReplaceAllString(html.UnescapeString(tag.ReplaceAllString(page, " ")), " ")
}
