package secondfactor

import (
	"context"
	"time"

	"github.com/go-webauthn/webauthn/webauthn"
	"github.com/google/uuid"

	"acolhe/models/platform/db"
	"acolhe/models/types/access"
	"acolhe/models/types/auth"
	"acolhe/models/types/errs"
)

// Passkey is a passkey of the caller, as their account page shows it.
type Passkey struct {
	ID          int64
	Name        string
	DateCreated time.Time
	LastUsedAt  *time.Time
	// SuspectedAt is when the passkey was refused because somebody may hold a copy; nil for one that works.
	SuspectedAt *time.Time
}

// passkey is a row of passkeys.
type passkey struct {
	ID          int64 `gorm:"primaryKey"`
	OperatorID  int64
	Identifier  []byte
	Name        string
	Credential  webauthn.Credential `gorm:"serializer:json"`
	SignCount   int64
	SuspectedAt *time.Time
	LastUsedAt  *time.Time
	DateCreated time.Time
}

// Constraints implements db.Constrained.
func (passkey) Constraints() map[string]db.Constraint {
	return map[string]db.Constraint{"passkeys_identifier_key": {Field: "passkey", Message: "Esta chave de acesso já está ligada a uma conta."}}
}

const (
	// maxPasskeys is the number of passkeys of an account.
	maxPasskeys = 20
	// maxPasskeyName is the length of a passkey's name in characters.
	maxPasskeyName = 60
)

// PasskeyNameInput is the form that renames a passkey.
type PasskeyNameInput struct {
	Name string `form:"name"`
}

// Rename changes the name of a passkey of the caller. It returns 400 VALIDATION_ERROR for an empty or long name, and 404 NOT_FOUND
// for the passkey of another person.
func (f Factors) Rename(ctx context.Context, tx *db.DB, by auth.Caller, id int64, input PasskeyNameInput) error {
	name, err := checkName(input.Name)
	if err != nil {
		return err
	}
	renamed := tx.WithContext(ctx).Model(&passkey{}).Where("id = ? and operator_id = ?", id, by.ID).Update("name", name)
	if renamed.Error == nil && renamed.RowsAffected == 0 {
		return errNoPasskey()
	}
	return renamed.Error
}

// RemovePasskey removes a passkey of the caller, and with the last factor the second step. It returns 404 NOT_FOUND for the passkey
// of another person, and 409 CONFLICT for the last factor of a role that needs one.
func (f Factors) RemovePasskey(ctx context.Context, tx *db.DB, by auth.Caller, id int64) error {
	if err := access.RequireConfirmed(by); err != nil {
		return err
	}
	var name string
	drop := func(tx *db.DB) error {
		found, err := db.First[passkey](tx.Where("id = ? and operator_id = ?", id, by.ID), errNoPasskey())
		if err != nil {
			return err
		}
		name = found.Name
		return tx.Delete(&found).Error
	}
	return tx.WithContext(ctx).Transaction(func(tx *db.DB) error {
		isOff, err := f.removeFactor(ctx, tx, by, drop, "É a sua última. Ligue outra antes.")
		if err != nil || isOff {
			return err
		}
		return f.changedPasskey(ctx, tx, by, removed(name))
	})
}

func errNoPasskey() error { return errs.NotFound("Esta chave de acesso já foi removida.") }

// listPasskeys returns the passkeys of an operator, oldest first.
func listPasskeys(ctx context.Context, tx *db.DB, operator int64) ([]Passkey, error) {
	var found []Passkey
	err := tx.WithContext(ctx).Table("passkeys").Where("operator_id = ?", operator).Order("id").Limit(maxPasskeys).Find(&found).Error
	return found, err
}

// working returns the passkeys of an operator that open something, oldest first.
func working(ctx context.Context, tx *db.DB, operator int64) ([]passkey, error) {
	var found []passkey
	err := tx.WithContext(ctx).Where("operator_id = ? and suspected_at is null", operator).Order("id").Limit(maxPasskeys).Find(&found).Error
	return found, err
}

// holder is the person of passkeys as the library knows them.
type holder struct {
	handle      []byte
	name, email string
	credentials []webauthn.Credential
}

func (h holder) WebAuthnID() []byte                         { return h.handle }
func (h holder) WebAuthnName() string                       { return h.email }
func (h holder) WebAuthnDisplayName() string                { return h.name }
func (h holder) WebAuthnCredentials() []webauthn.Credential { return h.credentials }

// holderOf returns the caller with their passkeys. The handle is the user_code, which shows nothing of the person.
func holderOf(by auth.Caller, rows []passkey) (holder, error) {
	code, err := uuid.Parse(by.Code)
	h := holder{handle: code[:], name: by.FullName(), email: by.Email}
	for _, row := range rows {
		h.credentials = append(h.credentials, row.Credential)
	}
	return h, err
}
