// Package tokens are the API tokens of scripts: issued once in plaintext, stored as a
// hash, listed, revoked, and resolved from the Authorization header. What a scope allows
// is in models/types/access; who may administer tokens is on the routes (administrators alone).
package tokens

import (
	"time"

	"acolhe/models/platform/db"

	"github.com/google/uuid"
)

// Token is a row of users_api without its hash, as it is listed.
type Token struct {
	ID   int64  `json:"id" gorm:"primaryKey"`
	Name string `json:"name" gorm:"column:name"`
	// TokenPrefix is the public middle of `ac_<prefix>_<secret>`; it distinguishes tokens.
	TokenPrefix string   `json:"token_prefix" gorm:"column:token_prefix"`
	Scopes      []string `json:"scopes" gorm:"serializer:json"`
	// InternalCode is the professional_code of the partner that the token is bound to.
	InternalCode *string    `json:"internal_code" gorm:"column:internal_code"`
	ExpiresAt    *time.Time `json:"expires_at" gorm:"column:expires_at"`
	RevokedAt    *time.Time `json:"revoked_at" gorm:"column:revoked_at"`
	// LastUsedAt is right to the minute; see Find.
	LastUsedAt  *time.Time `json:"last_used_at" gorm:"column:last_used_at"`
	DateCreated time.Time  `json:"date_created" gorm:"column:date_created"`
}

// TableName is the specification's name of the table.
func (Token) TableName() string { return "users_api" }

// Constraints says what the constraints of the table mean to people.
func (Token) Constraints() map[string]db.Constraint {
	return map[string]db.Constraint{
		"users_api_token_prefix_key": {Field: "prefix", Message: "Este token já foi criado."},
	}
}

// Status is whether a token opens anything.
type Status string

// The statuses of a token. A revoked one stays revoked when it also expires.
const (
	Active  Status = "active"
	Expired Status = "expired"
	Revoked Status = "revoked"
)

// Statuses lists the statuses in the order of the list's tabs.
func Statuses() []Status { return []Status{Active, Expired, Revoked} }

// Values lists the statuses as text, for the API document.
func (Status) Values() []string { return []string{string(Active), string(Expired), string(Revoked)} }

// StatusAt is the token's status at a moment.
func (t Token) StatusAt(now time.Time) Status {
	switch {
	case t.RevokedAt != nil:
		return Revoked
	case t.ExpiresAt != nil && !t.ExpiresAt.After(now):
		return Expired
	}
	return Active
}

// MayRestore reports whether a revocation can still be undone.
func (t Token) MayRestore(now time.Time) bool {
	return t.RevokedAt != nil && now.Sub(*t.RevokedAt) <= RestoreWindow
}

// stored is a row of users_api as it is written.
type tokenRow struct {
	Token
	TokenHash []byte        `gorm:"column:token_hash"`
	CreatedBy uuid.NullUUID `gorm:"column:created_by"`
}
