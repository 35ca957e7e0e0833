package handlers_test

import (
	"bytes"
	"flag"
	"fmt"
	"net/http"
	"os"
	"slices"
	"strings"
	"testing"

	"acolhe/handlers"
	"acolhe/handlers/handlertest"
	"acolhe/models/platform/db"
	"acolhe/models/platform/dbtest"
	"acolhe/web"
)

var update = flag.Bool("update", false, "update the golden files")

const routeTable = "testdata/routes.txt"

func TestRouteTable_Golden(t *testing.T) {
	app := handlertest.New(t)
	var table bytes.Buffer
	if err := web.WriteTable(&table, app.Routes); err != nil {
		t.Fatal(err)
	}
	if *update {
		if err := os.WriteFile(routeTable, table.Bytes(), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	golden, err := os.ReadFile(routeTable)
	if err != nil {
		t.Fatal(err)
	}
	if table.String() != string(golden) {
		t.Errorf("the route table changed; look at each line, then `make generate`:\n%s", table.String())
	}
}

// Pages for developers are not mounted in production.
func TestRoutes_NoKitInProduction(t *testing.T) {
	for _, path := range []string{"/admin/pecas", "/admin/correio/:id", "/admin/correio/:id/html"} {
		for production, want := range map[bool]bool{true: false, false: true} {
			mounted := slices.ContainsFunc(handlers.Routes(&db.Connection{Access: &db.Connection{}}, handlers.Config{Production: production}),
				func(route web.Route) bool {
					return route.Path == path
				})
			if mounted != want {
				t.Errorf("in production %v: %s mounted is %v", production, path, mounted)
			}
		}
	}
}

// Every route answers every kind of caller as its declaration requires.
func TestRoutes_Callers(t *testing.T) {
	app := handlertest.New(t, func(config *handlers.Config) { config.TrustedProxies = []string{"127.0.0.1"} })
	kinds := callers(t, app)
	asked := 0
	for _, route := range app.Routes {
		for _, kind := range kinds {
			asked++
			// Each request from an address of its own, because rate limits are not tested here.
			answer := ask(kind.client.With("X-Forwarded-For", fmt.Sprintf("10.%d.%d.%d", asked>>16, asked>>8&255, asked&255)), route)
			if got, want := outcome(answer), kind.expected(strings.ReplaceAll(route.Guard.String(), ":collection", "orders")); got != want {
				t.Errorf("%s %s (%s) by %s: %s (%d), want %s", route.Method, route.Path, route.Guard, kind.name, got, answer.StatusCode, want)
			}
			if endsASession(answer) {
				kind.signInAgain(t)
			}
		}
	}
	t.Logf("%d requests: %d routes × %d kinds of caller", asked, len(app.Routes), len(kinds))
}

func ask(client *handlertest.Client, route web.Route) *handlertest.Answer {
	// Reads use existing rows, writes missing ones, so that the fixtures stay unchanged.
	id := "1"
	if route.Method != http.MethodGet {
		id = "999999"
	}
	path := strings.NewReplacer(":id", id, ":collection", "orders", ":userCode", dbtest.Ana.UserCode).Replace(route.Path)
	// A query that the guard requires of associates.
	if _, query, isRequired := strings.Cut(route.Guard.String(), " with "); isRequired {
		path += "?" + query
	}
	switch {
	case route.Method == http.MethodGet:
		return client.GET(path)
	case route.IsJSON():
		return client.JSON(route.Method, path, "{}")
	}
	return client.Form(path, nil)
}

// outcome classifies an answer: admitted (whatever its result), unknown caller, or known but not allowed.
func outcome(answer *handlertest.Answer) string {
	// Signing out leads to the login page too, but removes a cookie.
	toLogin := strings.HasPrefix(answer.Location(), "/entrar") || strings.HasPrefix(answer.Location(), "/cadastro/entrar")
	sentToLogin := toLogin && len(answer.Cookies()) == 0
	// A module that is switched off refuses callers whom it admits.
	isOff := answer.StatusCode == http.StatusServiceUnavailable && strings.Contains(answer.Body, "MODULE_DISABLED")
	switch {
	case answer.StatusCode >= 500 && !isOff:
		return "failure"
	case answer.StatusCode == http.StatusUnauthorized, sentToLogin:
		return "unknown"
	case answer.StatusCode == http.StatusForbidden:
		return "not allowed"
	}
	return "let in"
}

func endsASession(answer *handlertest.Answer) bool {
	return slices.ContainsFunc(answer.Cookies(), func(cookie *http.Cookie) bool { return strings.HasSuffix(cookie.Name, "_session") })
}

// Whose role needs a second step that is missing opens nothing but the pages that turn one on: no route, of no role.
func TestRoutes_SecondStepMissing(t *testing.T) {
	t.Parallel()
	app := handlertest.New(t, func(config *handlers.Config) { config.TrustedProxies = []string{"127.0.0.1"} })
	app.Exec(t, `insert into system_configs (system, key, value) values
		('system', 'second_step_roles', '{"administrador": true, "acolhimento": true, "producao": true, "financeiro": true, "profissional": true}')
		on conflict (system, key) do update set value = excluded.value`)
	open := []string{"POST /sair", "GET /conta/sessao", "GET /conta/segunda-etapa", "POST /conta/segunda-etapa", "GET /conta/segunda-etapa/chave",
		"POST /conta/segunda-etapa/chave"}
	asked := 0
	for _, operator := range []dbtest.Operator{dbtest.Camila, dbtest.Bruno, dbtest.Priscila, dbtest.Fernando, dbtest.Renata} {
		client := app.As(t, operator)
		client.GET("/conta")
		app.Exec(t, "update system_users set second_step_due = now() - interval '1 minute' where second_step_due is not null")
		kind := callerKind{role: string(operator.Role)}
		for _, route := range app.Routes {
			declared := strings.ReplaceAll(route.Guard.String(), ":collection", "orders")
			if slices.Contains(open, route.Method+" "+route.Path) || strings.HasPrefix(declared, "public") || strings.HasPrefix(declared, "anyone") ||
				declared == "associate" || kind.expected(declared) != "let in" {
				continue
			}
			asked++
			answer := ask(client.With("X-Forwarded-For", fmt.Sprintf("10.9.%d.%d", asked>>8&255, asked&255)), route)
			leads := answer.StatusCode == http.StatusSeeOther && answer.Location() == "/conta/segunda-etapa"
			if !leads && (answer.StatusCode != http.StatusUnauthorized || !strings.Contains(answer.Body, "SECOND_FACTOR_REQUIRED")) {
				t.Errorf("%s %s by %s: %d %s", route.Method, route.Path, operator.Role, answer.StatusCode, answer.Location())
			}
		}
		client.GET("/conta/segunda-etapa").Want(http.StatusOK)
	}
	if asked < 500 {
		t.Errorf("only %d requests", asked)
	}
}
