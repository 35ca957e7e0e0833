// Package auth defines the caller of a request: an operator, an associate, an API token or the program itself, resolved
// once per request and passed to every verb. Package access decides on permissions; packages sessions and tokens
// resolve callers.
package auth

import (
	"slices"
	"time"

	"github.com/google/uuid"
)

// Kind is the kind of a caller, as history and events store it.
type Kind string

// The kinds of caller. Nobody is the zero value.
const (
	Nobody    Kind = ""
	Operator  Kind = "operator"
	Associate Kind = "associate"
	Token     Kind = "api_key"
	// System is the program itself, in jobs and on the command line.
	System Kind = "system"
)

// Role is a role of an operator, as named in the specification.
type Role string

// The roles of the specification.
const (
	Administrador Role = "Administrador"
	Acolhimento   Role = "Acolhimento"
	Producao      Role = "Produção"
	Financeiro    Role = "Financeiro"
	Profissional  Role = "Profissional"
	// API is reserved for integration tokens; no operator holds it.
	API Role = "api"
)

// Roles returns the roles that an operator may hold, in the order of GET /admin/roles.
func Roles() []Role {
	return []Role{Administrador, Acolhimento, Producao, Financeiro, Profissional}
}

// ManageTerms is a permission that an operator may hold beside a role: to write and publish the terms (specification,
// "Doc-sign access").
const ManageTerms Role = "doc_sign.manage"

// Permissions returns what `permissions` of an operator may hold: the roles, and ManageTerms.
func Permissions() []Role { return append(Roles(), ManageTerms) }

// Label returns the name of the role or permission for people.
func (r Role) Label() string {
	if r == ManageTerms {
		return "Modelos de termo"
	}
	return string(r)
}

// Caller is the caller of a verb with the time of the call. The zero value is an unknown caller.
type Caller struct {
	Kind Kind
	// ID is the id of the row in system_users, users or users_api.
	ID int64
	// Code is the user_code; empty for a token.
	Code     string
	Name     string
	LastName string
	Email    string
	Roles    []Role
	// InternalCode is the professional_code to which a Profissional, or a token of a partner, is
	// bound.
	InternalCode string
	// Scopes are the scopes of an API token; empty for sessions.
	Scopes []string
	// WithoutHealth reports a token that never gets the fields about health.
	WithoutHealth bool
	// Closed are the collections whose pages the configuration closes to an operator (`role_pages`); package access
	// applies them.
	Closed []string
	// Hidden are the kinds of data that lists hide from an operator (`access.hide_*`).
	Hidden []Private
	// AsksReason reports that the configuration asks an operator why they need a record (`access.ask_reason`).
	AsksReason bool
	// Session is the id of the session of an operator or associate; 0 for a token and outside requests.
	Session int64
	// IsShared reports a session on a shared computer, which ends after minutes without use.
	IsShared bool
	// SecondStep is the second step of an operator's session.
	SecondStep SecondStep
	// Origin is the client of the request; empty for the program itself.
	Origin Origin
	// Now is the time of the request, in UTC.
	Now time.Time
}

// At returns the caller at another time.
func (p Caller) At(now time.Time) Caller {
	p.Now = now
	return p
}

// AsSystem returns the program itself in place of the caller, for a verb that refers to rows outside the caller's
// permissions.
func (p Caller) AsSystem() Caller { return Caller{Kind: System, Now: p.Now} }

// Origin is the client of a request, as security events record it.
type Origin struct {
	IP        string
	UserAgent string
}

// IsKnown reports whether the caller was resolved.
func (p Caller) IsKnown() bool { return p.Kind != Nobody }

// Is reports whether the caller is an operator with the role.
func (p Caller) Is(role Role) bool {
	return p.Kind == Operator && slices.Contains(p.Roles, role)
}

// OperatorCode returns the user_code of an operator, for columns that refer to one; nil for other callers.
func (p Caller) OperatorCode() *uuid.UUID {
	code, err := uuid.Parse(p.Code)
	if err != nil || p.Kind != Operator {
		return nil
	}
	return &code
}

// FullName returns the name and the last name.
func (p Caller) FullName() string {
	if p.LastName == "" {
		return p.Name
	}
	return p.Name + " " + p.LastName
}
