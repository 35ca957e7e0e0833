package access

import (
	"slices"
	"strings"
	"testing"

	"acolhe/models/types/auth"
)

// Every scope of a token: the named ones, and four for each collection of decisions.md. There is no scope for tokens,
// and only one to read operators.
const (
	catalogued = `* files:write reports:read freight:quote doc_sign:read doc_sign:write modules:payment* items:system_users:read`
	writable   = `users orders services products professionals reception tags files users_files orders_files services_files`
)

func TestScopes_Catalogue(t *testing.T) {
	want := strings.Fields(catalogued)
	for _, collection := range strings.Fields(writable) {
		for _, word := range []string{"read", "write", "delete", "*"} {
			want = append(want, "items:"+collection+":"+word)
		}
	}
	var got []string
	for _, scope := range Scopes() {
		got = append(got, scope.Name)
	}
	slices.Sort(got)
	slices.Sort(want)
	if !slices.Equal(got, want) {
		t.Errorf("the catalogue is\n%v, want\n%v", got, want)
	}
}

func TestParseScope_Unknown(t *testing.T) {
	for name, why := range map[string]string{
		"":                         "não é um escopo",
		"everything":               "não é um escopo",
		"**":                       "não é um escopo",
		"items:*":                  "não é um escopo",
		"items:*:read":             "a coleção * não existe",
		"items:pets:read":          "a coleção pets não existe",
		"items:reports:read":       "a coleção reports não existe",
		"items:tokens:read":        "a coleção tokens não existe",
		"items:users_api:read":     "só o acesso total (*) administra users_api",
		"items:users_api:*":        "só o acesso total (*) administra users_api",
		"items:system_users:write": "só o acesso total (*) administra system_users",
		"items:system_users:*":     "só o acesso total (*) administra system_users",
		"items:orders:create":      "read, write, delete ou *",
		"items:orders:read ":       "read, write, delete ou *",
		"ITEMS:orders:read":        "não é um escopo",
		"files:read":               "não é um escopo",
		"modules:payment":          "não é um escopo",
		"modules:paymentx":         "não é um escopo",
	} {
		_, err := ParseScope(name)
		if err == nil || !strings.Contains(err.Error(), why) || !strings.Contains(err.Error(), "“"+name+"”") {
			t.Errorf("%q is refused with %v", name, err)
		}
	}
	if _, err := ParseScope(strings.Repeat("ã", 5000)); len(err.Error()) > 300 {
		t.Errorf("the refusal is %d bytes long", len(err.Error()))
	}
}

func TestCan_Scopes(t *testing.T) {
	for _, c := range []struct {
		scope      string
		collection string
		action     Action
		want       bool
	}{
		{"*", "orders", Delete, true},
		{"*", "users_api", Delete, true},
		{"*", "system_users", Create, true},
		{"*", "doc_sign", Update, true},
		{"items:orders:*", "orders", Delete, true},
		{"items:orders:read", "orders", Read, true},
		{"items:orders:read", "orders", Create, false},
		{"items:orders:write", "orders", Create, true},
		{"items:orders:write", "orders", Update, true},
		{"items:orders:write", "orders", Read, false},
		{"items:orders:write", "orders", Delete, false},
		{"items:orders:delete", "orders", Delete, true},
		{"items:orders:delete", "orders", Update, false},
		{"items:orders:*", "users", Read, false},
		{"items:*:read", "orders", Read, false},
		{"items:system_users:read", "system_users", Read, true},
		// Scopes that a row of the table could hold although Issue refuses them.
		{"items:system_users:*", "system_users", Create, false},
		{"items:users_api:*", "users_api", Read, false},
		{"items:reports:read", "reports", Read, false},
		{"files:write", "files", Create, true},
		{"files:write", "files", Read, false},
		{"files:write", "users_files", Create, false},
		{"reports:read", "reports", Read, true},
		{"reports:read", "reports", Update, false},
		{"freight:quote", "freight", Read, true},
		{"doc_sign:read", "doc_sign", Read, true},
		{"doc_sign:read", "doc_sign", Create, false},
		{"doc_sign:write", "doc_sign", Create, true},
		{"doc_sign:write", "doc_sign", Read, false},
		{"modules:payment*", "payment", Delete, true},
		{"modules:payment*", "orders", Read, false},
	} {
		by := auth.Caller{Kind: auth.Token, Scopes: []string{c.scope}}
		if got := Can(by, c.collection, c.action); got != c.want {
			t.Errorf("%s may %s %s: %v", c.scope, c.action, c.collection, got)
		}
	}
}

// A token bound to a partner reads services, professionals and reports, whatever its scopes.
func TestCan_BoundToken(t *testing.T) {
	for _, scope := range Scopes() {
		by := auth.Caller{Kind: auth.Token, Scopes: []string{scope.Name}, InternalCode: "RENATA-CRM"}
		if IsAdministrator(by) {
			t.Errorf("%s makes a bound token an administrator", scope.Name)
		}
		for _, collection := range append(Collections(), Payment, Freight, DocSign) {
			for _, action := range []Action{Create, Read, Update, Delete} {
				readable := action == Read && slices.Contains([]string{"services", "professionals", "reports"}, collection)
				if got, want := Can(by, collection, action), readable && scope.Allows(collection, action); got != want {
					t.Errorf("bound and %s: may %s %s is %v", scope.Name, action, collection, got)
				}
			}
		}
		fitting := []string{"items:services:read", "items:professionals:read", "reports:read"}
		if scope.FitsPartner() != slices.Contains(fitting, scope.Name) {
			t.Errorf("%s fits a partner: %v", scope.Name, scope.FitsPartner())
		}
	}
}

func TestPartnerCode(t *testing.T) {
	for name, c := range map[string]struct {
		by    auth.Caller
		code  string
		bound bool
	}{
		"professional":             {auth.Caller{Kind: auth.Operator, Roles: []auth.Role{auth.Profissional}, InternalCode: "A"}, "A", true},
		"professional without one": {auth.Caller{Kind: auth.Operator, Roles: []auth.Role{auth.Profissional}}, "", true},
		"bound token":              {auth.Caller{Kind: auth.Token, InternalCode: "A"}, "A", true},
		"token":                    {auth.Caller{Kind: auth.Token}, "", false},
		"staff with a code":        {auth.Caller{Kind: auth.Operator, Roles: []auth.Role{auth.Financeiro}, InternalCode: "A"}, "", false},
		"associate":                {auth.Caller{Kind: auth.Associate}, "", false},
		"nobody":                   {auth.Caller{}, "", false},
	} {
		if code, bound := PartnerCode(c.by); code != c.code || bound != c.bound {
			t.Errorf("%s: %q, %v", name, code, bound)
		}
	}
}
