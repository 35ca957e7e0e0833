package backups

import (
	"context"
	"strings"
	"time"

	"filippo.io/age"

	"acolhe/models/platform/backup"
	"acolhe/models/platform/db"
	"acolhe/models/platform/security"
	"acolhe/models/types/auth"
	"acolhe/models/types/errs"
	"acolhe/models/types/texts"
)

// PaperKey is the public half of the key on paper.
type PaperKey struct {
	IsSingle    bool `gorm:"primaryKey"`
	Recipient   string
	KeptAt      string
	PrintedBy   string `gorm:"column:printed_by_name"`
	DatePrinted time.Time
	CheckedBy   string `gorm:"column:checked_by_name"`
	DateChecked *time.Time
}

// TableName returns the name of the table.
func (PaperKey) TableName() string { return "backup_paper_keys" }

// shownRecipient is how much of the public half names a key in events.
const shownRecipient = 12

// PrintKeyInput says where the paper is kept.
type PrintKeyInput struct {
	errs.BindErrors

	KeptAt string `form:"kept_at"`
}

// PrintKey makes a new key on paper, which replaces an earlier one for the copies from now on, and returns its secret half.
// Only its public half is stored: it cannot be shown again.
func (o Office) PrintKey(ctx context.Context, by auth.Caller, input PrintKeyInput) (string, error) {
	if err := requireConfirmed(by); err != nil {
		return "", err
	}
	input.KeptAt = strings.TrimSpace(input.KeptAt)
	var problems errs.Problems
	problems.Require(texts.Fits(input.KeptAt, 200), "kept_at", "use até 200 letras")
	if err := input.Merge(problems).Err(); err != nil {
		return "", err
	}
	identity, err := age.GenerateX25519Identity()
	if err != nil {
		return "", err
	}
	key := PaperKey{IsSingle: true, Recipient: identity.Recipient().String(), KeptAt: input.KeptAt, PrintedBy: by.Name, DatePrinted: by.Now}
	err = o.DB.WithContext(ctx).Transaction(func(tx *db.DB) error {
		if err := tx.Save(&key).Error; err != nil {
			return err
		}
		return security.Record(ctx, tx, by, security.Event{Kind: security.PaperKeyPrinted, Subject: key.Recipient[:shownRecipient] + "…"})
	})
	return identity.String(), err
}

// CheckKeyInput is a key as somebody reads it from the paper.
type CheckKeyInput struct {
	errs.BindErrors

	Key string `form:"key"`
}

// Required names the members that must be sent.
func (CheckKeyInput) Required() []string { return []string{"key"} }

// CheckKey records that the paper was compared. It returns 400 VALIDATION_ERROR for another key, which is not stored.
func (o Office) CheckKey(ctx context.Context, by auth.Caller, input CheckKeyInput) error {
	if err := require(by); err != nil {
		return err
	}
	if err := input.Merge(nil).Err(); err != nil {
		return err
	}
	stored, err := o.paperKey(ctx)
	if err != nil {
		return err
	}
	if stored == nil {
		return errs.NotFound("Ainda não há chave de papel.")
	}
	identity, err := backup.ParseKey(input.Key)
	if err != nil {
		return errs.Invalid("key", "não é uma chave: ela começa com AGE-SECRET-KEY-1")
	}
	if identity.Recipient().String() != stored.Recipient {
		return errs.Invalid("key", "não é a chave destas cópias. Confira letra por letra")
	}
	return o.DB.WithContext(ctx).Model(stored).Updates(map[string]any{"checked_by_name": by.Name, "date_checked": by.Now}).Error
}

// paperKey returns nil before the first one.
func (o Office) paperKey(ctx context.Context) (*PaperKey, error) {
	var found []PaperKey
	if err := o.DB.WithContext(ctx).Limit(1).Find(&found).Error; err != nil || len(found) == 0 {
		return nil, err
	}
	return &found[0], nil
}
