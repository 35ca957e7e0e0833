package access

import (
	"fmt"
	"slices"
	"strings"

	"acolhe/models/types/texts"
)

// Everything is the scope that permits everything, including the routes of administrators.
const Everything = "*"

// Scope is a scope of a token: the actions that it permits on a collection.
type Scope struct {
	Name       string
	Collection string
	Actions    []Action
}

// Collections of scopes without generic items.
const (
	Payment = "payment"
	Freight = "freight"
	DocSign = "doc_sign"
)

// itemScopes lists the suffixes of `items:{collection}:{word}` and the actions of each.
var itemScopes = []struct {
	word    string
	actions []Action
}{
	{"read", []Action{Read}},
	{"write", []Action{Create, Update}},
	{"delete", []Action{Delete}},
	{"*", []Action{Create, Read, Update, Delete}},
}

// otherScopes lists the scopes of the specification and of decisions.md ("Authentication") that
// do not begin with `items:`.
var otherScopes = []Scope{
	{"files:write", "files", []Action{Create}},
	{"reports:read", "reports", []Action{Read}},
	{"freight:quote", Freight, []Action{Read}},
	{"doc_sign:read", DocSign, []Action{Read}},
	{"doc_sign:write", DocSign, []Action{Create, Update}},
	{"modules:payment*", Payment, []Action{Create, Read, Update, Delete}},
}

var catalogue = slices.Concat([]Scope{{Name: Everything}}, itemScopeList(), otherScopes)

// Scopes returns every scope that a token may have; the first is Everything.
func Scopes() []Scope { return slices.Clone(catalogue) }

// ParseScope returns the scope with this name. The error is a message for people with the name and the reason.
func ParseScope(name string) (Scope, error) {
	known := slices.IndexFunc(catalogue, func(scope Scope) bool { return scope.Name == name })
	if known >= 0 {
		return catalogue[known], nil
	}
	return Scope{}, unknownScope(name)
}

// Allows reports whether the scope permits the action on the collection.
func (s Scope) Allows(collection string, action Action) bool {
	return s.Name == Everything || s.Collection == collection && slices.Contains(s.Actions, action)
}

// scopesAllow ignores stored names that are not in the catalogue.
func scopesAllow(names []string, collection string, action Action) bool {
	return slices.ContainsFunc(names, func(name string) bool {
		scope, err := ParseScope(name)
		return err == nil && scope.Allows(collection, action)
	})
}

func itemScopeList() []Scope {
	var scopes []Scope
	for _, collection := range Collections() {
		for _, item := range itemScopes {
			if !isItem(collection) || slices.ContainsFunc(item.actions, func(action Action) bool { return reserved(collection, action) }) {
				continue
			}
			scopes = append(scopes, Scope{"items:" + collection + ":" + item.word, collection, item.actions})
		}
	}
	return scopes
}

// isItem reports whether the collection has generic items; reports are computed, not stored.
func isItem(collection string) bool { return collection != "reports" }

// reserved reports whether no restricted scope permits the action: every action on tokens, and changing operators.
// Otherwise a token could make itself an administrator ("Authorization").
func reserved(collection string, action Action) bool {
	return collection == "users_api" || collection == "system_users" && action != Read
}

func unknownScope(name string) error {
	const shown = 80
	name = texts.Shorten(name, shown)
	parts := strings.Split(name, ":")
	if len(parts) != 3 || parts[0] != "items" {
		return fmt.Errorf("“%s” não é um escopo", name)
	}
	if !slices.Contains(Collections(), parts[1]) || !isItem(parts[1]) {
		return fmt.Errorf("“%s” não é um escopo: a coleção %s não existe", name, parts[1])
	}
	if reserved(parts[1], Update) {
		return fmt.Errorf("“%s” não é um escopo: só o acesso total (*) administra %s", name, parts[1])
	}
	return fmt.Errorf("“%s” não é um escopo: depois da coleção vem read, write, delete ou *", name)
}
