// Package person says who is asking: an operator's session, an associate's session or
// an API token, resolved once per request and handed to every verb. What the person may
// do stands in models/types/access; how they came in, in models/sessions and models/tokens.
package auth

import (
	"slices"
	"time"

	"github.com/google/uuid"
)

// Kind is the channel a request came through.
type Kind string

// The kinds of caller. Nobody is the zero value.
const (
	Nobody    Kind = ""
	Operator  Kind = "operator"
	Associate Kind = "associate"
	Token     Kind = "api_key"
	// System acts for the program itself: jobs and the command line.
	System Kind = "system"
)

// Role is a role of an operator, spelled as the specification spells it.
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

// Roles lists the roles an operator may hold, in the order of GET /admin/roles.
func Roles() []Role {
	return []Role{Administrador, Acolhimento, Producao, Financeiro, Profissional}
}

// Caller is who is asking. The zero value is nobody.
type Caller struct {
	Kind Kind
	// ID is the row id in system_users, users or users_api.
	ID int64
	// Code is the user_code; empty for a token.
	Code     string
	Name     string
	LastName string
	Email    string
	Roles    []Role
	// InternalCode ties a Profissional, or a token bound to a partner, to the professional's
	// professional_code.
	InternalCode string
	// Scopes are those of an API token; empty for sessions.
	Scopes []string
	// Origin is where the request came from; empty for the program itself.
	Origin Origin
	// Now is the time of the request, in UTC.
	Now time.Time
}

// At returns the caller at another time.
func (p Caller) At(now time.Time) Caller {
	p.Now = now
	return p
}

// Origin is where somebody asks from, as security events record it.
type Origin struct {
	IP        string
	UserAgent string
}

// IsKnown tells a resolved caller from nobody.
func (p Caller) IsKnown() bool { return p.Kind != Nobody }

// Is reports whether an operator holds the role.
func (p Caller) Is(role Role) bool {
	return p.Kind == Operator && slices.Contains(p.Roles, role)
}

// OperatorCode is the user_code of an operator, for columns that refer to one; nil for anybody else.
func (p Caller) OperatorCode() *uuid.UUID {
	code, err := uuid.Parse(p.Code)
	if err != nil || p.Kind != Operator {
		return nil
	}
	return &code
}

// FullName joins the name and the last name.
func (p Caller) FullName() string {
	if p.LastName == "" {
		return p.Name
	}
	return p.Name + " " + p.LastName
}
