package mail

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"strings"
	"time"

	"gorm.io/gorm/clause"

	"acolhe/models/platform/db"
	"acolhe/models/types/auth"
	"acolhe/models/types/email"
	"acolhe/models/types/errs"
)

// The mails that strangers may cause to one recipient: strangersMost in strangersPer. A stranger is a caller who is neither
// staff nor a script, as long as nobody has shown that the recipient reads the address (Confirm).
const (
	strangersMost = 3
	strangersPer  = 24 * time.Hour
)

// Confirmed is a row of mail_confirmations: an address with a mailed link that was used. The row
// holds no address, so it says nothing about people who are removed.
type Confirmed struct {
	RecipientHash []byte `gorm:"primaryKey"`
	DateConfirmed time.Time
}

// TableName returns the name of the table.
func (Confirmed) TableName() string { return "mail_confirmations" }

// Confirm records that a link mailed to the address was used: mails to it are no longer counted.
func Confirm(ctx context.Context, tx *db.DB, address string, now time.Time) error {
	confirmed := Confirmed{RecipientHash: hashRecipient(address), DateConfirmed: now}
	return tx.WithContext(ctx).Clauses(clause.OnConflict{DoNothing: true}).Create(&confirmed).Error
}

// IsConfirmed reports whether a link or a code that was mailed to the address was used.
func IsConfirmed(ctx context.Context, tx *db.DB, address string) (confirmed bool, err error) {
	err = tx.WithContext(ctx).Raw("select exists (select from mail_confirmations where recipient_hash = ?)", hashRecipient(address)).
		Scan(&confirmed).Error
	return confirmed, err
}

// countStranger sets the counted recipient of an entry that a stranger causes. It reports whether the recipient has had
// its mails; concurrent mails to one recipient wait for each other.
func (e *Entry) countStranger(ctx context.Context, tx *db.DB, by auth.Caller) (isBeyond bool, err error) {
	if by.Kind != auth.Nobody && by.Kind != auth.Associate {
		return false, nil
	}
	hash := hashRecipient(e.Recipient)
	if err := tx.WithContext(ctx).Exec("select pg_advisory_xact_lock(hashtextextended(?, 0))", hex.EncodeToString(hash)).Error; err != nil {
		return false, err
	}
	var counted struct {
		IsConfirmed bool
		Mails       int
	}
	err = tx.WithContext(ctx).Raw(`select exists (select from mail_confirmations where recipient_hash = ?) as is_confirmed,
		(select count(*) from mails where stranger_recipient_hash = ? and date_created > ?) as mails`, hash, hash, by.Now.Add(-strangersPer)).
		Scan(&counted).Error
	if err != nil || counted.IsConfirmed {
		return false, err
	}
	e.StrangerRecipientHash = hash
	return counted.Mails >= strangersMost, nil
}

// ErrWithheld is 429 RATE_LIMITED for a stranger who asks for a mail that is withheld.
func ErrWithheld() error {
	limited := errs.New(errs.KindRateLimited, errs.CodeRateLimited,
		"Já enviamos vários e-mails para este endereço hoje. Tente de novo amanhã.")
	limited.RetryAfter = strangersPer
	return limited
}

// hashRecipient returns the same hash for the addresses of one mailbox: upper case and what follows a plus sign do not
// make another one.
func hashRecipient(address string) []byte {
	address, _ = email.Normalize(address)
	name, host, _ := strings.Cut(address, "@")
	name, _, _ = strings.Cut(name, "+")
	sum := sha256.Sum256([]byte(name + "@" + host))
	return sum[:]
}
