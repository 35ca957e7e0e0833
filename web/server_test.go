package web

import (
	"bytes"
	"compress/gzip"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"
	"time"

	"github.com/a-h/templ"
	"github.com/alexedwards/scs/v2/memstore"
	"github.com/andybalholm/brotli"
	"github.com/jackc/pgx/v5/pgconn"

	"acolhe/models/platform/ratelimit"
	"acolhe/models/sessions"
	"acolhe/models/types/access"
	"acolhe/models/types/auth"
	"acolhe/models/types/errs"
)

type note struct {
	Text string `json:"text"`
}

// testServer is a server with a few routes that fail in every possible way.
type testServer struct {
	*httptest.Server
	log *bytes.Buffer
}

// memorySessions keeps sessions in memory.
type memorySessions struct{ *memstore.MemStore }

func (s memorySessions) FindLive(_ context.Context, token string) (sessions.Live, error) {
	raw, found, err := s.Find(token)
	if err != nil || !found {
		return sessions.Live{}, err
	}
	expires, values, err := sessions.Codec{}.Decode(raw)
	by, _ := values[personKey].(auth.Caller)
	return sessions.Live{By: by, Expires: expires, Used: time.Now()}, err
}

func serve(t *testing.T, change func(*Config), routes ...Route) testServer {
	t.Helper()
	for i, route := range routes {
		if route.quota == nil {
			routes[i] = route.StoresNothing()
		}
	}
	base, _ := url.Parse("http://127.0.0.1")
	var log bytes.Buffer
	config := Config{
		BaseURL: base, Log: slog.New(slog.NewJSONHandler(&log, nil)), Now: time.Now,
		OperatorSessions: memorySessions{memstore.New()}, AssociateSessions: memorySessions{memstore.New()}, SessionCodec: sessions.Codec{},
		AllowRate: func(context.Context, ratelimit.Rule, string, time.Time) error { return nil },
		TakeQuota: func(context.Context, ratelimit.Quota, string, int64, time.Time) (int, func(context.Context) error, error) {
			return 1, func(context.Context) error { return nil }, nil
		},
		FindToken: func(context.Context, string, time.Time) (auth.Caller, error) {
			return auth.Caller{}, errs.Unauthenticated("Token inválido.")
		},
		ErrorPage: func(_ *Request, status int, refusal *errs.Error) templ.Component {
			return templ.Raw(fmt.Sprintf("<h1>%d %s</h1>", status, refusal.Message))
		},
		SignInPage: func(r *Request) (templ.Component, error) {
			if r.IsScripted() {
				return templ.Raw("<dialog>Entre de novo.</dialog>"), nil
			}
			return nil, nil
		},
		Static: http.NotFoundHandler(),
	}
	if change != nil {
		change(&config)
	}
	server, err := New(config, routes)
	if err != nil {
		t.Fatal(err)
	}
	listening := httptest.NewServer(server)
	t.Cleanup(listening.Close)
	return testServer{listening, &log}
}

// A request has the time of the clock as PostgreSQL keeps it, so that a write answers what is read later.
func TestRequest_NowAsStored(t *testing.T) {
	now := time.Date(2026, 11, 28, 12, 0, 0, 123456789, time.FixedZone("", -3*60*60))
	server := serve(t, func(c *Config) { c.Now = func() time.Time { return now } },
		GET("/api/v1/now", Public(), func(r *Request, _ None) (note, error) { return note{Text: r.Now.Format(time.RFC3339Nano)}, nil }))
	if _, body := server.send(t, "GET", "/api/v1/now", ""); !strings.Contains(body, "2026-11-28T15:00:00.123456Z") {
		t.Error(body)
	}
}

