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

// fields returns the inputs of a page, as a browser without scripts would post them.
func fields(page string) url.Values {
	values := url.Values{}
	for _, element := range input.FindAllString(page, -1) {
		if isChoice := strings.Contains(element, `type="radio"`) || strings.Contains(element, `type="checkbox"`); isChoice &&
			!strings.Contains(element, " checked") {
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

// words returns the text of a page without its markup.
func words(page string) string {
	return space.ReplaceAllString(html.UnescapeString(tag.ReplaceAllString(page, " ")), " ")
}
