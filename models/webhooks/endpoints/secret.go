package endpoints

import (
	"context"
	"crypto/rand"
	"encoding/base64"
	"time"

	"acolhe/models/platform/db"
	"acolhe/models/platform/encryption"
	"acolhe/models/types/errs"
)

const (
	// SecretPrefix begins a secret, as Standard Webhooks writes it.
	SecretPrefix = "whsec_"
	secretBytes  = 32
	// overlap is the time in which a replaced secret signs beside the current one.
	overlap = 24 * time.Hour
	// purpose is that of the encrypted secrets.
	purpose = "webhook_endpoints.secret"
)

func newSecret() string {
	var random [secretBytes]byte
	rand.Read(random[:])
	return SecretPrefix + base64.StdEncoding.EncodeToString(random[:])
}

// secrets returns the secrets that sign at a time, the current one first; none if the key does not decrypt it. A replaced
// secret that the key does not decrypt does not sign.
func (e stored) secrets(key encryption.Key, now time.Time) []string {
	current, err := key.Decrypt(e.SecretEncrypted, purpose)
	if err != nil {
		return nil
	}
	list := []string{string(current)}
	if e.PreviousSecretExpires == nil || !now.Before(*e.PreviousSecretExpires) {
		return list
	}
	if previous, err := key.Decrypt(e.PreviousSecretEncrypted, purpose); err == nil {
		list = append(list, string(previous))
	}
	return list
}

// WithSecrets returns an endpoint with the secrets that sign at a time, the current one first; an unknown one is 404 NOT_FOUND.
func WithSecrets(ctx context.Context, tx *db.DB, key encryption.Key, id int64, now time.Time) (Endpoint, []string, error) {
	row, err := db.First[stored](tx.WithContext(ctx).Where("id = ?", id), errs.NotFound("Webhook não encontrado."))
	if err != nil {
		return Endpoint{}, nil, err
	}
	return row.Endpoint, row.secrets(key, now), nil
}

// RotateKey encrypts the secrets with the new key and returns the number of endpoints; it skips those that already are. It
// returns encryption.ErrDecrypt for a secret that the old key does not decrypt. It must be called in a transaction.
func RotateKey(ctx context.Context, tx *db.DB, change encryption.KeyChange) (int, error) {
	id := change.New.ID()
	outdated := tx.WithContext(ctx).Where("encryption_key_id <> ?", id)
	columns := []string{"secret_encrypted", "previous_secret_encrypted", "encryption_key_id"}
	return db.UpdateEach(outdated, columns, func(row *stored) (err error) {
		row.EncryptionKeyID = id
		if row.SecretEncrypted, err = change.Reencrypt(row.SecretEncrypted, purpose); err != nil || row.PreviousSecretEncrypted == nil {
			return err
		}
		row.PreviousSecretEncrypted, err = change.Reencrypt(row.PreviousSecretEncrypted, purpose)
		return err
	})
}