func (s testServer) send(t *testing.T, method, path, body string, headers ...string) (*http.Response, string) {
	t.Helper()
	request, err := http.NewRequest(method, s.URL+path, strings.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	request.Header.Set("Accept-Encoding", "identity")
	for i := 0; i < len(headers); i += 2 {
		request.Header.Set(headers[i], headers[i+1])
	}
	client := http.Client{CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}
	response, err := client.Do(request)
	if err != nil {
		t.Fatal(err)
	}
	defer response.Body.Close()
	answered, err := io.ReadAll(response.Body)
	if err != nil {
		t.Fatal(err)
	}
	return response, string(answered)
}

func echo(_ *Request, in note) (note, error)  { return in, nil }
func fails(_ *Request, _ None) (note, error)  { return note{}, errors.New("secret column detail") }
func panics(_ *Request, _ None) (note, error) { panic("secret panic") }
func unwritable(_ *Request, _ None) ([]time.Time, error) {
	return []time.Time{time.Date(10_000, 1, 1, 0, 0, 0, 0, time.UTC)}, nil
}
func long(_ *Request, _ None) (note, error) { return note{strings.Repeat("ação ", 1000)}, nil }
func limited(_ *Request, _ None) (note, error) {
	return note{}, &errs.Error{Kind: errs.KindRateLimited, Code: errs.CodeRateLimited, Message: "Muitas tentativas.",
		RetryAfter: 1500 * time.Millisecond}
}
func brokenPage(*Request) error { return errors.New("secret column detail") }

func testRoutes() []Route {
	return []Route{
		POST("/api/v1/echo", Public(), echo),
		GET("/api/v1/fails", Public(), fails),
		GET("/api/v1/panics", Public(), panics),
		GET("/api/v1/unwritable", Public(), unwritable),
		GET("/api/v1/long", Public(), long),
		GET("/api/v1/limited", Public(), limited),
		GET("/api/v1/private", Operator(), long),
		Page("/painel", Staff(), brokenPage), Form("/painel", Staff(), brokenPage),
		Page("/broken", Public(), brokenPage),
	}
}

func TestFailure_EnvelopeUnderTheAPI(t *testing.T) {
	server := serve(t, nil, testRoutes()...)
	const js = "application/json"
	for name, c := range map[string]struct {
		method, path, body, contentType string
		status                          int
		code                            string
	}{
		"unknown route":     {"GET", "/api/v1/none", "", "", 404, "NOT_FOUND"},
		"the prefix itself": {"GET", "/api/v1", "", "", 404, "NOT_FOUND"},
		"wrong method":      {"DELETE", "/api/v1/echo", "", "", 405, "METHOD_NOT_ALLOWED"},
		"odd method":        {"BREW", "/api/v1/echo", "", "", 405, "METHOD_NOT_ALLOWED"},
		"malformed":         {"POST", "/api/v1/echo", "{", js, 400, "VALIDATION_ERROR"},
		"wrong type":        {"POST", "/api/v1/echo", "{}", "text/plain", 415, "UNSUPPORTED_MEDIA_TYPE"},
		"no type":           {"POST", "/api/v1/echo", "{}", "", 415, "UNSUPPORTED_MEDIA_TYPE"},
		"too large":         {"POST", "/api/v1/echo", `{"text":"` + strings.Repeat("x", maxPublicBytes) + `"}`, js, 413, "PAYLOAD_TOO_LARGE"},
		"no session":        {"GET", "/api/v1/private", "", "", 401, "UNAUTHORIZED"},
		"unexpected":        {"GET", "/api/v1/fails", "", "", 500, "INTERNAL_ERROR"},
		"panic":             {"GET", "/api/v1/panics", "", "", 500, "INTERNAL_ERROR"},
		"unwritable":        {"GET", "/api/v1/unwritable", "", "", 500, "INTERNAL_ERROR"},
		"rate limited":      {"GET", "/api/v1/limited", "", "", 429, "RATE_LIMITED"},
	} {
		t.Run(name, func(t *testing.T) {
			response, body := server.send(t, c.method, c.path, c.body, "Content-Type", c.contentType)
			var answer envelope
			if err := json.Unmarshal([]byte(body), &answer); err != nil {
				t.Fatalf("%s: %v", body, err)
			}
			if response.StatusCode != c.status || answer.Data != nil || answer.Meta != nil || len(answer.Errors) == 0 ||
				answer.Errors[0].Code != c.code {
				t.Errorf("%d %s, want %d %s", response.StatusCode, body, c.status, c.code)
			}
			id := response.Header.Get("X-Request-Id")
			if strings.Contains(body, "secret") || id == "" || c.status == 500 && !strings.Contains(body, id) {
				t.Errorf("%s with request id %q", body, id)
			}
		})
	}
	if response, _ := server.send(t, "GET", "/api/v1/limited", ""); response.Header.Get("Retry-After") != "2" {
		t.Errorf("Retry-After is %q, want 1.5 s rounded up", response.Header.Get("Retry-After"))
	}
}

// An answer of 5xx is reported with its route, its cause and the stack of a panic; a refusal is not.
func TestFailure_Reported(t *testing.T) {
	var reported []Failure
	server := serve(t, func(config *Config) {
		config.Report = func(_ context.Context, failure Failure) { reported = append(reported, failure) }
	}, testRoutes()...)
	for _, path := range []string{"/api/v1/panics", "/api/v1/missing"} {
		server.send(t, "GET", path, "")
	}
	if len(reported) != 1 || reported[0].Message != "panic: secret panic" || reported[0].Route != "GET /api/v1/panics" ||
		!strings.Contains(reported[0].Stack, "web.panics") ||
		reported[0].RequestID == "" {
		t.Errorf("reported %+v", reported)
	}
}

// A failure that says that the database is gone is not reported, since the report would wait for that database; one of a
// statement that took too long is.
func TestFailure_DatabaseGone(t *testing.T) {
	var reported []Failure
	fail := func(code string) func(*Request) error {
		return func(*Request) error { return errs.Unavailable(&pgconn.PgError{Code: code}) }
	}
	server := serve(t, func(config *Config) {
		config.Report = func(_ context.Context, failure Failure) { reported = append(reported, failure) }
	}, Page("/gone", Public(), fail("08P01")), Page("/slow", Public(), fail("57014")))
	for _, path := range []string{"/gone", "/slow"} {
		if response, _ := server.send(t, "GET", path, ""); response.StatusCode != http.StatusServiceUnavailable {
			t.Errorf("%s: %s", path, response.Status)
		}
	}
	if len(reported) != 1 || reported[0].Route != "GET /slow" {
		t.Errorf("reported %+v", reported)
	}
}

func TestFailure_RequestIDInAnswerCauseInLog(t *testing.T) {
	server := serve(t, nil, testRoutes()...)
	_, body := server.send(t, "GET", "/broken?secret=1", "", "X-Request-Id", "support-1234")
	if !strings.Contains(body, "support-1234") || !strings.Contains(server.log.String(), "secret column detail") {
		t.Errorf("answered %s, logged %s", body, server.log)
	}
	if strings.Contains(server.log.String(), "secret=1") {
		t.Errorf("the query is in the log: %s", server.log)
	}
	for _, odd := range []string{"short", strings.Repeat("x", 65), "with space x", "<script>alert", "529.982.247-25", "52998224725",
		"11987654321", "acolhe_k3J9xQ2mZ8pL5vT7wR1yB4nC6dF0gH"} {
		response, _ := server.send(t, "GET", "/broken", "", "X-Request-Id", odd)
		if response.Header.Get("X-Request-Id") == odd || strings.Contains(server.log.String(), odd) {
			t.Errorf("the request id %q was kept", odd)
		}
	}
	for _, good := range []string{"7f3a91c2-6c1e-7c40-9d0b-5b2e7a41c9d7", "4bf92f3577b34da6a3ce929d0e0e4736", "load.balancer_1"} {
		if response, _ := server.send(t, "GET", "/healthz", "", "X-Request-Id", good); response.Header.Get("X-Request-Id") != good {
			t.Errorf("the request id %q was not kept", good)
		}
	}
}

func TestFailure_PageOrAlert(t *testing.T) {
	server := serve(t, nil, testRoutes()...)
	response, body := server.send(t, "GET", "/broken", "")
	if response.StatusCode != 500 || !strings.HasPrefix(body, "<h1>500") || strings.Contains(body, "secret") {
		t.Errorf("a page got %d %s", response.StatusCode, body)
	}
	response, _ = server.send(t, "GET", "/broken", "", "HX-Request", "true")
	if response.Header.Get("HX-Retarget") != "#avisos" {
		t.Errorf("htmx got %v", response.Header)
	}
	response, _ = server.send(t, "GET", "/painel?q=1", "")
	if response.StatusCode != 303 || response.Header.Get("Location") != "/entrar?volta=%2Fpainel%3Fq%3D1" {
		t.Errorf("a stranger got %d %v", response.StatusCode, response.Header)
	}
	response, body = server.send(t, "GET", "/painel", "", "HX-Request", "true")
	if response.StatusCode != 401 || body != "<dialog>Entre de novo.</dialog>" {
		t.Errorf("htmx got %d %s", response.StatusCode, body)
	}
	response, _ = server.send(t, "POST", "/painel", "", "Referer", server.URL+"/painel/pedidos")
	if response.StatusCode != 303 || response.Header.Get("Location") != "/entrar?volta=%2Fpainel%2Fpedidos" {
		t.Errorf("a form of a stranger got %d %v", response.StatusCode, response.Header)
	}
}

func TestHeaders_Security(t *testing.T) {
	server := serve(t, func(c *Config) { c.Production = true }, testRoutes()...)
	for _, path := range []string{"/healthz", "/broken", "/api/v1/fails", "/none", "/static/none.css", "/favicon.ico"} {
		response, _ := server.send(t, "GET", path, "")
		for header, want := range map[string]string{
			"Content-Security-Policy": "script-src 'self'", "X-Content-Type-Options": "nosniff", "X-Frame-Options": "DENY",
			"Strict-Transport-Security": "max-age=", "Referrer-Policy": "same-origin",
			"Cross-Origin-Opener-Policy": "same-origin", "Cross-Origin-Resource-Policy": "same-origin", "Permissions-Policy": "camera=(self)",
		} {
			if !strings.Contains(response.Header.Get(header), want) {
				t.Errorf("%s: %s is %q", path, header, response.Header.Get(header))
			}
		}
		if strings.Contains(response.Header.Get("Content-Security-Policy"), "unsafe") {
			t.Error("the policy allows something unsafe")
		}
	}
}

func TestProtect_OtherSitesCannotWrite(t *testing.T) {
	server := serve(t, nil, testRoutes()...)
	for name, c := range map[string]struct {
		headers []string
		status  int
	}{
		"a script":    {nil, 200},
		"own page":    {[]string{"Sec-Fetch-Site", "same-origin"}, 200},
		"other site":  {[]string{"Sec-Fetch-Site", "cross-site"}, 403},
		"subdomain":   {[]string{"Sec-Fetch-Site", "same-site"}, 403},
		"old browser": {[]string{"Origin", "https://evil.example"}, 403},
	} {
		response, _ := server.send(t, "POST", "/api/v1/echo", `{"text":"x"}`, append(c.headers, "Content-Type", "application/json")...)
		if response.StatusCode != c.status {
			t.Errorf("%s: %d, want %d", name, response.StatusCode, c.status)
		}
	}
}

func TestWrite_Compression(t *testing.T) {
	server := serve(t, nil, testRoutes()...)
	_, plain := server.send(t, "GET", "/api/v1/long", "")
	for accept, unpack := range map[string]func(io.Reader) io.Reader{
		"br, gzip": func(r io.Reader) io.Reader { return brotli.NewReader(r) },
		"gzip":     func(r io.Reader) io.Reader { unpacked, _ := gzip.NewReader(r); return unpacked },
	} {
		response, packed := server.send(t, "GET", "/api/v1/long", "", "Accept-Encoding", accept)
		unpacked, err := io.ReadAll(unpack(strings.NewReader(packed)))
		if err != nil || string(unpacked) != plain || len(packed) >= len(plain) {
			t.Errorf("%s as %s: %d bytes, %v", accept, response.Header.Get("Content-Encoding"), len(packed), err)
		}
	}
	if response, _ := server.send(t, "GET", "/api/v1/long", "", "Accept-Encoding", "br;q=0"); response.Header.Get("Content-Encoding") != "" {
		t.Error("brotli was sent to a caller who refuses it")
	}
}

func TestServer_HEAD(t *testing.T) {
	server := serve(t, nil, testRoutes()...)
	response, body := server.send(t, "HEAD", "/api/v1/long", "")
	if response.StatusCode != 200 || body != "" || response.Header.Get("Content-Length") == "" {
		t.Errorf("%d, %d bytes, %v", response.StatusCode, len(body), response.Header)
	}
}

// A HEAD of a stream of events ends at once, so that the connection can be used again.
func TestEvents_HEAD(t *testing.T) {
	silent := make(chan struct{})
	server := serve(t, nil, Page("/live", Public(), func(r *Request) error { return r.Events("change", silent) }))
	for range 2 {
		if response, body := server.send(t, "HEAD", "/live", ""); response.StatusCode != 200 || body != "" ||
			response.Header.Get("Content-Type") != "text/event-stream" {
			t.Errorf("%d %q, %v", response.StatusCode, body, response.Header)
		}
	}
}

func TestReady_DependencyDown(t *testing.T) {
	down := errors.New("secret column detail")
	server := serve(t, func(c *Config) {
		c.Ready = []Part{{"database", func(context.Context) error { return down }}, {"files", func(context.Context) error { return nil }}}
	})
	if response, body := server.send(t, "GET", "/readyz", ""); response.StatusCode != 503 ||
		body != "not ready\ndatabase: missing\nfiles: ok\n" {
		t.Errorf("readyz is %d %q", response.StatusCode, body)
	}
	down = nil
	if response, body := server.send(t, "GET", "/readyz", ""); response.StatusCode != 200 || body != "ready\ndatabase: ok\nfiles: ok\n" {
		t.Errorf("then it is %d %q", response.StatusCode, body)
	}
}

func TestNew_RouteWithoutGuard(t *testing.T) {
	for name, routes := range map[string][]Route{
		"no caller":                          {POST("/api/v1/echo", Guard{}, echo)},
		"no quota":                           {POST("/api/v1/echo", Associate(), echo)},
		"no quota for a part of the callers": {POST("/api/v1/echo", CanOrAssociate("files", access.Create), echo)},
		"no limit without a session":         {POST("/api/v1/echo", Public(), echo)},
		"twice":                              {POST("/api/v1/echo", Public(), echo), POST("/api/v1/echo", Public(), echo)},
	} {
		if _, err := New(Config{BaseURL: &url.URL{}}, routes); err == nil {
			t.Errorf("%s: mounted", name)
		}
	}
}

// Static files, including an icon that pages do not link, need no session and are not logged.
func TestServer_StaticFiles(t *testing.T) {
	server := serve(t, func(c *Config) {
		c.Static = http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { fmt.Fprint(w, "file "+r.URL.Path) })
	}, testRoutes()...)
	for _, path := range []string{"/static/app.css", "/favicon.ico"} {
		response, body := server.send(t, "GET", path, "")
		if body != "file "+path || response.Header.Get("X-Content-Type-Options") != "nosniff" || len(response.Cookies()) > 0 {
			t.Errorf("%s answers %d %q with %v", path, response.StatusCode, body, response.Header)
		}
	}
	if response, _ := server.send(t, "GET", "/favicon.ico/x", ""); response.StatusCode != 404 {
		t.Errorf("/favicon.ico/x answers %d", response.StatusCode)
	}
	if strings.Contains(server.log.String(), "favicon.ico\"") || strings.Contains(server.log.String(), "app.css") {
		t.Errorf("the log is %s", server.log)
	}
}
