package externalservices

import (
	"context"
	"crypto/rand"
	"crypto/sha256"
	"time"

	"acolhe/models/types/auth"
	"acolhe/models/types/errs"
)

// authorizationTime is how long a person may take to authorize the program.
const authorizationTime = 15 * time.Minute

// authorization is a row of oauth_states: an authorization that began and has not come back.
type authorization struct {
	StateHash             []byte `gorm:"primaryKey"`
	Service               Name
	CodeVerifierEncrypted []byte
	EncryptionKeyID       *string
	OperatorID            int64
	ExpiresAt             time.Time
	DateCreated           time.Time
}

// TableName returns the name of the table.
func (authorization) TableName() string { return "oauth_states" }

// Begin returns the state of a new authorization, which only the same operator can end.
func (s Store) Begin(ctx context.Context, by auth.Caller, name Name) (state string, err error) {
	state = rand.Text()
	hash := sha256.Sum256([]byte(state))
	tx := s.DB.WithContext(ctx)
	if err := tx.Where("expires_at < ?", by.Now).Delete(&authorization{}).Error; err != nil {
		return "", err
	}
	return state, tx.Create(&authorization{StateHash: hash[:], Service: name, OperatorID: by.ID, ExpiresAt: by.Now.Add(authorizationTime), DateCreated: by.Now}).Error
}

// End accepts a state once, from the operator who began it. Any other state is 400 VALIDATION_ERROR.
func (s Store) End(ctx context.Context, by auth.Caller, name Name, state string) error {
	hash := sha256.Sum256([]byte(state))
	ended := s.DB.WithContext(ctx).Where("state_hash = ? and service = ? and operator_id = ? and expires_at >= ?", hash[:], name, by.ID, by.Now).
		Delete(&authorization{})
	if ended.Error != nil {
		return ended.Error
	}
	if ended.RowsAffected == 0 {
		return errs.Invalid("state", "Este pedido de autorização venceu ou já foi usado. Conecte de novo.")
	}
	return nil
}
