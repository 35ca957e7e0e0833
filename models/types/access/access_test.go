package access

import (
	"strings"
	"testing"

	"acolhe/models/types/auth"
	"acolhe/models/types/errs"
)

// specifiedMatrix is the default matrix as the specification prints it, with the change of
// decisions.md for Produção and services and for the own record of a Profissional, and with R* of the portal. "–" means
// no action.
const specifiedMatrix = `
            Administrador Acolhimento Produção Financeiro Profissional
users             CRUD CRU  R  R  –
system_users      CRUD R    –  –  –
orders            CRUD CRUD RU RU –
services          CRUD CRUD RU RU R
products          CRUD R    RU R  –
professionals     CRUD RU   –  R  RU
reception         CRUD CRUD –  –  –
tags              CRUD CRUD R  R  –
reports           CRUD R    R  R  –
files             CRUD CRUD R  R  –
users_files       CRUD CRUD R  R  –
orders_files      CRUD CRUD R  R  –
services_files    CRUD CRUD RU R  –
users_api         CRUD –    –  –  –
`

func TestMatrix(t *testing.T) {
	lines := strings.Split(strings.TrimSpace(specifiedMatrix), "\n")
	roles := strings.Fields(lines[0])
	if len(lines)-1 != len(Collections()) {
		t.Errorf("%d collections, want %d", len(Collections()), len(lines)-1)
	}
	for _, line := range lines[1:] {
		cells := strings.Fields(line)
		for i, role := range roles {
			by := auth.Caller{Kind: auth.Operator, Roles: []auth.Role{auth.Role(role)}}
			for letter, action := range map[string]Action{"C": Create, "R": Read, "U": Update, "D": Delete} {
				want := strings.Contains(cells[i+1], letter)
				if got := Can(by, cells[0], action); got != want {
					t.Errorf("%s may %s %s: %v, want %v", role, action, cells[0], got, want)
				}
			}
		}
	}
}

func TestIsAdministrator_RestrictedScope(t *testing.T) {
	for name, c := range map[string]struct {
		by   auth.Caller
		want bool
	}{
		"administrator":    {auth.Caller{Kind: auth.Operator, Roles: []auth.Role{auth.Administrador}}, true},
		"reception":        {auth.Caller{Kind: auth.Operator, Roles: []auth.Role{auth.Acolhimento}}, false},
		"everything":       {auth.Caller{Kind: auth.Token, Scopes: []string{"*"}}, true},
		"restricted":       {auth.Caller{Kind: auth.Token, Scopes: []string{"items:users:*"}, Roles: []auth.Role{auth.API}}, false},
		"an associate":     {auth.Caller{Kind: auth.Associate}, false},
		"nobody":           {auth.Caller{}, false},
		"role on a token":  {auth.Caller{Kind: auth.Token, Roles: []auth.Role{auth.Administrador}}, false},
		"the program":      {auth.Caller{Kind: auth.System}, true},
		"scopes on nobody": {auth.Caller{Scopes: []string{"*"}}, false},
	} {
		if got := IsAdministrator(c.by); got != c.want {
			t.Errorf("%s: %v", name, got)
		}
	}
}

func TestRequire_Message(t *testing.T) {
	err := errs.As(Require(auth.Caller{Kind: auth.Operator, Roles: []auth.Role{auth.Financeiro}}, "orders", Delete))
	if err == nil || err.Kind != errs.KindForbidden || !strings.Contains(err.Message, "excluir pedidos") ||
		err.Denied != "orders.delete" {
		t.Errorf("refused with %v", err)
	}
	for _, collection := range append(Collections(), Freight) {
		token := errs.As(Require(auth.Caller{Kind: auth.Token}, collection, Delete))
		if token == nil || !strings.Contains(token.Message, "excluir "+collectionNames[collection]+": falta o escopo de "+collection) ||
			collectionNames[collection] == "" {
			t.Errorf("%s is refused to a token with %v", collection, token)
		}
	}
	if err := errs.As(Require(auth.Caller{}, "orders", Read)); err == nil || err.Kind != errs.KindUnauthenticated {
		t.Errorf("nobody is refused with %v", err)
	}
}
