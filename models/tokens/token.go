// Package tokens are the API tokens of scripts: issued once in plaintext, stored as a
// hash, and resolved from the Authorization header. What a scope allows is in
// models/access; the routes that administer tokens are not here yet.
package tokens

import (
	"context"
	"crypto/rand"
	"encoding/hex"
	"strings"
	"time"

	"acolhe/models/db"
	"acolhe/models/errs"
	"acolhe/models/person"
	"acolhe/models/secret"
)

// Token is a row of users_api.
type Token struct {
	ID          int64      `gorm:"primaryKey"`
	Name        string     `gorm:"column:name"`
	TokenHash   []byte     `gorm:"column:token_hash"`
	TokenPrefix string     `gorm:"column:token_prefix"`
	Scopes      []string   `gorm:"serializer:json"`
	ExpiresAt   *time.Time `gorm:"column:expires_at"`
	RevokedAt   *time.Time `gorm:"column:revoked_at"`
	DateCreated time.Time  `gorm:"column:date_created"`
}

// TableName is the specification's name of the table.
func (Token) TableName() string { return "users_api" }

// IssueInput names a token and what it may do.
type IssueInput struct {
	Name      string
	Scopes    []string
	ExpiresAt *time.Time
}

// Issue makes a token and gives its plaintext, `ac_<prefix>_<secret>` with 256 bits of
// randomness; it is not kept and cannot be shown again.
func Issue(ctx context.Context, tx *db.DB, input IssueInput, now time.Time) (plaintext string, err error) {
	var random [6]byte
	rand.Read(random[:])
	prefix := hex.EncodeToString(random[:])
	plaintext = "ac_" + prefix + "_" + secret.New()
	token := Token{
		Name: input.Name, Scopes: input.Scopes, ExpiresAt: input.ExpiresAt,
		TokenPrefix: prefix, TokenHash: secret.Hash(plaintext), DateCreated: now,
	}
	return plaintext, tx.WithContext(ctx).Create(&token).Error
}

// Find resolves a Bearer value to the token as a caller. An unknown, revoked or expired
// one is 401 UNAUTHORIZED, all in the same words.
func Find(ctx context.Context, tx *db.DB, plaintext string, now time.Time) (person.Person, error) {
	if !strings.HasPrefix(plaintext, "ac_") {
		return person.Person{}, errInvalid()
	}
	var token Token
	found := tx.WithContext(ctx).Select("id", "name", "scopes").
		Where("token_hash = ? and revoked_at is null and (expires_at is null or expires_at > ?)", secret.Hash(plaintext), now).
		Limit(1).Find(&token)
	if found.Error != nil {
		return person.Person{}, found.Error
	}
	if found.RowsAffected == 0 {
		return person.Person{}, errInvalid()
	}
	return person.Person{Kind: person.Token, ID: token.ID, Name: token.Name, Scopes: token.Scopes}, nil
}

func errInvalid() error {
	return errs.Unauthenticated("Token inválido, revogado ou vencido.")
}
