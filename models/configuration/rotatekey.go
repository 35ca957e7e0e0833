package configuration

import (
	"context"

	"gorm.io/gorm/clause"

	"acolhe/models/platform/db"
	"acolhe/models/platform/encryption"
)

// RotateKey encrypts the sensitive values with the new key and returns their number, without those
// that already are. It returns encryption.ErrDecrypt for a value that the old key does not decrypt.
// Call it in a transaction, so that all values change or none.
func RotateKey(ctx context.Context, tx *db.DB, change encryption.KeyChange) (int, error) {
	var rows []row
	err := tx.WithContext(ctx).Clauses(clause.Locking{Strength: "UPDATE"}).
		Where("value_encrypted is not null and encryption_key_id <> ?", change.New.ID()).Order("id").Find(&rows).Error
	if err != nil {
		return 0, err
	}
	for _, r := range rows {
		box, err := change.Reencrypt(r.ValueEncrypted, r.encryptionContext())
		if err != nil {
			return 0, err
		}
		id := change.New.ID()
		r.ValueEncrypted, r.EncryptionKeyID = box, &id
		if err := tx.WithContext(ctx).Select("value_encrypted", "encryption_key_id").UpdateColumns(&r).Error; err != nil {
			return 0, err
		}
	}
	return len(rows), nil
}
