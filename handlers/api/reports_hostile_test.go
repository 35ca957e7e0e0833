package api_test

import (
	"encoding/json"
	"flag"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"acolhe/handlers"
	"acolhe/handlers/handlertest"
)

// personal are the data that may be nowhere in what is stored.
var personal = []string{"529.982.247-25", "52998224725", "maria.souza@exemplo.org.br", "(11) 91234-5678", "+5511912345678",
	"ac_0123456789ab_Zm9vYmFyYmF6cXV4Zm9vYmFyYmF6cXV4"}

var reportBodies = flag.Int("reports", 10_000, "number of bodies of TestReports_Hostile")

// Whatever strangers report, nothing answers 5xx, no personal data is stored and the tables stay within their bounds:
// 10,000 bodies, in the quick run 600, with `make hostile` 50,000.
func TestReports_Hostile(t *testing.T) {
	t.Parallel()
	bodies := *reportBodies
	if testing.Short() {
		bodies = 600
	}
	app := handlertest.New(t, func(config *handlers.Config) { config.TrustedProxies = []string{"127.0.0.1/32"} })
	nobody, h := app.Nobody(t), hostileReports{rand.New(rand.NewPCG(7, 11))}
	for i := range bodies {
		path := []string{ingestPath, "/api/v1/web-vitals"}[i%2]
		from := nobody.With("X-Forwarded-For", fmt.Sprintf("10.%d.%d.%d", i>>16&255, i>>8&255, i&255))
		answer := from.With("User-Agent", h.text()).With("Content-Type", []string{"application/json", "text/plain"}[h.IntN(2)]).
			POST(path, h.body(i%2 == 0))
		if answer.StatusCode >= 500 {
			t.Fatalf("body %d is answered by %d: %s", i, answer.StatusCode, answer.Body)
		}
	}
	for _, table := range []string{"system_errors", "system_error_groups", "system_error_releases", "system_error_hours", "web_vitals"} {
		var stored string
		if err := app.Pool.QueryRow(t.Context(), "select coalesce(string_agg(r::text, e'\\n'), '') from "+table+" r").Scan(&stored); err != nil {
			t.Fatal(err)
		}
		for _, secret := range personal {
			if at := strings.Index(stored, secret); at >= 0 {
				t.Errorf("%s is in %s: …%s…", secret, table, stored[max(0, at-200):min(len(stored), at+80)])
			}
		}
	}
	if groups, samples := app.Count(t, "system_error_groups", "true"), app.Count(t, "system_errors", "true"); groups > 2_002 ||
		samples > 50*groups || samples == 0 {
		t.Errorf("%d groups and %d samples", groups, samples)
	}
	if vitals := app.Count(t, "web_vitals", "true"); vitals == 0 {
		t.Error("no measurement was accepted")
	}
}

type hostileReports struct{ *rand.Rand }

// plain is a personal datum.
func (h hostileReports) plain() string { return personal[h.IntN(len(personal))] }

// text hides a personal datum somewhere in a text.
func (h hostileReports) text() string {
	around := []string{"", " ", "x", "Erro de ", "=", "&cpf=", "/", "https://a.org/x?y=", "at f (https://a.org/static/app.js:1:2) ", "\"",
		"%20", "token ", "}", "é", "0", "9", ":", ",", "[", "a.b"}
	return around[h.IntN(len(around))] + " " + h.plain() + " " + around[h.IntN(len(around))]
}

func (h hostileReports) value(depth int) any {
	switch h.IntN(9) {
	case 0:
		return nil
	case 1:
		return h.IntN(2) == 0
	case 2:
		return json.Number("52998224725")
	case 3:
		return json.Number("1e308")
	case 4:
		return strings.Repeat(h.text(), h.IntN(200))
	case 5:
		return []any{h.text(), depth}
	case 6:
		if depth < 12 {
			return map[string]any{h.text(): h.value(depth + 1), "n": h.value(depth + 1)}
		}
	}
	return h.text()
}

// body is a report with some members of wrong types, or something else altogether.
func (h hostileReports) body(isError bool) any {
	if h.IntN(25) == 0 {
		return []string{"", "{", "[]", "null", "1", `"x"`, "[[]]", `{"message":"\u0000"}`, `{"message":"\ud800"}`, strings.Repeat("[", 5000),
			"\xff\xfe"}[h.IntN(11)]
	}
	one := map[string]any{"message": h.text(), "stack": h.text() + "\n at " + h.text(), "url": h.text(), "release": h.plain(),
		"extra": map[string]any{"a": h.value(0), h.text(): h.value(0)}}
	if !isError {
		one = map[string]any{"id": h.text(), "name": []string{"LCP", "INP", "CLS", "FCP", "TTFB"}[h.IntN(5)], "value": h.Float64() * 5000,
			"path": "/" + h.text(), "navigationType": h.text(), "rating": h.text()}
	}
	if h.IntN(4) == 0 {
		names := []string{"message", "stack", "url", "release", "extra", "level", "id", "name", "value", "path", "delta", "unknown"}
		one[names[h.IntN(len(names))]] = h.value(0)
	}
	if h.IntN(3) == 0 {
		return []any{one, one}
	}
	return one
}
