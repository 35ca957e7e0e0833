package signing

import (
	"context"
	"time"

	"github.com/google/uuid"

	"acolhe/models/associates"
	"acolhe/models/platform/db"
	"acolhe/models/platform/mail"
	"acolhe/models/platform/ratelimit"
	"acolhe/models/types/auth"
	"acolhe/models/types/errs"
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

// copyLimit is how often in a day the signed documents of a contract are sent again: they are large.
func copyLimit() ratelimit.Rule {
	return ratelimit.Rule{Name: "signing.copy", Limit: 3, Per: 24 * time.Hour}
}

// SendOwnSigned sends the caller's own signed term with its proof again, to the current e-mail of the account. It returns 404
// NOT_FOUND without a signed term, and 429 RATE_LIMITED after three on a day.
func (c Contracts) SendOwnSigned(ctx context.Context, by auth.Caller) (mail.Status, error) {
	own, err := associates.FindOwn(ctx, c.DB, by)
	if err != nil {
		return mail.Failed, err
	}
	if own.AdhesionTerm == nil {
		return mail.Failed, errs.NotFound("Você ainda não tem um termo assinado.")
	}
	signed, err := FindFor(ctx, c.DB, by, *own.AdhesionTerm)
	if err != nil {
		return mail.Failed, err
	}
	if signed.SignedPDFFileID == nil || signed.AuditPDFFileID == nil {
		return mail.Failed, errs.NotFound("Os arquivos do termo não estão mais guardados.")
	}
	if _, err := ratelimit.Allow(ctx, c.DB, copyLimit(), signed.ID.String(), by.Now); err != nil {
		return mail.Failed, err
	}
	signed.EmailAccount, signed.CreatedByUserCode = own.EmailAccount, nil
	return c.sendSigned(ctx, c.DB, by, signed)
}
