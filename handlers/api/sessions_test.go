package api_test

import (
	"strings"
	"testing"

	"acolhe/handlers"
	"acolhe/handlers/handlertest"
	"acolhe/models/platform/dbtest"
)

const (
	operatorCookie  = "service_oss_session"
	associateCookie = "associate_session"
	operatorMe      = "/api/v1/auth/me"
	associateMe     = "/api/v1/auth/associate/me"
)

// One browser may hold both cookies: each route reads only its own, and a token of one kind is no session of
// the other.
func TestSession_BothInOneBrowser(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t)
	operator, associate := app.As(t, dbtest.Bruno).Cookie(operatorCookie), app.AsAssociate(t, dbtest.Ana).Cookie(associateCookie)
	browser := app.Nobody(t).WithCookie(operatorCookie, operator).WithCookie(associateCookie, associate)
	mustSee(t, browser.GET(operatorMe), dbtest.Bruno.UserCode)
	mustSee(t, browser.GET(associateMe), dbtest.Ana.UserCode)
	mustSee(t, browser.With("Authorization", "Bearer ac_x").GET(operatorMe), "")
	mustSee(t, browser.With("Authorization", "Bearer ac_x").GET(associateMe), "")

	swapped := app.Nobody(t).WithCookie(operatorCookie, associate).WithCookie(associateCookie, operator)
	mustSee(t, swapped.GET(operatorMe), "")
	mustSee(t, swapped.GET(associateMe), "")

	browser.POST("/api/v1/auth/logout", "").Want(200)
	mustSee(t, browser.GET(operatorMe), "")
	mustSee(t, browser.GET(associateMe), dbtest.Ana.UserCode)
}

// An operator and an associate may have the same row id.
func TestSession_KindsApart(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t)
	camila, ana := app.As(t, dbtest.Camila), app.AsAssociate(t, dbtest.Ana)
	if dbtest.Camila.ID != dbtest.Ana.ID {
		t.Fatal("the cast has changed: pick two of the same id")
	}
	ana.POST("/api/v1/auth/associate/logout", "").Want(200)
	mustSee(t, ana.GET(associateMe), "")
	mustSee(t, camila.GET(operatorMe), dbtest.Camila.UserCode)
}

func TestSession_ExpiryOnEachRequest(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t)
	for _, c := range []struct {
		owner string
		me    string
		who   *handlertest.Client
	}{
		{"operator_id", operatorMe, app.As(t, dbtest.Bruno)},
		{"associate_id", associateMe, app.AsAssociate(t, dbtest.Joao)},
	} {
		c.who.GET(c.me).Want(200)
		change(t, app, "update sessions set expires_at = now() + interval '167 hours 1 minute' where "+c.owner+" is not null")
		if answer := c.who.GET(c.me).Want(200); len(answer.Cookies()) > 0 {
			t.Errorf("%s: written again within the hour", c.owner)
		}
		change(t, app, "update sessions set expires_at = now() + interval '166 hours 59 minutes' where "+c.owner+" is not null")
		for i, want := range []int{1, 0, 0} {
			if answer := c.who.GET(c.me).Want(200); len(answer.Cookies()) != want {
				t.Errorf("%s: request %d set %d cookies, want %d", c.owner, i, len(answer.Cookies()), want)
			}
		}
		change(t, app, "update sessions set expires_at = now() where "+c.owner+" is not null")
		c.who.GET(c.me).WantCode(401, "UNAUTHORIZED")
	}
}

// The stored hash of a token cannot be used as a token.
func TestSession_StoredHashIsNoToken(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t)
	app.As(t, dbtest.Bruno)
	for _, spelling := range []string{"hex", "base64", "escape"} {
		var stored string
		err := app.Pool.QueryRow(t.Context(), "select encode(session_token, $1) from system_users where id = $2", spelling, dbtest.Bruno.ID).
			Scan(&stored)
		if err != nil {
			t.Fatal(err)
		}
		mustSee(t, app.Nobody(t).WithCookie(operatorCookie, strings.ReplaceAll(stored, `\`, "")).GET(operatorMe), "")
	}
}

func TestOrigins_WriteWithACookie(t *testing.T) {
	t.Parallel()
	const friend = "https://cadastro.associacao.org.br"
	app := handlertest.New(t, func(config *handlers.Config) { config.CORSOrigins = []string{friend} })
	bruno := app.As(t, dbtest.Bruno).With("Sec-Fetch-Site", "same-site")
	before := app.Count(t, "orders", "true")
	for _, foreign := range []string{"https://evil.example", "null", "https://CADASTRO.associacao.org.br", friend + ":8443",
		"http://cadastro.associacao.org.br"} {
		answer := bruno.With("Origin", foreign).POST("/api/v1/orders", anOrder(nil)).WantCode(403, "FORBIDDEN")
		if answer.Header.Get("Access-Control-Allow-Origin") != "" {
			t.Errorf("%s is allowed", foreign)
		}
	}
	if after := app.Count(t, "orders", "true"); after != before {
		t.Errorf("%d orders became %d", before, after)
	}
	answer := bruno.With("Origin", friend).POST("/api/v1/orders", anOrder(nil)).Want(201)
	if answer.Header.Get("Access-Control-Allow-Origin") != friend || answer.Header.Get("Access-Control-Allow-Credentials") != "true" {
		t.Errorf("answered with %v", answer.Header)
	}
}

func TestOrigins_PagesTakeNoForms(t *testing.T) {
	t.Parallel()
	const friend = "https://cadastro.associacao.org.br"
	app := handlertest.New(t, func(config *handlers.Config) { config.CORSOrigins = []string{friend} })
	bruno := app.As(t, dbtest.Bruno)
	bruno.With("Sec-Fetch-Site", "same-site").With("Origin", friend).JSON("POST", "/sair", "").Want(403)
	mustSee(t, bruno.GET(operatorMe), dbtest.Bruno.UserCode)
}

// mustSee fails unless the route saw this person; an empty code is an unknown caller.
func mustSee(t *testing.T, answer *handlertest.Answer, userCode string) {
	t.Helper()
	if userCode == "" {
		answer.WantCode(401, "UNAUTHORIZED")
		return
	}
	var me body
	answer.Want(200).Data(&me)
	if me["user_code"] != userCode {
		t.Errorf("seen as %v, want %s", me["user_code"], userCode)
	}
}
