package configuration

import (
	"context"

	"gorm.io/gorm/clause"

	"acolhe/models/platform/db"
	"acolhe/models/platform/encryption"
)

// RotateKey encrypts the sensitive values again and returns how many; those that the new key encrypted
// already stay. A value that the old key does not open is encryption.ErrDecrypt. It is to be
// called in a transaction, so that all of them change or none.
func RotateKey(ctx context.Context, tx *db.DB, change encryption.KeyChange) (int, error) {
	var rows []row
	err := tx.WithContext(ctx).Clauses(clause.Locking{Strength: "UPDATE"}).
		Where("value_encrypted is not null and encryption_key_id <> ?", change.New.ID()).Order("id").Find(&rows).Error
	if err != nil {
		return 0, err
	}
	for _, r := range rows {
		box, err := change.Reencrypt(r.ValueEncrypted, r.purpose())
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
