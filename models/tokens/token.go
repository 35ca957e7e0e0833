// Package tokens holds the API tokens of scripts: issued once in plaintext, stored as a hash,
// listed, revoked, and resolved from the Authorization header. Package access defines the scopes;
// the routes allow only administrators to manage tokens.
package tokens

import (
	"time"

	"github.com/google/uuid"

	"acolhe/models/platform/db"
)

// Token is a row of users_api without its hash.
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
	// LastUsedAt is exact to the minute; see useInterval.
	LastUsedAt  *time.Time `json:"last_used_at" gorm:"column:last_used_at"`
	DateCreated time.Time  `json:"date_created" gorm:"column:date_created"`
	// WithoutHealth hides the fields about health from the token.
	WithoutHealth bool `json:"-" gorm:"column:without_health"`
}

// TableName returns the name of the table.
func (Token) TableName() string { return "users_api" }

// Constraints implements db.Constrained.
func (Token) Constraints() map[string]db.Constraint {
	return map[string]db.Constraint{
		"users_api_token_prefix_key": {Field: "prefix", Message: "Este token já foi criado."},
	}
}

// Status is the validity of a token.
type Status string

// The statuses of a token. A revoked token that expires is still Revoked.
const (
	Active  Status = "active"
	Expired Status = "expired"
	Revoked Status = "revoked"
)

// Statuses returns the statuses in the order of the list's tabs.
func Statuses() []Status { return []Status{Active, Expired, Revoked} }

// Values returns the statuses as text, for the API document.
func (Status) Values() []string { return []string{string(Active), string(Expired), string(Revoked)} }

// StatusAt returns the token's status at a time.
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

// tokenRow is a row of users_api with its hash, to insert.
type tokenRow struct {
	Token
	TokenHash []byte        `gorm:"column:token_hash"`
	CreatedBy uuid.NullUUID `gorm:"column:created_by"`
}
