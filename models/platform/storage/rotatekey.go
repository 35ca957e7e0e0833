package storage

import (
	"context"

	"acolhe/models/platform/db"
	"acolhe/models/platform/encryption"
)

// RotateKey encrypts the credentials of buckets with the new key and returns the number of drivers; it skips those that
// already are. It returns encryption.ErrDecrypt for credentials that the old key does not decrypt. It must be called in a
// transaction.
func RotateKey(ctx context.Context, tx *db.DB, change encryption.KeyChange) (int, error) {
	id := change.New.ID()
	outdated := tx.WithContext(ctx).Where("encryption_key_id is not null and encryption_key_id <> ?", id)
	columns := []string{"access_key_encrypted", "secret_key_encrypted", "encryption_key_id"}
	return db.UpdateEach(outdated, columns, func(row *Config) (err error) {
		row.EncryptionKeyID = &id
		if row.AccessKeyEncrypted, err = change.Reencrypt(row.AccessKeyEncrypted, purpose("access_key")); err != nil {
			return err
		}
		row.SecretKeyEncrypted, err = change.Reencrypt(row.SecretKeyEncrypted, purpose("secret_key"))
		return err
	})
}
