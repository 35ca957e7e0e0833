package web

import (
	"net/http"
	"strings"
	"testing"
)

const allowedOrigin = "https://cadastro.associacao.org.br"

func withAllowedOrigin(config *Config) {
	config.CORSOrigins = []string{allowedOrigin, "http://localhost:5173"}
}

var foreignOrigins = map[string]string{
	"another site":   "https://evil.example",
	"null":           "null",
	"letters":        "https://CADASTRO.associacao.org.br",
	"scheme":         "http://cadastro.associacao.org.br",
	"port":           "https://cadastro.associacao.org.br:8443",
	"subdomain":      "https://x.cadastro.associacao.org.br",
	"suffix":         "https://cadastro.associacao.org.br.evil.example",
	"two":            allowedOrigin + " https://evil.example",
	"trailing":       allowedOrigin + "/",
	"another's port": "http://localhost:5174",
}

func TestOrigins_ConfiguredReadTheAPI(t *testing.T) {
	server := serve(t, withAllowedOrigin, testRoutes()...)
	for path, status := range map[string]int{"/api/v1/long": 200, "/api/v1/private": 401, "/api/v1/none": 404, "/api/v1/limited": 429} {
		response, _ := server.send(t, "GET", path, "", "Origin", allowedOrigin, "Sec-Fetch-Site", "same-site")
		for name, want := range map[string]string{
			"Access-Control-Allow-Origin": allowedOrigin, "Access-Control-Allow-Credentials": "true",
			"Access-Control-Expose-Headers": "Etag, X-Request-Id, Retry-After, Idempotent-Replayed",
		} {
			if got := response.Header.Get(name); got != want {
				t.Errorf("%s: %s is %q, want %q", path, name, got, want)
			}
		}
		if response.StatusCode != status || !variesBy(response, "Origin") {
			t.Errorf("%s: %d, varies by %v", path, response.StatusCode, response.Header.Values("Vary"))
		}
	}
}

func TestOrigins_OthersGetNoHeaders(t *testing.T) {
	server := serve(t, withAllowedOrigin, testRoutes()...)
	for name, origin := range foreignOrigins {
		response, _ := server.send(t, "GET", "/api/v1/long", "", "Origin", origin)
		wantNoCORSHeaders(t, name, response)
		if !variesBy(response, "Origin") {
			t.Errorf("%s: a cache may hand the answer on: %v", name, response.Header.Values("Vary"))
		}
		response, _ = server.send(t, "OPTIONS", "/api/v1/echo", "", "Origin", origin, "Access-Control-Request-Method", "POST")
		wantNoCORSHeaders(t, name+", preflight", response)
	}
}

func TestOrigins_PagesAreNotShared(t *testing.T) {
	server := serve(t, withAllowedOrigin, testRoutes()...)
	response, _ := server.send(t, "GET", "/broken", "", "Origin", allowedOrigin)
	wantNoCORSHeaders(t, "page", response)
	response, _ = server.send(t, "OPTIONS", "/broken", "", "Origin", allowedOrigin, "Access-Control-Request-Method", "POST")
	wantNoCORSHeaders(t, "preflight of a page", response)
}

func TestOrigins_Preflight(t *testing.T) {
	server := serve(t, withAllowedOrigin, testRoutes()...)
	for name, c := range map[string]struct {
		method, headers string
		allowed         bool
	}{
		"write":          {"POST", "content-type,idempotency-key", true},
		"change":         {"PATCH", "authorization,content-type,if-match", true},
		"removal":        {"DELETE", "", true},
		"odd method":     {"BREW", "", false},
		"another header": {"POST", "x-forwarded-for", false},
	} {
		headers := []string{"Origin", allowedOrigin, "Access-Control-Request-Method", c.method}
		if c.headers != "" {
			headers = append(headers, "Access-Control-Request-Headers", c.headers)
		}
		response, body := server.send(t, "OPTIONS", "/api/v1/echo", "", headers...)
		if allowed := response.Header.Get("Access-Control-Allow-Origin") == allowedOrigin; allowed != c.allowed || response.StatusCode != 204 ||
			body != "" {
			t.Errorf("%s: allowed is %v, want %v (%d %s)", name, allowed, c.allowed, response.StatusCode, body)
		}
		if c.allowed && (response.Header.Get("Access-Control-Allow-Methods") != c.method ||
			response.Header.Get("Access-Control-Max-Age") != "600") {
			t.Errorf("%s: %v", name, response.Header)
		}
	}
	response, _ := server.send(t, "OPTIONS", "/api/v1/echo", "", "Origin", allowedOrigin)
	if response.StatusCode != 405 {
		t.Errorf("OPTIONS that is no preflight: %d", response.StatusCode)
	}
}

func TestOrigins_NoneConfigured(t *testing.T) {
	server := serve(t, nil, testRoutes()...)
	response, _ := server.send(t, "GET", "/api/v1/long", "", "Origin", allowedOrigin)
	wantNoCORSHeaders(t, "read", response)
	response, _ = server.send(t, "OPTIONS", "/api/v1/echo", "", "Origin", allowedOrigin, "Access-Control-Request-Method", "POST")
	wantNoCORSHeaders(t, "preflight", response)
	if response.StatusCode != 405 {
		t.Errorf("a preflight: %d", response.StatusCode)
	}
}

func TestOrigins_WriteToTheAPIOnly(t *testing.T) {
	server := serve(t, withAllowedOrigin, append(testRoutes(), Form("/form", Public(), brokenPage))...)
	write := func(path, site, origin string) int {
		response, _ := server.send(t, "POST", path, `{"text":"x"}`, "Content-Type", "application/json", "Sec-Fetch-Site", site, "Origin", origin)
		return response.StatusCode
	}
	for _, site := range []string{"same-site", "cross-site"} {
		if status := write("/api/v1/echo", site, allowedOrigin); status != 200 {
			t.Errorf("a configured origin, %s: %d", site, status)
		}
		if status := write("/form", site, allowedOrigin); status != 403 {
			t.Errorf("a form from a configured origin, %s: %d", site, status)
		}
		for name, origin := range foreignOrigins {
			if status := write("/api/v1/echo", site, origin); status != 403 {
				t.Errorf("%s, %s: %d", name, site, status)
			}
		}
	}
}

func TestOrigins_MalformedStopTheStart(t *testing.T) {
	for _, origin := range []string{"*", "associacao.org.br", "https://associacao.org.br/app", ""} {
		if _, err := New(Config{CORSOrigins: []string{origin}}, nil); err == nil || !strings.Contains(err.Error(), "CORS_ORIGINS") {
			t.Errorf("%q: %v", origin, err)
		}
	}
}

func wantNoCORSHeaders(t *testing.T, name string, response *http.Response) {
	t.Helper()
	for header := range response.Header {
		if strings.HasPrefix(header, "Access-Control-") {
			t.Errorf("%s: %s is %q", name, header, response.Header.Get(header))
		}
	}
}

func variesBy(response *http.Response, name string) bool {
	return strings.Contains(strings.Join(response.Header.Values("Vary"), ","), name)
}
