package storage

import (
	"context"

	"gorm.io/gorm/clause"

	"acolhe/models/platform/db"
	"acolhe/models/platform/encryption"
)

// RotateKey encrypts the credentials of buckets with the new key and returns the number of drivers; it skips those that
// already are. It returns encryption.ErrDecrypt for credentials that the old key does not decrypt. It must be called in a
// transaction.
func RotateKey(ctx context.Context, tx *db.DB, change encryption.KeyChange) (int, error) {
	var rows []Config
	err := tx.WithContext(ctx).Clauses(clause.Locking{Strength: "UPDATE"}).
		Where("encryption_key_id is not null and encryption_key_id <> ?", change.New.ID()).Order("id").Find(&rows).Error
	if err != nil {
		return 0, err
	}
	for _, row := range rows {
		id := change.New.ID()
		row.EncryptionKeyID = &id
		if row.AccessKeyEncrypted, err = change.Reencrypt(row.AccessKeyEncrypted, purpose("access_key")); err != nil {
			return 0, err
		}
		if row.SecretKeyEncrypted, err = change.Reencrypt(row.SecretKeyEncrypted, purpose("secret_key")); err != nil {
			return 0, err
		}
		if err := tx.WithContext(ctx).Select("access_key_encrypted", "secret_key_encrypted", "encryption_key_id").UpdateColumns(&row).Error; err != nil {
			return 0, err
		}
	}
	return len(rows), nil
}
