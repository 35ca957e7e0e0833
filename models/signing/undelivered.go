package signing

import (
	"context"
	"time"

	"acolhe/models/associates"
	"acolhe/models/platform/db"
	"acolhe/models/platform/mail"
	"acolhe/models/types/texts"
)

// markUndelivered sets LetterError of the pending contracts whose last letter with the link failed for good.
func markUndelivered(ctx context.Context, tx *db.DB, contracts []Contract) error {
	var recipients []string
	for _, contract := range contracts {
		if contract.awaitsView() {
			recipients = append(recipients, *contract.EmailAccount)
		}
	}
	if len(recipients) == 0 {
		return nil
	}
	failed, err := mail.Undelivered(ctx, tx, ToSign.Kind, recipients)
	if err != nil {
		return err
	}
	type letter struct {
		recipient string
		sent      int64
	}
	reasons := map[letter]string{}
	for _, entry := range failed {
		reasons[letter{entry.Recipient, entry.DateCreated.UnixMicro()}] = texts.Of(entry.LastError)
	}
	for i := range contracts {
		if contract := &contracts[i]; contract.awaitsView() {
			contract.LetterError = reasons[letter{*contract.EmailAccount, contract.EmailedAt.UnixMicro()}]
		}
	}
	return nil
}

// awaitsView reports whether a letter with the link was sent after which nobody has opened it.
func (c Contract) awaitsView() bool {
	isSent := c.Status == Pending && c.EmailAccount != nil && c.EmailedAt != nil
	return isSent && (c.ViewedAt == nil || c.ViewedAt.Before(*c.EmailedAt))
}

// renew extends the validity of the link of a locked contract, and takes over a corrected e-mail of the associate.
func (c *Contract) renew(tx *db.DB, now time.Time) error {
	var signer associates.Associate
	if err := tx.Where("user_code = ?", c.UserCode).Limit(1).Find(&signer).Error; err != nil {
		return err
	}
	if address := signer.ContactEmail(); address != "" {
		c.EmailAccount = &address
	}
	c.SigningExpires, c.DateUpdated = now.Add(linkLifetime), now
	return tx.Select("email_account", "signing_expires", "date_updated").UpdateColumns(c).Error
}
