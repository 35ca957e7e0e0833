// Package operators holds the accounts of the people who sign in to the panel: invites,
// authentication, passwords and the first administrator. Package sessions has the sessions, and
// package access the permissions.
package operators

import (
	"maps"
	"time"

	"github.com/google/uuid"

	"acolhe/models/platform/db"
	"acolhe/models/platform/security"
	"acolhe/models/types/auth"
	"acolhe/models/types/errs"
)

// Status is the state of an operator's account.
type Status string

// The states of the specification ("Operator account").
const (
	Pending  Status = "pending"
	Active   Status = "active"
	Inactive Status = "inactive"
)

// Statuses returns the statuses in the order of an account's life.
func Statuses() []Status { return []Status{Pending, Active, Inactive} }

// Values returns the statuses as text, for the API document.
func (Status) Values() []string { return []string{string(Pending), string(Active), string(Inactive)} }

// CodeTokenInvalid refuses an invite or reset token that is unknown, used, replaced or expired.
const CodeTokenInvalid = errs.CodeTokenInvalid

// InviteLifetime is the validity of an invite (decisions.md, "Authentication").
const InviteLifetime = 7 * 24 * time.Hour

// Operator is a row of system_users, which is never part of a response: Account and Record are. Its version is that of
// the Record, because signing in, choosing a password and accepting an invite do not conflict with an open form.
type Operator struct {
	ID           int64       `gorm:"primaryKey"`
	UserCode     uuid.UUID   `gorm:"type:uuid"`
	Name         string      `gorm:"column:name"`
	LastName     string      `gorm:"column:last_name"`
	Email        string      `gorm:"column:email"`
	Permissions  []auth.Role `gorm:"serializer:json"`
	InternalCode *string     `gorm:"column:internal_code"`
	Status       Status      `gorm:"column:status" version:"-"`
	Password     *string     `gorm:"column:password" version:"-"`
	LastLoginAt  *time.Time  `gorm:"column:last_login_at" version:"-"`
	// Only the hashes (secret.Hash) of tokens are stored; a token and its expiry are both set or both null.
	InviteToken          []byte     `gorm:"column:invite_token" version:"-"`
	InviteExpires        *time.Time `gorm:"column:invite_expires" version:"-"`
	PasswordResetToken   []byte     `gorm:"column:password_reset_token" version:"-"`
	PasswordResetExpires *time.Time `gorm:"column:password_reset_expires" version:"-"`
	// SecondStepAt is since when the account has a second factor; nil without one.
	SecondStepAt *time.Time `gorm:"column:second_step_at" version:"-"`
	IsSample     bool       `gorm:"column:is_sample"`
	DateCreated  time.Time  `gorm:"column:date_created"`
	DateUpdated  time.Time  `gorm:"column:date_updated"`
}

// TableName returns the name of the table.
func (Operator) TableName() string { return "system_users" }

// Constraints implements db.Constrained.
func (Operator) Constraints() map[string]db.Constraint {
	return map[string]db.Constraint{
		"system_users_email_key":                {Field: "email", Message: "Já existe um operador com este e-mail."},
		"system_users_profissional_alone_check": {Field: "permissions", Message: "o papel Profissional não se combina com outro"},
	}
}

// Account is the operator's own account for its owner (POST /auth/login, GET /auth/me).
type Account struct {
	ID           int64       `json:"id"`
	UserCode     string      `json:"user_code"`
	Name         string      `json:"name"`
	LastName     string      `json:"last_name"`
	Email        string      `json:"email"`
	Permissions  []auth.Role `json:"permissions"`
	InternalCode *string     `json:"internal_code"`
}

// AccountOf returns the account of a signed-in operator.
func AccountOf(by auth.Caller) Account {
	account := Account{ID: by.ID, UserCode: by.Code, Name: by.Name, LastName: by.LastName, Email: by.Email, Permissions: by.Roles}
	if by.InternalCode != "" {
		account.InternalCode = &by.InternalCode
	}
	return account
}

// Caller returns the operator as a caller.
func (o Operator) Caller() auth.Caller {
	by := auth.Caller{
		Kind: auth.Operator, ID: o.ID, Code: o.UserCode.String(),
		Name: o.Name, LastName: o.LastName, Email: o.Email, Roles: o.Permissions,
	}
	if o.InternalCode != nil {
		by.InternalCode = *o.InternalCode
	}
	return by
}

// callerLike returns the operator as a caller with the origin and the time of another.
func (o Operator) callerLike(by auth.Caller) auth.Caller {
	caller := o.Caller()
	caller.Origin, caller.Now = by.Origin, by.Now
	return caller
}

// event returns an event about the operator. It includes the name, because the account may be
// removed later.
func (o Operator) event(kind security.Kind, particulars map[string]any) security.Event {
	details := map[string]any{"name": o.Caller().FullName()}
	maps.Copy(details, particulars)
	return security.Event{Kind: kind, Subject: o.UserCode.String(), Details: details}
}
