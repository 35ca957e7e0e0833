package signing

import (
	"context"
	"time"

	"github.com/google/uuid"

	"acolhe/models/platform/db"
	"acolhe/models/platform/mail"
	"acolhe/models/types/auth"
)

// resendPause is the time after a letter in which a further one is not sent, because a form may be sent twice.
const resendPause = time.Minute

// Sent is a contract with the delivery status of its letter.
type Sent struct {
	Contract
	EmailStatus mail.Status
}

// Resend sends the link again, to the associate's current e-mail, and extends its validity. It returns 404 NOT_FOUND for a
// contract that the caller may not see, 409 CONTRACT_NOT_PENDING for a completed or voided one, and 429 RATE_LIMITED for an associate whose address has had its mails
// of the day.
func (c Contracts) Resend(ctx context.Context, by auth.Caller, id uuid.UUID) (Sent, error) {
	var sent Sent
	err := c.DB.WithContext(ctx).Transaction(func(tx *db.DB) (err error) {
		if sent.Contract, err = db.Lock[Contract](tx, id, visibleTo(by)); err != nil {
			return err
		}
		if sent.Status != Pending {
			return errNotPending()
		}
		if sent.EmailedAt != nil && by.Now.Before(sent.EmailedAt.Add(resendPause)) {
			sent.EmailStatus = mail.Queued
			return nil
		}
		if err := sent.renew(tx, by.Now); err != nil {
			return err
		}
		sent.EmailStatus, err = c.sendLink(ctx, tx, by, &sent.Contract)
		if err == nil && sent.EmailStatus == mail.Withheld {
			return mail.ErrWithheld()
		}
		return err
	})
	return sent, err
}
