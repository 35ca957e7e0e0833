package api_test

import (
	"flag"
	"log/slog"
	"maps"
	"math/rand/v2"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"testing"

	"github.com/PuerkitoBio/goquery"

	"acolhe/handlers"
	"acolhe/handlers/handlertest"
	"acolhe/models/platform/dbtest"
)

var walkForms = flag.Int("walk-forms", 1, "how often TestWalk_Forms sends each form")

// TestWalk_Forms opens every page, and sends each form on it with hostile values in fields that it really has: odd dates,
// numbers, texts, repeated and missing ones. None is answered with 5xx, or recorded as a failure of ours.
func TestWalk_Forms(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t, func(config *handlers.Config) { config.Log = slog.New(slog.DiscardHandler) })
	app.SeedSettings(t)
	random, sent := hostile{rand.New(rand.NewPCG(*walkSeed, 2))}, 0
	forms, camila := map[string]url.Values{}, app.As(t, dbtest.Camila)
	for _, route := range app.Routes {
		if route.Method != http.MethodGet || route.IsJSON() || strings.HasPrefix(route.Path, "/api/") || strings.Contains(route.Path, "ao-vivo") || strings.Contains(route.Path, "sair") {
			continue
		}
		address, client := sampleAddress(route.Path), camila
		if strings.HasPrefix(address, "/cadastro") {
			client = app.AsAssociate(t, dbtest.Ana)
		}
		page := client.GET(address)
		if page.StatusCode != http.StatusOK || !strings.HasPrefix(page.Header.Get("Content-Type"), "text/html") {
			continue
		}
		maps.Copy(forms, formsOf(page.HTML(), address))
	}
	for _, path := range slices.Sorted(maps.Keys(forms)) {
		client := camila
		if strings.HasPrefix(path, "/cadastro") {
			client = app.AsAssociate(t, dbtest.Ana)
		}
		for range *walkForms {
			sent++
			posted := random.spoil(forms[path])
			if answer := client.Form(path, posted); answer.StatusCode >= http.StatusInternalServerError && answer.StatusCode != http.StatusServiceUnavailable {
				t.Errorf("%s %s\n%.1000q", path, answer.Status, posted.Encode())
			}
		}
	}
	if found := app.Count(t, "system_errors", "true"); found > 0 || sent < 60 {
		t.Errorf("%d forms were sent, %d failures recorded", sent, found)
	}
}

// formsOf returns the fields of the forms of a page that post, by their address. Those that end the session are left out.
func formsOf(page *goquery.Document, address string) map[string]url.Values {
	found := map[string]url.Values{}
	page.Find("form[method=post]").Each(func(_ int, form *goquery.Selection) {
		action := form.AttrOr("action", address)
		if strings.HasSuffix(action, "/sair") || strings.Contains(action, "sessao") || strings.Contains(action, "senha") || !strings.HasPrefix(action, "/") {
			return
		}
		fields := url.Values{}
		form.Find("input[name], select[name], textarea[name], button[name]").Each(func(_ int, field *goquery.Selection) {
			fields.Add(field.AttrOr("name", ""), field.AttrOr("value", ""))
		})
		found[action] = fields
	})
	return found
}

// spoil replaces values of a form by hostile ones, and repeats or drops some.
func (h hostile) spoil(fields url.Values) url.Values {
	spoilt := url.Values{}
	for name, values := range fields {
		switch h.IntN(6) {
		case 0:
		case 1:
			spoilt[name] = values
		case 2:
			spoilt[name] = []string{h.text(), h.text()}
		default:
			spoilt.Set(name, h.text())
		}
	}
	return spoilt
}
