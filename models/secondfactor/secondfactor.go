// Package secondfactor holds the second factors of operators: passkeys (WebAuthn), the authenticator app and its codes (TOTP,
// RFC 6238), and the recovery codes. Package operators signs in; package sessions stores when a session was confirmed and reads which roles
// need a second factor. Secrets and codes are encrypted, and each code is accepted once.
package secondfactor

import (
	"context"
	"net/url"
	"time"

	"acolhe/models/platform/db"
	"acolhe/models/platform/encryption"
	"acolhe/models/platform/mail"
	"acolhe/models/types/auth"
)

// Factors sets up, checks and resets second factors.
type Factors struct {
	// Key encrypts secrets and codes.
	Key encryption.Key
	// Mail notifies the person of each change.
	Mail mail.Outbox
	// Site is the public address, to which passkeys belong; nil uses none.
	Site *url.URL
}

// Purposes of the encrypted values.
const (
	secretPurpose = "authenticators.secret"
	codePurpose   = "recovery_codes.hash"
	setupPurpose  = "secondfactor.setup"
)

// authenticator is the app of an operator that generates codes.
type authenticator struct {
	ID              int64 `gorm:"primaryKey"`
	OperatorID      int64
	SecretEncrypted []byte
	EncryptionKeyID string
	LastStep        int64
	LastUsedAt      *time.Time
	DateCreated     time.Time
}

// recoveryCode is a code that replaces the app once.
type recoveryCode struct {
	ID              int64 `gorm:"primaryKey"`
	OperatorID      int64
	HashEncrypted   []byte
	EncryptionKeyID string
	UsedAt          *time.Time
	DateCreated     time.Time
}

// State is what the account page shows of an operator's second factor.
type State struct {
	IsOn bool
	// HasApp reports whether the authenticator app is on; LastUsedAt is its last use, nil without one.
	HasApp     bool
	LastUsedAt *time.Time
	// Passkeys are the passkeys, oldest first.
	Passkeys []Passkey
	// Left is the number of unused recovery codes.
	Left int
}

// StateOf returns the state of the caller's second factor.
func StateOf(ctx context.Context, tx *db.DB, by auth.Caller) (State, error) {
	passkeys, err := listPasskeys(ctx, tx, by.ID)
	if err != nil {
		return State{}, err
	}
	state := State{Passkeys: passkeys, IsOn: len(passkeys) > 0}
	var found []authenticator
	if err := tx.WithContext(ctx).Where("operator_id = ?", by.ID).Limit(1).Find(&found).Error; err != nil {
		return State{}, err
	}
	if len(found) > 0 {
		state.IsOn, state.HasApp, state.LastUsedAt = true, true, found[0].LastUsedAt
	}
	if state.IsOn {
		state.Left, err = codesLeft(ctx, tx, by.ID)
	}
	return state, err
}

// HasApp reports whether the authenticator app of an operator is on.
func HasApp(ctx context.Context, tx *db.DB, operator int64) (bool, error) {
	var apps int64
	err := tx.WithContext(ctx).Model(&authenticator{}).Where("operator_id = ?", operator).Count(&apps).Error
	return apps > 0, err
}

func codesLeft(ctx context.Context, tx *db.DB, operator int64) (int, error) {
	var left int64
	err := tx.WithContext(ctx).Model(&recoveryCode{}).Where("operator_id = ? and used_at is null", operator).Count(&left).Error
	return int(left), err
}
