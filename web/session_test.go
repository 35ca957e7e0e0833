package web

import (
	"context"
	"encoding/json"
	"log/slog"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/alexedwards/scs/v2/memstore"

	"acolhe/models/types/auth"
)

var discarded = slog.New(slog.DiscardHandler)

// whoami answers with the kind of caller that the route saw.
func whoami(r *Request, _ None) (note, error) { return note{string(r.By.Kind)}, nil }

func signInAs(by auth.Caller) func(*Request, None) (note, error) {
	return func(r *Request, _ None) (note, error) { return note{}, r.SignIn(by) }
}

func signOut(r *Request, _ None) (note, error) { return note{}, r.SignOut() }

func sessionRoutes() []Route {
	operator := auth.Caller{Kind: auth.Operator, ID: 1, Roles: []auth.Role{auth.Administrador}}
	associate := auth.Caller{Kind: auth.Associate, ID: 1}
	return []Route{
		POST("/api/v1/operator/in", Public(), signInAs(operator)), POST("/api/v1/associate/in", Public(), signInAs(associate)),
		POST("/api/v1/operator/again", Operator(), signInAs(operator)),
		POST("/api/v1/operator/out", Operator(), signOut), POST("/api/v1/associate/out", Associate(), signOut),
		GET("/api/v1/operator", Operator(), whoami), GET("/api/v1/associate", Associate(), whoami),
		GET("/api/v1/anyone", Anyone(), whoami), GET("/api/v1/administrator", Administrator(), whoami),
	}
}

func TestSession_Cookies(t *testing.T) {
	for production, secure := range map[bool]bool{true: true, false: false} {
		server := serve(t, func(c *Config) { c.Production, c.CookieDomain = production, "associacao.org.br" }, sessionRoutes()...)
		for kind, name := range map[string]string{"operator": operatorCookie, "associate": associateCookie} {
			cookie := server.signIn(t, kind)
			if cookie.Name != name || !cookie.HttpOnly || cookie.Secure != secure || cookie.SameSite != http.SameSiteLaxMode ||
				cookie.Path != "/" || cookie.Domain != "associacao.org.br" || cookie.MaxAge != 604800 {
				t.Errorf("in production %v the cookie of %s is %s", production, kind, cookie)
			}
		}
	}
}

// A browser may hold both cookies; each route reads only its own.
func TestSession_TwoKindsApart(t *testing.T) {
	server := serve(t, nil, sessionRoutes()...)
	operator, associate := server.signIn(t, "operator").Value, server.signIn(t, "associate").Value
	for name, c := range map[string]struct {
		cookies                     []string
		operator, associate, anyone string
	}{
		"none":               {nil, "", "", ""},
		"operator's alone":   {[]string{operatorCookie, operator}, "operator", "", "operator"},
		"associate's alone":  {[]string{associateCookie, associate}, "", "associate", ""},
		"both":               {[]string{operatorCookie, operator, associateCookie, associate}, "operator", "associate", "operator"},
		"swapped":            {[]string{operatorCookie, associate, associateCookie, operator}, "", "", ""},
		"operator's twice":   {[]string{operatorCookie, operator, associateCookie, operator}, "operator", "", "operator"},
		"another one's name": {[]string{"session", operator, "ASSOCIATE_SESSION", associate}, "", "", ""},
	} {
		for path, want := range map[string]string{
			"/api/v1/operator": c.operator, "/api/v1/associate": c.associate, "/api/v1/anyone": c.anyone, "/api/v1/administrator": c.operator,
		} {
			if got := server.seenAs(t, path, c.cookies...); got != want {
				t.Errorf("%s: %s saw %q, want %q", name, path, got, want)
			}
		}
	}
}

func TestGuard_TokenIsNoAssociate(t *testing.T) {
	server := serve(t, func(c *Config) { c.FindToken = everyTokenIsKnown }, sessionRoutes()...)
	cookie := server.signIn(t, "associate")
	response, _ := server.send(t, "GET", "/api/v1/associate", "", "Authorization", "Bearer x", "Cookie", cookie.Name+"="+cookie.Value)
	if response.StatusCode != 403 {
		t.Errorf("a token beside the cookie: %d", response.StatusCode)
	}
}

