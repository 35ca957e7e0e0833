package mail

import (
	"context"

	"acolhe/models/platform/db"
	"acolhe/models/platform/encryption"
)

// RotateKey encrypts the stored messages with the new key and returns their number; it skips those
// that already are. It returns encryption.ErrDecrypt for a message that the old key does not
// decrypt. It must be called in a transaction.
func RotateKey(ctx context.Context, tx *db.DB, change encryption.KeyChange) (int, error) {
	id := change.New.ID()
	outdated := tx.WithContext(ctx).Where("letter_sealed is not null and encryption_key_id <> ?", id)
	return db.UpdateEach(outdated, []string{"letter_sealed", "encryption_key_id"}, func(entry *Entry) (err error) {
		entry.EncryptionKeyID = id
		entry.MessageEncrypted, err = change.Reencrypt(entry.MessageEncrypted, entry.purpose())
		return err
	})
}
