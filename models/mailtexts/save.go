package mailtexts

import (
	"context"

	"gorm.io/gorm/clause"

	"acolhe/models/platform/db"
	"acolhe/models/platform/mail"
	"acolhe/models/types/access"
	"acolhe/models/types/auth"
	"acolhe/models/types/errs"
)

// SaveInput are the words of a kind, as typed. Version is that of the form, as VersionOf returned it.
type SaveInput struct {
	Kind    mail.Kind `form:"-"`
	Bounds  Bounds    `form:"-"`
	Version string    `form:"version"`
	Words
	// Sends is false to switch the kind off.
	Sends bool `form:"sends"`
}

// Save stores the words of a kind of mail. It returns 403 FORBIDDEN for a caller other than an administrator, 400
// VALIDATION_ERROR for words outside the bounds and for switching off a kind that is always sent, and 409 CONFLICT for a
// stale version.
func Save(ctx context.Context, tx *db.DB, by auth.Caller, input SaveInput) (Text, error) {
	if !access.IsAdministrator(by) {
		return Text{}, errs.Forbidden("Só administradores mudam as mensagens.")
	}
	words := input.Bounds.Normalised(input.Words)
	problems := input.Bounds.Check(words)
	problems.Require(input.Sends || !input.Bounds.IsRequired, "sends", "Esta mensagem é sempre enviada.")
	var saved Text
	err := tx.WithContext(ctx).Transaction(func(tx *db.DB) error {
		first := Text{Kind: input.Kind, DateCreated: by.Now, DateUpdated: by.Now}
		if err := tx.Clauses(clause.OnConflict{DoNothing: true}).Omit("id").Create(&first).Error; err != nil {
			return err
		}
		stored, err := Find(ctx, tx, input.Kind)
		if err != nil {
			return err
		}
		saved, err = db.Change(ctx, tx, stored.ID, input.Version, func(_ *db.DB, _ Text, row *Text) error {
			row.Words, row.IsOff, row.AuthorName, row.DateUpdated = words, !input.Sends, by.FullName(), by.Now
			return problems.Err()
		})
		return err
	})
	return saved, err
}

// VersionOf returns the version of a text for the form that changes it.
func VersionOf(tx *db.DB, text Text) string { return db.VersionOf(tx, &text) }

// Find returns the words of a kind; one that was never changed has none.
func Find(ctx context.Context, tx *db.DB, kind mail.Kind) (text Text, err error) {
	text.Kind = kind
	err = tx.WithContext(ctx).Where("kind = ?", kind).Limit(1).Find(&text).Error
	return text, err
}

// List returns the words of all kinds that were changed.
func List(ctx context.Context, tx *db.DB) (map[mail.Kind]Text, error) {
	var stored []Text
	err := tx.WithContext(ctx).Order("kind").Limit(1000).Find(&stored).Error
	all := make(map[mail.Kind]Text, len(stored))
	for _, text := range stored {
		all[text.Kind] = text
	}
	return all, err
}

// IsOff reports whether a kind of mail is switched off, see mail.Outbox.
func IsOff(ctx context.Context, tx *db.DB, kind mail.Kind) (off bool, err error) {
	err = tx.WithContext(ctx).Raw("select exists (select from mail_texts where kind = ? and is_off)", kind).Scan(&off).Error
	return off, err
}
