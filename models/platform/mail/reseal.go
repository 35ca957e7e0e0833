package mail

import (
	"context"

	"gorm.io/gorm/clause"

	"acolhe/models/platform/db"
	"acolhe/models/platform/encryption"
)

// Reseal seals the letters that are still there anew and tells how many; those that the new key
// sealed already stay. A letter that the old key does not open is encryption.ErrUnreadable. It is
// to be called in a transaction, so that all of them change or none.
func Reseal(ctx context.Context, tx *db.DB, change encryption.Change) (int, error) {
	var envelopes []Entry
	err := tx.WithContext(ctx).Clauses(clause.Locking{Strength: "UPDATE"}).
		Where("letter_sealed is not null and encryption_key_id <> ?", change.New.ID()).Order("id").Find(&envelopes).Error
	if err != nil {
		return 0, err
	}
	for _, envelope := range envelopes {
		box, err := change.Reseal(envelope.LetterSealed, envelope.purpose())
		if err != nil {
			return 0, err
		}
		envelope.LetterSealed, envelope.EncryptionKeyID = box, change.New.ID()
		if err := tx.WithContext(ctx).Select("letter_sealed", "encryption_key_id").UpdateColumns(&envelope).Error; err != nil {
			return 0, err
		}
	}
	return len(envelopes), nil
}
