// Package access says who may do what: the role × collection × action matrix of the
// specification as one literal table, and the scopes of API tokens over the same names.
// It decides about collections; which rows a caller sees is in each area's query, which
// asks PartnerCode whose rows these are.
package access

import (
	"slices"
	"strings"

	"acolhe/models/errs"
	"acolhe/models/person"
)

// Action is what is done to a collection.
type Action string

// The four actions.
const (
	Create Action = "create"
	Read   Action = "read"
	Update Action = "update"
	Delete Action = "delete"
)

// matrix is the default matrix of the specification ("Authorization"), a line each:
// C create, R read, U update, D delete. An absent role may do nothing. Read limited to
// the own professional code (R*) is R here: the area's query does the limiting.
var matrix = map[string]map[person.Role]string{
	"users":         {person.Administrador: "CRUD", person.Acolhimento: "CRU", person.Producao: "R", person.Financeiro: "R"},
	"system_users":  {person.Administrador: "CRUD", person.Acolhimento: "R"},
	"orders":        {person.Administrador: "CRUD", person.Acolhimento: "CRUD", person.Producao: "RU", person.Financeiro: "RU"},
	"services":      {person.Administrador: "CRUD", person.Acolhimento: "CRUD", person.Producao: "RU", person.Financeiro: "RU", person.Profissional: "R"},
	"products":      {person.Administrador: "CRUD", person.Acolhimento: "R", person.Producao: "RU", person.Financeiro: "R"},
	"professionals": {person.Administrador: "CRUD", person.Acolhimento: "RU", person.Financeiro: "R", person.Profissional: "R"},
	"reception":     {person.Administrador: "CRUD", person.Acolhimento: "CRUD"},
	"tags":          {person.Administrador: "CRUD", person.Acolhimento: "CRUD", person.Producao: "R", person.Financeiro: "R"},
	"reports":       {person.Administrador: "CRUD", person.Acolhimento: "R", person.Producao: "R", person.Financeiro: "R"},
	"files":         {person.Administrador: "CRUD", person.Acolhimento: "CRUD", person.Producao: "R", person.Financeiro: "R"},
	"users_files":   {person.Administrador: "CRUD", person.Acolhimento: "CRUD", person.Producao: "R", person.Financeiro: "R"},
	"orders_files":  {person.Administrador: "CRUD", person.Acolhimento: "CRUD", person.Producao: "R", person.Financeiro: "R"},
	// Produção has RU on services and services_files while role_pages opens the page to it (decisions.md).
	"services_files": {person.Administrador: "CRUD", person.Acolhimento: "CRUD", person.Producao: "RU", person.Financeiro: "R"},
	"users_api":      {person.Administrador: "CRUD"},
}

var letters = map[Action]string{Create: "C", Read: "R", Update: "U", Delete: "D"}

// Collections lists the collections of the matrix, sorted.
func Collections() []string {
	names := make([]string, 0, len(matrix))
	for name := range matrix {
		names = append(names, name)
	}
	slices.Sort(names)
	return names
}

// HasItems tells whether the generic routes know the collection: all of the matrix but reports,
// which is none.
func HasItems(collection string) bool {
	_, known := matrix[collection]
	return known && collection != "reports"
}

// Can tells whether the person may do the action to the collection: an operator by the
// matrix, a token by its scopes, the program itself always, an associate never.
func Can(by person.Person, collection string, action Action) bool {
	switch by.Kind {
	case person.System:
		return true
	case person.Operator:
		if collection == Freight {
			// Freight is for the roles of the checkout ("Freight facade").
			collection, action = "orders", Create
		}
		return slices.ContainsFunc(by.Roles, func(role person.Role) bool {
			return strings.Contains(matrix[collection][role], letters[action])
		})
	case person.Token:
		_, bound := PartnerCode(by)
		return scopesAllow(by.Scopes, collection, action) && (!bound || partnerMay(collection, action))
	}
	return false
}

// Require is Can as an error: 401 for nobody, 403 naming the action and the collection.
func Require(by person.Person, collection string, action Action) error {
	if !by.IsKnown() {
		return errs.Unauthenticated("Entre para continuar.")
	}
	if Can(by, collection, action) {
		return nil
	}
	return errs.Forbidden(refusal(by, collection, action))
}

// IsAdministrator tells an Administrador's session or a token with scope `*`; a restricted
// scope never passes ("General rules", Authorization), nor does a token bound to a partner.
func IsAdministrator(by person.Person) bool {
	switch by.Kind {
	case person.System:
		return true
	case person.Operator:
		return by.Is(person.Administrador)
	case person.Token:
		_, bound := PartnerCode(by)
		return slices.Contains(by.Scopes, Everything) && !bound
	}
	return false
}
