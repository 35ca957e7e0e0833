// Package access decides on permissions: it holds the role × collection × action matrix of the specification as one
// literal table, and the scopes of API tokens for the same collections. It decides on collections; each area's query
// limits the rows, with PartnerCode for a caller who sees only those of one professional.
package access

import (
	"slices"
	"strings"

	"acolhe/models/types/auth"
)

// Action is an operation on a collection.
type Action string

// The four actions.
const (
	Create Action = "create"
	Read   Action = "read"
	Update Action = "update"
	Delete Action = "delete"
)

// matrix is the default matrix of the specification ("Authorization"), one line per collection: C create, R read, U
// update, D delete. A role without an entry has no permission. A small letter is permitted while `role_pages` opens the
// page of services to the role (decisions.md, "Produção on services"). R* of the specification, limited to the own
// professional code, is R here; the area's query limits the rows. A Profissional changes two fields of the own record
// (decisions.md), which package professionals checks.
var matrix = map[string]map[auth.Role]string{
	"users":        {auth.Administrador: "CRUD", auth.Acolhimento: "CRU", auth.Producao: "R", auth.Financeiro: "R"},
	"system_users": {auth.Administrador: "CRUD", auth.Acolhimento: "R"},
	"orders":       {auth.Administrador: "CRUD", auth.Acolhimento: "CRUD", auth.Producao: "RU", auth.Financeiro: "RU"},
	"services": {auth.Administrador: "CRUD", auth.Acolhimento: "CRUD", auth.Producao: "ru", auth.Financeiro: "RU",
		auth.Profissional: "R"},
	"products":       {auth.Administrador: "CRUD", auth.Acolhimento: "R", auth.Producao: "RU", auth.Financeiro: "R"},
	"professionals":  {auth.Administrador: "CRUD", auth.Acolhimento: "RU", auth.Financeiro: "R", auth.Profissional: "RU"},
	"reception":      {auth.Administrador: "CRUD", auth.Acolhimento: "CRUD"},
	"tags":           {auth.Administrador: "CRUD", auth.Acolhimento: "CRUD", auth.Producao: "R", auth.Financeiro: "R"},
	"reports":        {auth.Administrador: "CRUD", auth.Acolhimento: "R", auth.Producao: "R", auth.Financeiro: "R"},
	"files":          {auth.Administrador: "CRUD", auth.Acolhimento: "CRUD", auth.Producao: "R", auth.Financeiro: "R"},
	"users_files":    {auth.Administrador: "CRUD", auth.Acolhimento: "CRUD", auth.Producao: "R", auth.Financeiro: "R"},
	"orders_files":   {auth.Administrador: "CRUD", auth.Acolhimento: "CRUD", auth.Producao: "R", auth.Financeiro: "R"},
	"services_files": {auth.Administrador: "CRUD", auth.Acolhimento: "CRUD", auth.Producao: "ru", auth.Financeiro: "R"},
	"users_api":      {auth.Administrador: "CRUD"},

	// What follows is no collection but guarded alike: quotes for the roles of the checkout ("Freight facade"), contracts
	// for those that receive associates ("Doc-sign access"), writing the terms, and closing months and paying professionals.
	Freight:    {auth.Administrador: "R", auth.Acolhimento: "R"},
	DocSign:    {auth.Administrador: "CRU", auth.Acolhimento: "CRU"},
	terms:      {auth.Administrador: "U", auth.ManageTerms: "U"},
	settlement: {auth.Administrador: "U", auth.Financeiro: "U"},
}

// Lines of the matrix that only this package names.
const (
	terms      = "terms"
	settlement = "settlement"
)

// facades are the lines of the matrix that are no collections.
var facades = []string{Freight, DocSign, terms, settlement}

var actionLetters = map[Action]string{Create: "C", Read: "R", Update: "U", Delete: "D"}

// Collections returns the names of the collections of the matrix, sorted.
func Collections() []string {
	names := make([]string, 0, len(matrix))
	for name := range matrix {
		if !slices.Contains(facades, name) {
			names = append(names, name)
		}
	}
	slices.Sort(names)
	return names
}

// HasItems reports whether the generic item routes serve the collection. Reports, which are computed, have no items.
func HasItems(collection string) bool {
	return collection != "reports" && slices.Contains(Collections(), collection)
}

// Can reports whether the caller may do the action on the collection: an operator by the matrix,
// a token by its scopes, the program itself always, an associate never.
func Can(by auth.Caller, collection string, action Action) bool {
	switch by.Kind {
	case auth.System:
		return true
	case auth.Operator:
		return slices.ContainsFunc(by.Roles, func(role auth.Role) bool {
			return grants(by, role, collection, action)
		})
	case auth.Token:
		_, bound := PartnerCode(by)
		return scopesAllow(by.Scopes, collection, action) && (!bound || partnerCan(collection, action))
	}
	return false
}

// grants reports whether a role of an operator grants the action.
func grants(by auth.Caller, role auth.Role, collection string, action Action) bool {
	letter, allowed := actionLetters[action], matrix[collection][role]
	return strings.Contains(allowed, letter) || strings.Contains(allowed, strings.ToLower(letter)) && opens(by, "services")
}

// CanOpen reports whether the caller may do the action on the pages of the collection: Can, and the page is not closed to
// their roles.
func CanOpen(by auth.Caller, collection string, action Action) bool {
	return Can(by, collection, action) && opens(by, collection)
}

func opens(by auth.Caller, page string) bool { return !slices.Contains(by.Closed, page) }

// Pages are the collections with pages that `role_pages` can close.
func Pages() []string {
	return []string{"users", "orders", "services", "products", "tags", DocSign, "reports"}
}

// CanSettle reports whether the caller closes months and pays professionals: Financeiro and administrators.
func CanSettle(by auth.Caller) bool { return Can(by, settlement, Update) }

// CanManageTerms reports whether the caller writes and publishes the terms: administrators, and operators with
// auth.ManageTerms.
func CanManageTerms(by auth.Caller) bool { return Can(by, terms, Update) }

// IsAdministrator reports whether the caller is an operator with the role Administrador or a
// token with scope `*`. A restricted scope is never enough ("General rules", Authorization), and
// a token bound to a partner is never an administrator's.
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
