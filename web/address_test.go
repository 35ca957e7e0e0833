package web

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"acolhe/models/platform/ratelimit"
	"acolhe/models/types/errs"
)

var threeRequests = ratelimit.Rule{Name: "test", Limit: 3, Per: 15 * time.Minute}

// counted counts requests in memory; the real counters are tested in models/platform/ratelimit.
func counted(config *Config) {
	hits := map[string]int{}
	config.AllowRate = func(_ context.Context, rule ratelimit.Rule, subject string, _ time.Time) error {
		if hits[subject]++; hits[subject] > rule.Limit {
			return &errs.Error{Kind: errs.KindRateLimited, Code: errs.CodeRateLimited, Message: "Muitas tentativas.", RetryAfter: 90 * time.Second}
		}
		return nil
	}
}

func limitedRoutes() []Route {
	return []Route{
		POST("/api/v1/limited", Public(), echo).RateLimit(threeRequests),
		Form("/limited", Public(), brokenPage).RateLimit(threeRequests),
		POST("/api/v1/private", Administrator(), echo).RateLimit(threeRequests),
		POST("/api/v1/free", Public(), echo),
	}
}

func TestRateLimit_TooManyRequests(t *testing.T) {
	server := serve(t, counted, limitedRoutes()...)
	for _, body := range []string{`{"text":"x"}`, `{`, `{"unknown":1}`} {
		if response, _ := server.send(t, "POST", "/api/v1/limited", body, "Content-Type", "application/json"); response.StatusCode == 429 {
			t.Fatalf("%s: refused too early", body)
		}
	}
	response, body := server.send(t, "POST", "/api/v1/limited", `{"text":"x"}`, "Content-Type", "application/json")
	var answer envelope
	if err := json.Unmarshal([]byte(body), &answer); err != nil || response.StatusCode != 429 || answer.Errors[0].Code != "RATE_LIMITED" {
		t.Errorf("the fourth: %d %s", response.StatusCode, body)
	}
	if response.Header.Get("Retry-After") != "90" {
		t.Errorf("Retry-After is %q", response.Header.Get("Retry-After"))
	}
	for range 9 {
		if response, _ := server.send(t, "POST", "/api/v1/free", `{"text":"x"}`, "Content-Type", "application/json"); response.StatusCode != 200 {
			t.Fatalf("a route without a limit: %d", response.StatusCode)
		}
	}
}

func TestRateLimit_CountsRefusedCallers(t *testing.T) {
	server := serve(t, counted, limitedRoutes()...)
	for i, want := range []int{401, 401, 401, 429} {
		if response, _ := server.send(t, "POST", "/api/v1/private", "", "Authorization",
			fmt.Sprintf("Bearer guess%d", i)); response.StatusCode != want {
			t.Errorf("guess %d: %d, want %d", i, response.StatusCode, want)
		}
	}
}

func TestRateLimit_PageWithRetryAfter(t *testing.T) {
	server := serve(t, counted, limitedRoutes()...)
	for range 3 {
		server.send(t, "POST", "/limited", "")
	}
	response, body := server.send(t, "POST", "/limited", "")
	if response.StatusCode != 429 || !strings.HasPrefix(body, "<h1>429 Muitas") || response.Header.Get("Retry-After") != "90" {
		t.Errorf("%d %s %v", response.StatusCode, body, response.Header)
	}
}

func TestRateLimit_InTableAndDocument(t *testing.T) {
	var table strings.Builder
	if err := WriteTable(&table, limitedRoutes()); err != nil {
		t.Fatal(err)
	}
	lines := strings.Split(table.String(), "\n")
	if !strings.HasSuffix(lines[0], "echo  at most 3 in 15m") || !strings.HasSuffix(lines[3], " echo") {
		t.Errorf("the table is\n%s", table.String())
	}
	document := Document(limitedRoutes())
	operation := document.Paths.Value("/api/v1/limited").Post
	if !strings.Contains(operation.Description, "At most 3 in 15m from one address.") ||
		operation.Responses.Value("429").Value.Headers["Retry-After"] == nil {
		t.Errorf("documented as %+v", operation)
	}
	if document.Paths.Value("/api/v1/free").Post.Responses.Value("429") != nil {
		t.Error("a route without a limit documents 429")
	}
}

// The client address is the peer's, unless the peer is a trusted proxy: then it is the nearest untrusted
// address in X-Forwarded-For.
func TestClientIP_TrustedProxies(t *testing.T) {
	const proxies = "10.0.0.0/8,2001:db8:ff::/48"
	for name, c := range map[string]struct{ peer, forwarded, want string }{
		"nothing forwarded":         {"203.0.113.9:1", "", "203.0.113.9"},
		"spoofed":                   {"203.0.113.9:1", "198.51.100.7", "203.0.113.9"},
		"spoofed as a proxy":        {"203.0.113.9:1", "198.51.100.7, 10.0.0.2", "203.0.113.9"},
		"through a proxy":           {"10.0.0.2:1", "198.51.100.7", "198.51.100.7"},
		"through a chain":           {"10.0.0.2:1", "198.51.100.7, 10.0.0.3, 10.0.0.4", "198.51.100.7"},
		"spoofed before a proxy":    {"10.0.0.2:1", "198.51.100.7, 203.0.113.9", "203.0.113.9"},
		"spoofed, with a chain":     {"10.0.0.2:1", "127.0.0.1, 203.0.113.9, 10.0.0.3", "203.0.113.9"},
		"IPv6":                      {"[2001:db8:ff::1]:1", "2001:db8:1:2::7", "2001:db8:1:2::7"},
		"IPv6, spoofed":             {"[2001:db8:aa::1]:1", "2001:db8:1:2::7", "2001:db8:aa::1"},
		"garbage":                   {"10.0.0.2:1", "<script>", "10.0.0.2"},
		"garbage before an address": {"10.0.0.2:1", "' or 1=1 --, 198.51.100.7", "198.51.100.7"},
		"garbage after an address":  {"10.0.0.2:1", "198.51.100.7, unknown", "10.0.0.2"},
		"empty":                     {"10.0.0.2:1", " , ", "10.0.0.2"},
		"a proxy itself":            {"10.0.0.2:1", "10.0.0.3", "10.0.0.3"},
	} {
		t.Run(name, func(t *testing.T) {
			var seen string
			server, err := New(Config{TrustedProxies: strings.Split(proxies, ","), Log: discarded, Now: time.Now},
				[]Route{Page("/", Public(), func(r *Request) error { seen = r.By.Origin.IP; return r.Redirect("/") })})
			if err != nil {
				t.Fatal(err)
			}
			request := httptest.NewRequest(http.MethodGet, "/", nil)
			request.RemoteAddr = c.peer
			if c.forwarded != "" {
				request.Header.Set("X-Forwarded-For", c.forwarded)
			}
			for _, other := range []string{"X-Real-IP", "Forwarded", "X-Client-IP", "CF-Connecting-IP", "True-Client-IP"} {
				request.Header.Set(other, "192.0.2.66")
			}
			server.ServeHTTP(httptest.NewRecorder(), request)
			if seen != c.want {
				t.Errorf("seen as %q, want %q", seen, c.want)
			}
		})
	}
}
