package confirmation

import (
	"context"

	"acolhe/models/associates"
	"acolhe/models/platform/db"
	"acolhe/models/platform/mail"
	"acolhe/models/types/auth"
	"acolhe/models/types/errs"
	"acolhe/models/types/texts"
)

// NeedsConfirmation reports whether the calling associate has yet to confirm the address of the account. Without mail or
// an address nobody is asked to.
func NeedsConfirmation(ctx context.Context, tx *db.DB, by auth.Caller, outbox mail.Outbox) (bool, error) {
	row, err := associates.FindOwn(ctx, tx, by)
	if err != nil || !outbox.Configured || row.EmailAccount == nil {
		return false, err
	}
	confirmed, err := mail.IsConfirmed(ctx, tx, *row.EmailAccount)
	return !confirmed, err
}

// RequestAddress sends a code to the address of the caller's account and returns the address. It returns 429 RATE_LIMITED,
// and 503 UNAVAILABLE while mail is switched off.
func RequestAddress(ctx context.Context, tx *db.DB, by auth.Caller, outbox mail.Outbox) (string, error) {
	if err := RequireMail(outbox); err != nil {
		return "", err
	}
	row, err := associates.FindOwn(ctx, tx, by)
	if err != nil {
		return "", err
	}
	address := texts.Of(row.EmailAccount)
	if address == "" {
		return "", errs.NotFound("Seu cadastro não tem e-mail.")
	}
	about := subject{Address, address}
	if err := about.count(ctx, tx, by); err != nil {
		return address, err
	}
	return address, tx.WithContext(ctx).Transaction(func(tx *db.DB) error {
		code, err := about.issue(ctx, tx, by.Now)
		if err != nil || code == "" {
			return err
		}
		return send(ctx, tx, by, outbox, about.letter(by.Now, code, mail.Message{To: address, Name: texts.Of(row.Name)}))
	})
}

// AddressCode returns the state of the code that was sent to the address of an account.
func AddressCode(ctx context.Context, tx *db.DB, address string) (CodeState, error) {
	return subject{Address, address}.state(ctx, tx)
}

// ConfirmAddress confirms the address of the caller's account by its code; 400 VALIDATION_ERROR for another code.
func ConfirmAddress(ctx context.Context, tx *db.DB, by auth.Caller, code string) error {
	row, err := associates.FindOwn(ctx, tx, by)
	if err != nil {
		return err
	}
	address := texts.Of(row.EmailAccount)
	if _, err := (subject{Address, address}).check(ctx, tx, code, by.Now); err != nil {
		return err
	}
	return mail.Confirm(ctx, tx, address, by.Now)
}
