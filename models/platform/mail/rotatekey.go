package mail

import (
	"context"

	"gorm.io/gorm/clause"

	"acolhe/models/platform/db"
	"acolhe/models/platform/encryption"
)

// RotateKey encrypts the stored messages with the new key and returns their number; it skips those
// that already are. It returns encryption.ErrDecrypt for a message that the old key does not
// decrypt. It must be called in a transaction.
func RotateKey(ctx context.Context, tx *db.DB, change encryption.KeyChange) (int, error) {
	var entries []Entry
	err := tx.WithContext(ctx).Clauses(clause.Locking{Strength: "UPDATE"}).
		Where("letter_sealed is not null and encryption_key_id <> ?", change.New.ID()).Order("id").Find(&entries).Error
	if err != nil {
		return 0, err
	}
	for _, entry := range entries {
		encrypted, err := change.Reencrypt(entry.MessageEncrypted, entry.purpose())
		if err != nil {
			return 0, err
		}
		entry.MessageEncrypted, entry.EncryptionKeyID = encrypted, change.New.ID()
		if err := tx.WithContext(ctx).Select("letter_sealed", "encryption_key_id").UpdateColumns(&entry).Error; err != nil {
			return 0, err
		}
	}
	return len(entries), nil
}
