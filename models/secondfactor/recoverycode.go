package secondfactor

import (
	"context"
	"crypto/rand"
	"crypto/subtle"
	"strings"

	"acolhe/models/platform/db"
	"acolhe/models/types/auth"
	"acolhe/models/types/secret"
)

const (
	// recoveryCodes is how many codes an operator has.
	recoveryCodes = 10
	// recoveryLength is the number of characters of a code, five bits each.
	recoveryLength = 8
)

// newCodes replaces the recovery codes of an operator and returns the new ones, which nothing else can show again.
func (f Factors) newCodes(ctx context.Context, tx *db.DB, by auth.Caller) ([]string, error) {
	if err := tx.WithContext(ctx).Where("operator_id = ?", by.ID).Delete(&recoveryCode{}).Error; err != nil {
		return nil, err
	}
	codes, rows := make([]string, recoveryCodes), make([]recoveryCode, recoveryCodes)
	for i := range codes {
		code := strings.ToLower(rand.Text()[:recoveryLength])
		codes[i] = code[:recoveryLength/2] + "-" + code[recoveryLength/2:]
		rows[i] = recoveryCode{OperatorID: by.ID, HashEncrypted: f.Key.Encrypt(secret.Hash(code), codePurpose),
			EncryptionKeyID: f.Key.ID(), DateCreated: by.Now}
	}
	return codes, tx.WithContext(ctx).Create(&rows).Error
}

// acceptRecovery uses up a recovery code, unless a concurrent request has used it.
func (f Factors) acceptRecovery(ctx context.Context, tx *db.DB, by auth.Caller, code string) (bool, error) {
	var unused []recoveryCode
	err := tx.WithContext(ctx).Where("operator_id = ? and used_at is null", by.ID).Order("id").Limit(recoveryCodes).Find(&unused).Error
	if err != nil {
		return false, err
	}
	for _, row := range unused {
		hash, err := f.Key.Decrypt(row.HashEncrypted, codePurpose)
		if err != nil {
			return false, err
		}
		if subtle.ConstantTimeCompare(hash, secret.Hash(code)) == 1 {
			used := tx.WithContext(ctx).Model(&recoveryCode{}).Where("id = ? and used_at is null", row.ID).Update("used_at", by.Now)
			return used.RowsAffected == 1, used.Error
		}
	}
	return false, nil
}
