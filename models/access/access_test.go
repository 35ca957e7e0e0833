package access

import (
	"strings"
	"testing"

	"acolhe/models/errs"
	"acolhe/models/person"
)

// specified is the default matrix as the specification prints it, with decisions.md on
// Produção and services, and the portal's R*. "–" is none.
const specified = `
            Administrador Acolhimento Produção Financeiro Profissional
users             CRUD CRU  R  R  –
system_users      CRUD R    –  –  –
orders            CRUD CRUD RU RU –
services          CRUD CRUD RU RU R
products          CRUD R    RU R  –
professionals     CRUD RU   –  R  R
reception         CRUD CRUD –  –  –
tags              CRUD CRUD R  R  –
reports           CRUD R    R  R  –
files             CRUD CRUD R  R  –
users_files       CRUD CRUD R  R  –
orders_files      CRUD CRUD R  R  –
services_files    CRUD CRUD RU R  –
users_api         CRUD –    –  –  –
`

func TestMatrixIsTheSpecification(t *testing.T) {
	lines := strings.Split(strings.TrimSpace(specified), "\n")
	roles := strings.Fields(lines[0])
	if len(lines)-1 != len(Collections()) {
		t.Errorf("%d collections, want %d", len(Collections()), len(lines)-1)
	}
	for _, line := range lines[1:] {
		cells := strings.Fields(line)
		for i, role := range roles {
			by := person.Person{Kind: person.Operator, Roles: []person.Role{person.Role(role)}}
			for letter, action := range map[string]Action{"C": Create, "R": Read, "U": Update, "D": Delete} {
				want := strings.Contains(cells[i+1], letter)
				if got := Can(by, cells[0], action); got != want {
					t.Errorf("%s may %s %s: %v, want %v", role, action, cells[0], got, want)
				}
			}
		}
	}
}

func TestAdministratorsRoutesTakeNoRestrictedScope(t *testing.T) {
	for name, c := range map[string]struct {
		by   person.Person
		want bool
	}{
		"administrator":    {person.Person{Kind: person.Operator, Roles: []person.Role{person.Administrador}}, true},
		"reception":        {person.Person{Kind: person.Operator, Roles: []person.Role{person.Acolhimento}}, false},
		"everything":       {person.Person{Kind: person.Token, Scopes: []string{"*"}}, true},
		"restricted":       {person.Person{Kind: person.Token, Scopes: []string{"items:users:*"}, Roles: []person.Role{person.API}}, false},
		"an associate":     {person.Person{Kind: person.Associate}, false},
		"nobody":           {person.Person{}, false},
		"role on a token":  {person.Person{Kind: person.Token, Roles: []person.Role{person.Administrador}}, false},
		"the program":      {person.Person{Kind: person.System}, true},
		"scopes on nobody": {person.Person{Scopes: []string{"*"}}, false},
	} {
		if got := IsAdministrator(c.by); got != c.want {
			t.Errorf("%s: %v", name, got)
		}
	}
}

func TestRequireNamesActionAndCollection(t *testing.T) {
	err := errs.As(Require(person.Person{Kind: person.Operator, Roles: []person.Role{person.Financeiro}}, "orders", Delete))
	if err == nil || err.Kind != errs.KindForbidden || !strings.Contains(err.Message, "excluir pedidos") {
		t.Errorf("refused with %v", err)
	}
	for _, collection := range append(Collections(), Freight) {
		token := errs.As(Require(person.Person{Kind: person.Token}, collection, Delete))
		if token == nil || !strings.Contains(token.Message, "excluir "+collectionWords[collection]+": falta o escopo de "+collection) || collectionWords[collection] == "" {
			t.Errorf("%s is refused to a token with %v", collection, token)
		}
	}
	if err := errs.As(Require(person.Person{}, "orders", Read)); err == nil || err.Kind != errs.KindUnauthenticated {
		t.Errorf("nobody is refused with %v", err)
	}
}
