package handlers_test

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"acolhe/handlers/handlertest"
	"acolhe/models/platform/dbtest"
	"acolhe/models/types/secret"
)

// defaultMatrix is the specification's table ("Authorization") with the choices of decisions.md, repeated here
// so that the test does not depend on the code that it checks.
const defaultMatrix = `
	collection      Administrador  Acolhimento  Produção  Financeiro  Profissional
	users           CRUD           CRU          R         R           -
	system_users    CRUD           R            -         -           -
	orders          CRUD           CRUD         RU        RU          -
	services        CRUD           CRUD         RU        RU          R
	products        CRUD           R            RU        R           -
	professionals   CRUD           RU           -         R           RU
	reception       CRUD           CRUD         -         -           -
	tags            CRUD           CRUD         R         R           -
	reports         CRUD           R            R         R           -
	files           CRUD           CRUD         R         R           -
	users_files     CRUD           CRUD         R         R           -
	orders_files    CRUD           CRUD         R         R           -
	services_files  CRUD           CRUD         RU        R           -
	users_api       CRUD           -            -         -           -
	tokens          CRUD           -            -         -           -
	freight         R              R            -         -           -
	doc_sign        CRU            CRU          -         -           -`

// scopeGrants maps a scope to the guards that its token passes. A restricted token never passes a guard for an
// Administrador, even if a stored row claims such a scope.
var scopeGrants = map[string]string{
	"*": "everything",

	"items:orders:read": "orders.read", "items:orders:write": "orders.create orders.update", "items:orders:delete": "orders.delete",
	"items:orders:*":   "orders.create orders.read orders.update orders.delete",
	"items:users:read": "users.read", "items:users:write": "users.create users.update", "items:users:delete": "users.delete",
	"items:users:*":       "users.create users.read users.update users.delete",
	"items:services:read": "services.read", "items:services:write": "services.create services.update",
	"items:services:delete":    "services.delete",
	"items:services:*":         "services.create services.read services.update services.delete",
	"items:professionals:read": "professionals.read",
	"items:system_users:read":  "system_users.read",

	"files:write": "files.create", "reports:read": "reports.read",
	"modules:payment*": "", "freight:quote": "freight.read", "doc_sign:read": "doc_sign.read",
	"doc_sign:write":        "doc_sign.create doc_sign.update",
	"items:users_api:write": "", "administrator": "", "items:*:*": "", "items:orders": "", "": "",
}

// callerKind is one kind of caller and the facts that decide its access.
type callerKind struct {
	name   string
	client *handlertest.Client
	signIn func(*testing.T) *handlertest.Client

	// role is the role of a live operator's session.
	role string
	// managesTerms reports whether the operator has doc_sign.manage beside the role.
	managesTerms bool
	// associate reports whether there is a live associate's session, alone or with another.
	associate bool
	// scopes are the scopes of a live token.
	scopes []string
	// partner reports whether the token is bound to a partner, which limits it to what a partner may see.
	partner bool
	// badToken reports whether an invalid token is sent, which fails even beside a valid cookie.
	badToken bool
}

func (kind *callerKind) signInAgain(t *testing.T) { kind.client = kind.signIn(t) }

// expected derives the status from a declared guard, independently of the code that enforces it.
func (kind *callerKind) expected(declared string) string {
	declared, _, _ = strings.Cut(declared, " with ")
	declared = strings.Replace(declared, " or any associate", " or associate", 1)
	switch {
	case declared == "public":
		return "let in"
	case kind.badToken:
		return "unknown"
	case declared == "anyone", declared == "anyone as associate", declared == "anyone as person":
		return "let in"
	case strings.HasSuffix(declared, " or associate") && kind.scopes == nil && kind.role == "":
		return knownIf(kind.associate)
	case kind.scopes != nil:
		return allowedIf(kind.tokenMay(declared))
	case declared == "associate":
		return knownIf(kind.associate)
	case kind.role == "":
		return "unknown"
	}
	return allowedIf(kind.operatorMay(declared))
}

func (kind *callerKind) tokenMay(declared string) bool {
	declared = strings.TrimSuffix(strings.TrimSuffix(declared, " or associate"), " or staff")
	if declared == "operator or token" {
		return true
	}
	if collection, isStaff := strings.CutPrefix(declared, "staff of "); isStaff {
		declared = "can " + collection + ".update as staff"
	}
	if declared == "doc_sign.manage" {
		declared = "administrator"
	}
	declared, forStaff := strings.CutSuffix(declared, " as staff")
	asked, isCollection := strings.CutPrefix(declared, "can ")
	if kind.partner && (forStaff || !slices.Contains([]string{"services.read", "professionals.read", "reports.read"}, asked)) {
		return false
	}
	return slices.ContainsFunc(kind.scopes, func(scope string) bool {
		if scopeGrants[scope] == "everything" {
			return isCollection || declared == "administrator"
		}
		return isCollection && slices.Contains(strings.Fields(scopeGrants[scope]), asked)
	})
}

