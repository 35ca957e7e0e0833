package api_test

import (
	"cmp"
	"flag"
	"log/slog"
	"maps"
	"math/rand/v2"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"testing"
	"time"

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
	w := newFormWalk(t)
	for _, path := range slices.Sorted(maps.Keys(w.forms)) {
		for range *walkForms {
			w.send(t, path, w.random.spoil(w.forms[path]))
		}
	}
	w.requireNoFailure(t, 60)
}

// TestTool_WalkForms sends each hostile text in each field of each form, alone, as a browser does and as multipart, in any
// order and as far as its time allows. The log says how many requests that were.
func TestTool_WalkForms(t *testing.T) {
	t.Parallel()
	w := newFormWalk(t)
	type attempt struct{ path, field, text string }
	var attempts []attempt
	for path, fields := range w.forms {
		for field := range fields {
			for _, text := range hostileTexts {
				attempts = append(attempts, attempt{path, field, text})
			}
		}
	}
	slices.SortFunc(attempts, func(a, b attempt) int {
		return cmp.Or(strings.Compare(a.path, b.path), strings.Compare(a.field, b.field), strings.Compare(a.text, b.text))
	})
	w.random.Shuffle(len(attempts), func(i, j int) { attempts[i], attempts[j] = attempts[j], attempts[i] })
	deadline := time.Now().Add(2 * time.Minute)
	for _, a := range attempts {
		if time.Now().After(deadline) || t.Failed() {
			break
		}
		posted := maps.Clone(w.forms[a.path])
		posted[a.field] = []string{a.text}
		w.send(t, a.path, posted)
	}
	t.Logf("%d of %d requests to %d forms", w.sent, len(attempts), len(w.forms))
	w.requireNoFailure(t, min(1000, len(attempts)))
}

// formWalk is a server with the forms of its pages.
type formWalk struct {
	app         *handlertest.App
	camila, ana *handlertest.Client
	forms       map[string]url.Values
	random      hostile
	sent        int
}

func newFormWalk(t *testing.T) *formWalk {
	t.Helper()
	app := handlertest.New(t, func(config *handlers.Config) { config.Log = slog.New(slog.DiscardHandler) })
	app.SeedSettings(t)
	w := &formWalk{app: app, camila: app.As(t, dbtest.Camila), ana: app.AsAssociate(t, dbtest.Ana), forms: map[string]url.Values{},
		random: hostile{rand.New(rand.NewPCG(*walkSeed, 2))}}
	for _, route := range app.Routes {
		if route.Method != http.MethodGet || route.IsJSON() || strings.HasPrefix(route.Path, "/api/") ||
			strings.Contains(route.Path, "ao-vivo") || strings.Contains(route.Path, "sair") {
			continue
		}
		address := sampleAddress(route.Path)
		page := w.client(address).GET(address)
		if page.StatusCode != http.StatusOK || !strings.HasPrefix(page.Header.Get("Content-Type"), "text/html") {
			continue
		}
		maps.Copy(w.forms, formsOf(page.HTML(), address))
	}
	return w
}

func (w *formWalk) client(path string) *handlertest.Client {
	if strings.HasPrefix(path, "/cadastro") {
		return w.ana
	}
	return w.camila
}

// send posts a form, now and then as multipart.
func (w *formWalk) send(t *testing.T, path string, posted url.Values) {
	t.Helper()
	w.sent++
	answer := (*handlertest.Answer)(nil)
	if w.random.IntN(5) == 0 {
		fields := map[string]string{}
		for name, values := range posted {
			fields[name] = values[0]
		}
		answer = w.client(path).Upload(path, "a.csv", []byte("nome;valor\n"), fields)
	} else {
		answer = w.client(path).Form(path, posted)
	}
	if answer.StatusCode >= http.StatusInternalServerError && answer.StatusCode != http.StatusServiceUnavailable {
		t.Errorf("%s %s\n%.1000q", path, answer.Status, posted.Encode())
	}
}

func (w *formWalk) requireNoFailure(t *testing.T, least int) {
	t.Helper()
	if found := w.app.Count(t, "system_errors", "true"); found > 0 || w.sent < least {
		t.Errorf("%d forms were sent, %d failures recorded", w.sent, found)
	}
}

// formsOf returns the fields of the forms of a page that post, by their address. Those that end the session are left out.
func formsOf(page *goquery.Document, address string) map[string]url.Values {
	found := map[string]url.Values{}
	page.Find("form[method=post]").Each(func(_ int, form *goquery.Selection) {
		action := form.AttrOr("action", address)
		if strings.HasSuffix(action, "/sair") || strings.Contains(action, "sessao") || strings.Contains(action, "senha") ||
			!strings.HasPrefix(action, "/") {
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
