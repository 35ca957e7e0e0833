package api_test

import (
	"log/slog"
	"net/http"
	"regexp"
	"slices"
	"strings"
	"testing"

	"acolhe/handlers"
	"acolhe/handlers/handlertest"
	"acolhe/models/platform/dbtest"
	"acolhe/web"
)

// garbage are bodies of multipart/form-data with the boundary x that no browser sends.
var garbage = []string{
	"", "x", "--x", "--x--", "--x\r\n\r\n\r\n--x--\r\n", "--x\r\nno colon\r\n\r\n\x00\r\n--x--",
	"text before\r\n--x\r\nContent-Disposition: form-data; name=\"\xff\r\x00\"\r\n\r\n\xfe",
	"--x\r\nContent-Disposition: form-data; name=\"file\"; filename=\"a\x00.pdf\"\r\nContent-Transfer-Encoding: quoted-printable\r\n\r\n=ZZ=\r\n--x--\r\n",
	"--x\r\n" + strings.Repeat("A: b\r\n", 12_000) + "\r\n--x--\r\n",
}

// endsSession matches the routes after which the caller has to sign in again.
var endsSession = regexp.MustCompile("sair|logout|senha|sess|password|email")

// Every route that changes something, now and later, as a caller who passes its guard: without a body, with `{}` and with
// garbage as multipart/form-data, nothing is 5xx or recorded as a failure of ours. The optional members of JSON bodies are
// those of TestBodies_OptionalMembers.
func TestWalk_EveryRoute(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t, func(config *handlers.Config) { config.Log = slog.New(slog.DiscardHandler) })
	operator, associate := app.As(t, dbtest.Camila), app.AsAssociate(t, dbtest.Ana)
	sent, routes := 0, slices.Clone(app.Routes)
	slices.SortStableFunc(routes, func(a, b web.Route) int { return rankOf(a) - rankOf(b) })
	for i, route := range routes {
		if route.Method == http.MethodGet {
			continue
		}
		client := operator
		if strings.HasPrefix(route.Guard.String(), "associate") {
			client = associate
		}
		if rankOf(route) > 0 {
			client = callersOf(app, route)[0](t)
		}
		client = client.With("Sec-Fetch-Site", "same-origin")
		path := strings.Replace(sampleAddress(route.Path), ":collection", "tags", 1)
		for contentType, body := range map[string]string{"": "", "application/json": "{}",
			"multipart/form-data; boundary=x": garbage[i%len(garbage)]} {
			sent++
			answer := client.With("Content-Type", contentType).JSON(route.Method, path, body)
			isOff := answer.StatusCode == http.StatusServiceUnavailable && (!route.IsJSON() || strings.Contains(answer.Body, `"MODULE_DISABLED"`))
			if answer.StatusCode >= http.StatusInternalServerError && !isOff {
				t.Errorf("%s %s with %q %.200q: %d %.500s", route.Method, path, contentType, body, answer.StatusCode, answer.Body)
			}
		}
	}
	if found := app.Count(t, "system_errors", "true"); found > 0 || sent < 600 {
		t.Errorf("%d requests were sent, %d failures recorded", sent, found)
	}
	t.Logf("%d requests", sent)
}

// rankOf puts the routes that end the session last.
func rankOf(route web.Route) int {
	if endsSession.MatchString(route.Path) {
		return 1
	}
	return 0
}
