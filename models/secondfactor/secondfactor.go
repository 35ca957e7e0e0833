// Package secondfactor holds the second factors of operators: the authenticator app and its codes (TOTP, RFC 6238), and the
// recovery codes. Package operators signs in; package sessions stores when a session was confirmed and reads which roles
// need a second factor. Secrets and codes are encrypted, and each code is accepted once.
package secondfactor

import (
	"context"
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
	// LastUsedAt is the last use of the authenticator app; nil without one.
	LastUsedAt *time.Time
	// Left is the number of unused recovery codes.
	Left int
}

// StateOf returns the state of the caller's second factor.
func StateOf(ctx context.Context, tx *db.DB, by auth.Caller) (State, error) {
	var found []authenticator
	if err := tx.WithContext(ctx).Where("operator_id = ?", by.ID).Limit(1).Find(&found).Error; err != nil || len(found) == 0 {
		return State{}, err
	}
	left, err := codesLeft(ctx, tx, by.ID)
	return State{IsOn: true, LastUsedAt: found[0].LastUsedAt, Left: left}, err
}

func codesLeft(ctx context.Context, tx *db.DB, operator int64) (int, error) {
	var left int64
	err := tx.WithContext(ctx).Model(&recoveryCode{}).Where("operator_id = ? and used_at is null", operator).Count(&left).Error
	return int(left), err
}
