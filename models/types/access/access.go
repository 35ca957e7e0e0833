// Package access says who may do what: the role × collection × action matrix of the
// specification as one literal table, and the scopes of API tokens over the same names.
// It decides about collections; which rows a caller sees is in each area's query, which
// asks PartnerCode whose rows these are.
package access

import (
	"slices"
	"strings"

	"acolhe/models/types/auth"
	"acolhe/models/types/errs"
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
var matrix = map[string]map[auth.Role]string{
	"users":         {auth.Administrador: "CRUD", auth.Acolhimento: "CRU", auth.Producao: "R", auth.Financeiro: "R"},
	"system_users":  {auth.Administrador: "CRUD", auth.Acolhimento: "R"},
	"orders":        {auth.Administrador: "CRUD", auth.Acolhimento: "CRUD", auth.Producao: "RU", auth.Financeiro: "RU"},
	"services":      {auth.Administrador: "CRUD", auth.Acolhimento: "CRUD", auth.Producao: "RU", auth.Financeiro: "RU", auth.Profissional: "R"},
	"products":      {auth.Administrador: "CRUD", auth.Acolhimento: "R", auth.Producao: "RU", auth.Financeiro: "R"},
	"professionals": {auth.Administrador: "CRUD", auth.Acolhimento: "RU", auth.Financeiro: "R", auth.Profissional: "R"},
	"reception":     {auth.Administrador: "CRUD", auth.Acolhimento: "CRUD"},
	"tags":          {auth.Administrador: "CRUD", auth.Acolhimento: "CRUD", auth.Producao: "R", auth.Financeiro: "R"},
	"reports":       {auth.Administrador: "CRUD", auth.Acolhimento: "R", auth.Producao: "R", auth.Financeiro: "R"},
	"files":         {auth.Administrador: "CRUD", auth.Acolhimento: "CRUD", auth.Producao: "R", auth.Financeiro: "R"},
	"users_files":   {auth.Administrador: "CRUD", auth.Acolhimento: "CRUD", auth.Producao: "R", auth.Financeiro: "R"},
	"orders_files":  {auth.Administrador: "CRUD", auth.Acolhimento: "CRUD", auth.Producao: "R", auth.Financeiro: "R"},
	// Produção has RU on services and services_files while role_pages opens the page to it (decisions.md).
	"services_files": {auth.Administrador: "CRUD", auth.Acolhimento: "CRUD", auth.Producao: "RU", auth.Financeiro: "R"},
	"users_api":      {auth.Administrador: "CRUD"},
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

// HasItems reports whether the generic routes know the collection: all of the matrix but reports,
// which is none.
func HasItems(collection string) bool {
	_, known := matrix[collection]
	return known && collection != "reports"
}

// Can reports whether the person may do the action to the collection: an operator by the
// matrix, a token by its scopes, the program itself always, an associate never.
func Can(by auth.Caller, collection string, action Action) bool {
	switch by.Kind {
	case auth.System:
		return true
	case auth.Operator:
		if collection == Freight {
			// Freight is for the roles of the checkout ("Freight facade").
			collection, action = "orders", Create
		}
		return slices.ContainsFunc(by.Roles, func(role auth.Role) bool {
			return strings.Contains(matrix[collection][role], letters[action])
		})
	case auth.Token:
		_, bound := PartnerCode(by)
		return scopesAllow(by.Scopes, collection, action) && (!bound || partnerMay(collection, action))
	}
	return false
}

// Require is Can as an error: 401 for nobody, 403 naming the action and the collection.
func Require(by auth.Caller, collection string, action Action) error {
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
func IsAdministrator(by auth.Caller) bool {
	switch by.Kind {
	case auth.System:
		return true
	case auth.Operator:
		return by.Is(auth.Administrador)
	case auth.Token:
		_, bound := PartnerCode(by)
		return slices.Contains(by.Scopes, Everything) && !bound
	}
	return false
}
