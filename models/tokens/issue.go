package tokens

import (
	"context"
	"crypto/rand"
	"encoding/hex"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"time"

	"github.com/google/uuid"

	"acolhe/models/platform/db"
	"acolhe/models/platform/security"
	"acolhe/models/professionals"
	"acolhe/models/types/access"
	"acolhe/models/types/auth"
	"acolhe/models/types/errs"
	"acolhe/models/types/secret"
	"acolhe/models/types/texts"
)

// Limits of an input. There are fewer scopes than may be sent; the rest are repetitions.
const (
	maxName   = 120
	maxCode   = 60
	maxScopes = 200
)

// IssueInput is the body of POST /auth/tokens and the form of a new token.
type IssueInput struct {
	Name   string   `json:"name" form:"name"`
	Scopes []string `json:"scopes" form:"scopes"`
	// ExpiresAt may be left out: then the token never expires.
	ExpiresAt *time.Time `json:"expires_at,omitempty" form:"expires_at"`
	// InternalCode binds the token to the professional of this professional_code: it sees
	// what that professional would see.
	InternalCode string `json:"internal_code,omitempty" form:"internal_code"`
	// Prefix is made beforehand by a page, so that its form sent twice issues one token; a
	// script cannot give it.
	Prefix string `json:"-" form:"prefix"`
}

// Issued is a new token with its plaintext, which is kept nowhere and cannot be shown again.
type Issued struct {
	ID           int64      `json:"id"`
	Name         string     `json:"name"`
	Token        string     `json:"token"`
	TokenPrefix  string     `json:"token_prefix"`
	Scopes       []string   `json:"scopes"`
	InternalCode *string    `json:"internal_code"`
	ExpiresAt    *time.Time `json:"expires_at"`
}

// Issue makes a token `ac_<prefix>_<secret>` with 256 bits of randomness. It returns 400
// VALIDATION_ERROR for a wrong name, no or unknown scopes, an expiry that is past, an
// unknown partner, and scopes that mean nothing to a partner; 409 CONFLICT for a prefix
// that was used.
func Issue(ctx context.Context, tx *db.DB, by auth.Caller, input IssueInput) (Issued, error) {
	input.normalise()
	problems := input.check(by.Now)
	if err := checkPartner(ctx, tx, input.InternalCode, &problems); err != nil {
		return Issued{}, err
	}
	if err := problems.Err(); err != nil {
		return Issued{}, err
	}
	plaintext := "ac_" + input.Prefix + "_" + secret.New()
	token := input.token(by, plaintext)
	err := tx.WithContext(ctx).Transaction(func(tx *db.DB) error {
		if err := tx.Create(&token).Error; err != nil {
			return err
		}
		return security.Record(ctx, tx, by, newEvent(security.TokenIssued, token.Token))
	})
	if err != nil {
		return Issued{}, err
	}
	return Issued{token.ID, token.Name, plaintext, token.TokenPrefix, token.Scopes, token.InternalCode, token.ExpiresAt}, nil
}

var prefixPattern = regexp.MustCompile(`^[0-9a-f]{12}$`)

// NewPrefix makes the public part of a token.
func NewPrefix() string {
	var random [6]byte
	rand.Read(random[:])
	return hex.EncodeToString(random[:])
}

func (in *IssueInput) normalise() {
	in.Name = strings.TrimSpace(in.Name)
	in.InternalCode = strings.TrimSpace(in.InternalCode)
	if !prefixPattern.MatchString(in.Prefix) {
		in.Prefix = NewPrefix()
	}
}

func (in IssueInput) check(now time.Time) errs.Problems {
	var p errs.Problems
	p.Require(in.Name != "", "name", "informe um nome")
	p.Require(texts.Fits(in.Name, maxName), "name", fmt.Sprintf("deve ter no máximo %d caracteres", maxName))
	p.Require(!strings.ContainsRune(in.Name, 0), "name", "tem um caractere que não pode ser guardado")
	p.Require(len(in.Scopes) > 0, "scopes", "escolha pelo menos um escopo")
	p.Require(in.ExpiresAt == nil || in.ExpiresAt.After(now), "expires_at", "deve estar no futuro")
	if len(in.Scopes) > maxScopes {
		p.Add("scopes", fmt.Sprintf("deve ter no máximo %d escopos", maxScopes))
		return p
	}
	for i, name := range in.Scopes {
		scope, err := access.ParseScope(name)
		if err == nil && in.InternalCode != "" && !scope.FitsPartner() {
			err = fmt.Errorf("“%s” não serve a um token limitado a um profissional", name)
		}
		if err != nil {
			p.Add(fmt.Sprintf("scopes[%d]", i), err.Error())
		}
	}
	return p
}

// checkPartner refuses a code that no professional has. Administrators, who issue tokens, see them all.
func checkPartner(ctx context.Context, tx *db.DB, code string, problems *errs.Problems) error {
	if code == "" {
		return nil
	}
	const unknown = "nenhum profissional tem este código"
	if !texts.Fits(code, maxCode) || strings.ContainsRune(code, 0) {
		problems.Add("internal_code", unknown)
		return nil
	}
	_, err := professionals.FindByCode(ctx, tx, auth.Caller{Kind: auth.System}, code)
	if errs.HasCode(err, errs.CodeNotFound) {
		problems.Add("internal_code", unknown)
		return nil
	}
	return err
}

// token returns the row to store.
func (in IssueInput) token(by auth.Caller, plaintext string) tokenRow {
	token := tokenRow{TokenHash: secret.Hash(plaintext), Token: Token{
		Name: in.Name, TokenPrefix: in.Prefix, Scopes: distinct(in.Scopes), ExpiresAt: in.ExpiresAt, DateCreated: by.Now,
	}}
	if in.InternalCode != "" {
		token.InternalCode = &in.InternalCode
	}
	if code := by.OperatorCode(); code != nil {
		token.CreatedBy = uuid.NullUUID{UUID: *code, Valid: true}
	}
	return token
}

// unique keeps the first of each, in the order they came.
func distinct(names []string) []string {
	var kept []string
	for _, name := range names {
		if !slices.Contains(kept, name) {
			kept = append(kept, name)
		}
	}
	return kept
}

// eventOf describes a token by its name, prefix and scopes; its secret is in no event.
func newEvent(kind security.Kind, token Token) security.Event {
	details := map[string]any{"name": token.Name, "scopes": token.Scopes}
	if token.InternalCode != nil {
		details["internal_code"] = *token.InternalCode
	}
	if token.ExpiresAt != nil {
		details["expires_at"] = token.ExpiresAt.UTC().Format(time.RFC3339)
	}
	return security.Event{Kind: kind, Subject: token.TokenPrefix, Details: details}
}
