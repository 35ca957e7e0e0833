package externalservices

import (
	"context"
	"crypto/rand"
	"crypto/sha256"
	"time"

	"gorm.io/gorm/clause"

	"acolhe/models/types/access"
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

// verifierPurpose binds an encrypted code verifier to its column.
const verifierPurpose = "oauth_states.code_verifier"

// Authorization is an authorization that began. State returns with the callback; Verifier is the secret of PKCE, which is
// sent with the code.
type Authorization struct{ State, Verifier string }

// Begin returns a new authorization, which only the same operator can end.
func (s Store) Begin(ctx context.Context, by auth.Caller, name Name) (Authorization, error) {
	if err := access.RequireConfirmed(by); err != nil {
		return Authorization{}, err
	}
	begun := Authorization{State: rand.Text(), Verifier: rand.Text() + rand.Text()}
	hash, keyID := sha256.Sum256([]byte(begun.State)), s.key.ID()
	tx := s.DB.WithContext(ctx)
	if err := tx.Where("expires_at < ?", by.Now).Delete(&authorization{}).Error; err != nil {
		return Authorization{}, err
	}
	return begun, tx.Create(&authorization{StateHash: hash[:], Service: name,
		CodeVerifierEncrypted: s.key.Encrypt([]byte(begun.Verifier), verifierPurpose),
		EncryptionKeyID:       &keyID, OperatorID: by.ID, ExpiresAt: by.Now.Add(authorizationTime), DateCreated: by.Now}).Error
}

// End accepts a state once, from the operator who began it, and returns its verifier. Any other state is 400
// VALIDATION_ERROR, also one whose verifier was encrypted with an earlier key.
func (s Store) End(ctx context.Context, by auth.Caller, name Name, state string) (verifier string, err error) {
	hash := sha256.Sum256([]byte(state))
	var ended []authorization
	err = s.DB.WithContext(ctx).Clauses(clause.Returning{}).
		Where("state_hash = ? and service = ? and operator_id = ? and expires_at >= ?", hash[:], name, by.ID, by.Now).
		Delete(&ended).Error
	if err != nil {
		return "", err
	}
	if len(ended) == 1 {
		if plain, err := s.key.Decrypt(ended[0].CodeVerifierEncrypted, verifierPurpose); err == nil {
			return string(plain), nil
		}
	}
	return "", errs.Invalid("state", "Este pedido de autorização venceu ou já foi usado. Conecte de novo.")
}

// OAuthStatus is the state of a connected account.
type OAuthStatus struct {
	Connected   bool       `json:"connected"`
	Account     *string    `json:"account"`
	ConnectedBy *string    `json:"connected_by"`
	ConnectedAt *time.Time `json:"connected_at"`
	// ExpiresAt is when the access token ends; it is renewed before.
	ExpiresAt *time.Time `json:"expires_at"`
}