func TestSignOut_EndsOneSession(t *testing.T) {
	server := serve(t, nil, sessionRoutes()...)
	operator, associate := server.signIn(t, "operator").Value, server.signIn(t, "associate").Value
	both := []string{operatorCookie, operator, associateCookie, associate}
	response, _ := server.send(t, "POST", "/api/v1/associate/out", "", cookieHeader(both)...)
	if gone := response.Cookies(); len(gone) != 1 || gone[0].Name != associateCookie || gone[0].MaxAge >= 0 {
		t.Errorf("the cookies become %v", gone)
	}
	if server.seenAs(t, "/api/v1/associate", both...) != "" || server.seenAs(t, "/api/v1/operator", both...) != "operator" {
		t.Error("the wrong session ended")
	}
}

func TestSignIn_RenewsTheToken(t *testing.T) {
	store := memorySessions{memstore.New()}
	server := serve(t, func(c *Config) { c.OperatorSessions = store }, sessionRoutes()...)
	before := server.signIn(t, "operator")
	response, _ := server.send(t, "POST", "/api/v1/operator/again", "", "Cookie", before.Name+"="+before.Value)
	after := response.Cookies()[0].Value
	if after == before.Value || server.seenAs(t, "/api/v1/operator", operatorCookie, after) != "operator" {
		t.Errorf("signed in again with %q after %q", after, before.Value)
	}
	if server.seenAs(t, "/api/v1/operator", operatorCookie, before.Value) != "" {
		t.Error("the session before lives on")
	}
}

// A malformed cookie is no session, and the answer is always the same.
func TestSession_MalformedCookie(t *testing.T) {
	server := serve(t, nil, sessionRoutes()...)
	for name, value := range map[string]string{
		"empty": "", "long": strings.Repeat("x", 10_000), "binary": "\x80\xff\xfe", "control": "a\tb", "quoted": `"abc"`,
		"half": "%00%ff", "sql": "' or 1=1 --", "words": "a b; c",
	} {
		for _, kind := range []string{"operator", "associate"} {
			cookie := map[string]string{"operator": operatorCookie, "associate": associateCookie}[kind]
			response, body := server.send(t, "GET", "/api/v1/"+kind, "", "Cookie", cookie+"="+value)
			var answer envelope
			if err := json.Unmarshal([]byte(body), &answer); err != nil || response.StatusCode != 401 ||
				answer.Errors[0].Message != "Entre para continuar." {
				t.Errorf("%s for %s: %d %s", name, kind, response.StatusCode, body)
			}
			if len(response.Cookies()) > 0 {
				t.Errorf("%s for %s: %v is set", name, kind, response.Cookies())
			}
		}
	}
}

func TestDocument_Security(t *testing.T) {
	document := Document(sessionRoutes())
	for path, want := range map[string]string{
		"/api/v1/operator": "operatorSession", "/api/v1/associate": "associateSession",
		"/api/v1/anyone": "token operatorSession", "/api/v1/administrator": "token operatorSession",
	} {
		var schemes []string
		for _, requirement := range *document.Paths.Value(path).Get.Security {
			for scheme := range requirement {
				schemes = append(schemes, scheme)
				if document.Components.SecuritySchemes[scheme] == nil {
					t.Errorf("%s is no scheme of the document", scheme)
				}
			}
		}
		if got := strings.Join(schemes, " "); got != want {
			t.Errorf("%s takes %q, want %q", path, got, want)
		}
	}
}

func (s testServer) signIn(t *testing.T, kind string) *http.Cookie {
	t.Helper()
	response, body := s.send(t, "POST", "/api/v1/"+kind+"/in", "")
	if response.StatusCode != 200 || len(response.Cookies()) != 1 {
		t.Fatalf("signing in: %d %s", response.StatusCode, body)
	}
	return response.Cookies()[0]
}

// seenAs returns the kind of caller that a route saw, empty for 401.
func (s testServer) seenAs(t *testing.T, path string, cookies ...string) string {
	t.Helper()
	response, body := s.send(t, "GET", path, "", cookieHeader(cookies)...)
	if response.StatusCode == http.StatusUnauthorized {
		return ""
	}
	var answer struct{ Data note }
	if err := json.Unmarshal([]byte(body), &answer); err != nil || response.StatusCode != 200 {
		t.Fatalf("%s: %d %s", path, response.StatusCode, body)
	}
	return answer.Data.Text
}

func cookieHeader(cookies []string) []string {
	var pairs []string
	for i := 0; i < len(cookies); i += 2 {
		pairs = append(pairs, cookies[i]+"="+cookies[i+1])
	}
	return []string{"Cookie", strings.Join(pairs, "; ")}
}

func everyTokenIsKnown(context.Context, string, time.Time) (auth.Caller, error) {
	return auth.Caller{Kind: auth.Token, ID: 1, Scopes: []string{"*"}}, nil
}
