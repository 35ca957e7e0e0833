package handlers_test

import (
	"bytes"
	"flag"
	"net/http"
	"os"
	"slices"
	"strings"
	"testing"

	"acolhe/handlers"
	"acolhe/handlers/handlertest"
	"acolhe/models/access"
	"acolhe/models/dbtest"
	"acolhe/models/person"
	"acolhe/web"
)

var update = flag.Bool("update", false, "write the golden files anew")

const routeTable = "testdata/routes.txt"

func TestRouteTableIsTheGoldenFile(t *testing.T) {
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

// What developers look at is not mounted where an association works.
func TestDevelopersPagesAreNotInProduction(t *testing.T) {
	for production, want := range map[bool]bool{true: false, false: true} {
		mounted := slices.ContainsFunc(handlers.Routes(nil, handlers.Config{Production: production}), func(route web.Route) bool {
			return route.Path == "/admin/pecas"
		})
		if mounted != want {
			t.Errorf("in production %v: mounted is %v", production, mounted)
		}
	}
}

// asking is one kind of caller: how it comes in, and who it then is.
type asking struct {
	name string
	by   person.Person
	come func(t *testing.T, app *handlertest.App) *handlertest.Client
}

func callers() []asking {
	kinds := []asking{{"nobody", person.Person{}, func(t *testing.T, app *handlertest.App) *handlertest.Client { return app.Nobody(t) }}}
	for _, operator := range dbtest.Staff() {
		kinds = append(kinds, asking{string(operator.Role),
			person.Person{Kind: person.Operator, Roles: []person.Role{operator.Role}},
			func(t *testing.T, app *handlertest.App) *handlertest.Client { return app.As(t, operator) }})
	}
	for _, scope := range []string{"*", "items:orders:*", "items:orders:read", "items:orders:write", "items:users:*", "reports:read"} {
		kinds = append(kinds, asking{"token " + scope,
			person.Person{Kind: person.Token, Scopes: []string{scope}},
			func(t *testing.T, app *handlertest.App) *handlertest.Client { return app.WithToken(t, scope) }})
	}
	return append(kinds, asking{"wrong token", person.Person{}, func(t *testing.T, app *handlertest.App) *handlertest.Client {
		return app.Nobody(t).With("Authorization", "Bearer ac_000000000000_wrong")
	}})
}

// Every route, asked by every kind of caller, lets in exactly whom its line declares.
func TestEveryRouteLetsInWhomItDeclares(t *testing.T) {
	app := handlertest.New(t)
	asked := 0
	for _, route := range app.Routes {
		for _, kind := range callers() {
			// A fresh client each time: some routes sign out.
			client := kind.come(t, app)
			answer := ask(client, route)
			asked++
			if got, want := outcome(answer), expected(route, kind); got != want {
				t.Errorf("%s %s by %s: %s (%d), want %s", route.Method, route.Path, kind.name, got, answer.StatusCode, want)
			}
		}
	}
	t.Logf("%d requests: %d routes × %d kinds of caller", asked, len(app.Routes), len(callers()))
}

func ask(client *handlertest.Client, route web.Route) *handlertest.Answer {
	path := strings.NewReplacer(":id", "1", ":collection", "orders", ":userCode", dbtest.Ana.UserCode).Replace(route.Path)
	switch {
	case route.Method == http.MethodGet:
		return client.GET(path)
	case route.IsJSON():
		return client.JSON(route.Method, path, "{}")
	}
	return client.Form(path, nil)
}

// outcome sorts an answer: let in (whatever it then said), unknown, or known but not allowed.
func outcome(answer *handlertest.Answer) string {
	// Signing out leads to the login page too, but takes a cookie away.
	sentToLogin := strings.HasPrefix(answer.Location(), "/entrar") && len(answer.Cookies()) == 0
	switch {
	case answer.StatusCode >= 500:
		return "failure"
	case answer.StatusCode == http.StatusUnauthorized, sentToLogin:
		return "unknown"
	case answer.StatusCode == http.StatusForbidden:
		return "not allowed"
	}
	return "let in"
}

// expected reads the declaration by itself, beside the code that enforces it.
func expected(route web.Route, kind asking) string {
	declared := strings.ReplaceAll(route.Caller.String(), ":collection", "orders")
	if declared == "public" {
		return "let in"
	}
	if kind.name == "wrong token" {
		return "unknown"
	}
	if declared == "anyone" {
		return "let in"
	}
	if !kind.by.IsKnown() {
		return "unknown"
	}
	if allowed(declared, kind.by) {
		return "let in"
	}
	return "not allowed"
}

func allowed(declared string, by person.Person) bool {
	isStaff := by.Kind == person.Operator && !slices.Contains(by.Roles, person.Profissional)
	staffOnly := strings.HasPrefix(declared, "staff")
	declared = strings.TrimPrefix(declared, "staff ")
	if collection, action, ok := strings.Cut(strings.TrimPrefix(declared, "can "), "."); ok {
		return (isStaff || !staffOnly) && access.Can(by, collection, access.Action(action))
	}
	switch declared {
	case "staff":
		return isStaff
	case "operator":
		return by.Kind == person.Operator
	case "administrator":
		return access.IsAdministrator(by)
	}
	return false
}
