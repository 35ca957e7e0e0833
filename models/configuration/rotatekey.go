package configuration

import (
	"context"

	"acolhe/models/platform/db"
	"acolhe/models/platform/encryption"
)

// RotateKey encrypts the sensitive values with the new key and returns their number, without those
// that already are. It returns encryption.ErrDecrypt for a value that the old key does not decrypt.
// Call it in a transaction, so that all values change or none.
func RotateKey(ctx context.Context, tx *db.DB, change encryption.KeyChange) (int, error) {
	id := change.New.ID()
	outdated := tx.WithContext(ctx).Where("value_encrypted is not null and encryption_key_id <> ?", id)
	return db.UpdateEach(outdated, []string{"value_encrypted", "encryption_key_id"}, func(r *row) (err error) {
		r.EncryptionKeyID = &id
		r.ValueEncrypted, err = change.Reencrypt(r.ValueEncrypted, r.encryptionContext())
		return err
	})
}