func (kind *callerKind) operatorMay(declared string) bool {
	declared = strings.TrimSuffix(declared, " or associate")
	isStaff := kind.role != "Profissional"
	if rest, isForStaff := strings.CutSuffix(declared, " as staff"); isForStaff {
		return isStaff && kind.operatorMay(rest)
	}
	if collection, isOfStaff := strings.CutPrefix(declared, "staff of "); isOfStaff {
		return isStaff && strings.Contains(matrixCell(collection, kind.role), "R")
	}
	if rest, orStaff := strings.CutSuffix(declared, " or staff"); orStaff {
		collection, _, _ := strings.Cut(strings.TrimPrefix(rest, "can "), ".")
		return kind.operatorMay(rest) || kind.operatorMay("staff of "+collection)
	}
	rest, staffOnly := strings.CutPrefix(declared, "staff")
	if staffOnly {
		declared = strings.TrimPrefix(rest, " ")
	}
	if staffOnly && !isStaff {
		return false
	}
	switch declared {
	case "", "operator", "operator or token":
		return true
	case "administrator":
		return kind.role == "Administrador"
	case "doc_sign.manage":
		return kind.role == "Administrador" || kind.managesTerms
	case "who settle":
		return kind.role == "Administrador" || kind.role == "Financeiro"
	case "professional":
		return !isStaff
	}
	collection, action, _ := strings.Cut(strings.TrimPrefix(declared, "can "), ".")
	return strings.Contains(matrixCell(collection, kind.role), strings.ToUpper(action[:1]))
}

func matrixCell(collection, role string) string {
	lines := strings.Split(strings.TrimSpace(defaultMatrix), "\n")
	column := slices.Index(strings.Fields(lines[0]), role)
	for _, line := range lines[1:] {
		if cells := strings.Fields(line); cells[0] == collection {
			return cells[column]
		}
	}
	return ""
}

func allowedIf(holds bool) string {
	if holds {
		return "let in"
	}
	return "not allowed"
}

func knownIf(holds bool) string {
	if holds {
		return "let in"
	}
	return "unknown"
}

// callers returns every kind of caller, each signed in once.
func callers(t *testing.T, app *handlertest.App) []*callerKind {
	kinds := slices.Concat(cookieCallers(app), tokenCallers(app))
	for _, kind := range kinds {
		kind.signInAgain(t)
	}
	return kinds
}

func cookieCallers(app *handlertest.App) []*callerKind {
	const operatorCookie, associateCookie = "service_oss_session", "associate_session"
	bia := "insert into system_users (name, email, permissions, status) values ('Bia', 'bia@acolhe.test', '[\"Acolhimento\"]', 'active') on conflict do nothing"
	as := func(t *testing.T, cookie, table, email string) *handlertest.Client {
		return app.Nobody(t).WithCookie(cookie, openSession(t, app, table, email))
	}
	kinds := []*callerKind{
		{name: "nobody", signIn: func(t *testing.T) *handlertest.Client { return app.Nobody(t) }},
		{name: "associate", associate: true, signIn: func(t *testing.T) *handlertest.Client { return app.AsAssociate(t, dbtest.Ana) }},
		{name: "operator and associate", role: "Acolhimento", associate: true, signIn: func(t *testing.T) *handlertest.Client {
			execute(t, app, bia)
			return as(t, operatorCookie, "system_users", "bia@acolhe.test").
				WithCookie(associateCookie, openSession(t, app, "users", dbtest.Joao.Email))
		}},
		{name: "associate in the operator's cookie", signIn: func(t *testing.T) *handlertest.Client {
			return as(t, operatorCookie, "users", dbtest.Carla.Email)
		}},
		{name: "operator in the associate's cookie", signIn: func(t *testing.T) *handlertest.Client {
			execute(t, app, strings.ReplaceAll(strings.ReplaceAll(bia, "Bia", "Lia"), "bia@", "lia@"))
			return as(t, associateCookie, "system_users", "lia@acolhe.test")
		}},
		{name: "deactivated operator", signIn: func(t *testing.T) *handlertest.Client {
			return as(t, operatorCookie, "system_users", dbtest.Ivo.Email)
		}},
		{name: "pending operator", signIn: func(t *testing.T) *handlertest.Client {
			return as(t, operatorCookie, "system_users", dbtest.Paula.Email)
		}},
		{name: "operator with doc_sign.manage", role: "Produção", managesTerms: true, signIn: func(t *testing.T) *handlertest.Client {
			execute(t, app, "insert into system_users (name, email, permissions, status) values ('Tia', 'tia@acolhe.test', '[\"Produção\", \"doc_sign.manage\"]', 'active') on conflict do nothing")
			return as(t, operatorCookie, "system_users", "tia@acolhe.test")
		}},
		{name: "patient", signIn: func(t *testing.T) *handlertest.Client {
			execute(t, app, "update users set email_account = 'miguel@exemplo.org.br' where id = $1", dbtest.Miguel.ID)
			return as(t, associateCookie, "users", "miguel@exemplo.org.br")
		}},
		{name: "invented cookies", signIn: func(t *testing.T) *handlertest.Client {
			return app.Nobody(t).WithCookie(operatorCookie, secret.New()).WithCookie(associateCookie, secret.New())
		}},
	}
	for _, operator := range dbtest.Staff() {
		kinds = append(kinds, &callerKind{name: string(operator.Role), role: string(operator.Role),
			signIn: func(t *testing.T) *handlertest.Client { return app.As(t, operator) }})
	}
	return kinds
}

func tokenCallers(app *handlertest.App) []*callerKind {
	var kinds []*callerKind
	add := func(kind callerKind, stored storedToken) {
		kind.signIn = func(t *testing.T) *handlertest.Client {
			return app.Nobody(t).With("Authorization", "Bearer "+stored.write(t, app))
		}
		kinds = append(kinds, &kind)
	}
	for _, scope := range slices.Sorted(maps.Keys(scopeGrants)) {
		add(callerKind{name: "token " + scope, scopes: []string{scope}}, storedToken{scopes: []string{scope}})
	}
	everyItem := slices.DeleteFunc(slices.Sorted(maps.Keys(scopeGrants)), func(scope string) bool { return scope == "*" })
	add(callerKind{name: "token of all restricted scopes", scopes: everyItem}, storedToken{scopes: everyItem})
	partners := []string{"items:services:read", "items:professionals:read"}
	add(callerKind{name: "token of a partner", scopes: partners, partner: true}, storedToken{scopes: partners, partner: dbtest.DraRenata.Code})
	// Issuing refuses these scopes; a stored row with one permits no more.
	for _, scope := range []string{"*", "items:orders:read"} {
		add(callerKind{name: "token of a partner with " + scope, scopes: []string{scope}, partner: true},
			storedToken{scopes: []string{scope}, partner: dbtest.DraRenata.Code})
	}
	add(callerKind{name: "expired token", badToken: true}, storedToken{scopes: []string{"*"}, expires: "now() - interval '1 second'"})
	add(callerKind{name: "revoked token", badToken: true}, storedToken{scopes: []string{"*"}, revoked: "now()"})
	kinds = append(kinds,
		&callerKind{name: "wrong token", badToken: true, signIn: func(t *testing.T) *handlertest.Client {
			return app.Nobody(t).With("Authorization", "Bearer ac_000000000000_"+secret.New())
		}},
		&callerKind{name: "wrong token beside live cookies", badToken: true, signIn: func(t *testing.T) *handlertest.Client {
			execute(t, app, "insert into system_users (name, email, permissions, status) values ('Mia', 'mia@acolhe.test', '[\"Administrador\"]', 'active') on conflict do nothing")
			return app.Nobody(t).WithCookie("service_oss_session", openSession(t, app, "system_users", "mia@acolhe.test")).
				With("Authorization", "Bearer ac_000000000000_"+secret.New())
		}},
		&callerKind{name: "password in place of a token", badToken: true, signIn: func(t *testing.T) *handlertest.Client {
			return app.Nobody(t).With("Authorization", "Basic Y2FtaWxhQGFjb2xoZS50ZXN0OkFjb2xoZSEyMDI2")
		}})
	return kinds
}

// storedToken is a row of users_api as written by SQL; expires and revoked are SQL expressions.
type storedToken struct {
	scopes                    []string
	partner, expires, revoked string
}

func (stored storedToken) write(t *testing.T, app *handlertest.App) (plaintext string) {
	t.Helper()
	prefix := fmt.Sprintf("%.12x", secret.New())
	plaintext = "ac_" + prefix + "_" + secret.New()
	execute(t, app, fmt.Sprintf(`insert into users_api (name, token_hash, token_prefix, scopes, internal_code, expires_at, revoked_at)
		values ('teste', $1, $2, to_jsonb($3::text[]), nullif($4, ''), %s, %s)`, orNull(stored.expires), orNull(stored.revoked)),
		secret.Hash(plaintext), prefix, stored.scopes, stored.partner)
	return plaintext
}

func orNull(expression string) string {
	if expression == "" {
		return "null"
	}
	return expression
}

// openSession stores a live session, whatever the account's status.
func openSession(t *testing.T, app *handlertest.App, table, email string) (token string) {
	t.Helper()
	column := map[string]string{"system_users": "email", "users": "email_account"}[table]
	token = secret.New()
	owner := map[string]string{"system_users": "operator_id", "users": "associate_id"}[table]
	execute(t, app, "insert into sessions (token, "+owner+", expires_at) select $1, id, now() + interval '7 days' from "+table+" where "+column+" = $2", secret.Hash(token), email)
	if app.Count(t, "sessions", "token = $1", secret.Hash(token)) != 1 {
		t.Fatalf("%s has no row in %s", email, table)
	}
	return token
}

func execute(t *testing.T, app *handlertest.App, statement string, arguments ...any) {
	t.Helper()
	if _, err := app.Pool.Exec(t.Context(), statement, arguments...); err != nil {
		t.Fatal(err)
	}
}
