package confirmation

import (
	"context"
	"strings"

	"acolhe/models/associates"
	"acolhe/models/platform/db"
	"acolhe/models/platform/mail"
	"acolhe/models/registration/account"
	"acolhe/models/types/auth"
	"acolhe/models/types/email"
	"acolhe/models/types/errs"
)

// BeginInput is the form that begins a registration.
type BeginInput struct {
	Email string `form:"email"`
}

// Begin sends a letter to an address, and returns the address in its stored form: the code that opens an account, or the
// way in for whoever has one. Both take as long, and a letter younger than a minute is not followed by another. It returns
// 400 VALIDATION_ERROR for what is no address, 429 RATE_LIMITED, and 503 UNAVAILABLE while mail is switched off.
func Begin(ctx context.Context, tx *db.DB, by auth.Caller, outbox mail.Outbox, input BeginInput) (string, error) {
	if err := RequireMail(outbox); err != nil {
		return "", err
	}
	address, err := checkAddress(input.Email)
	if err != nil {
		return "", err
	}
	about := subject{Registration, address}
	if err := about.count(ctx, tx, by); err != nil {
		return "", err
	}
	return address, about.write(ctx, tx, by, outbox, mail.Message{To: address})
}

// write sends the letter about an address, that of the message: the code, or the way in if an account has the address. A letter younger than a
// minute is not followed by another.
func (s subject) write(ctx context.Context, tx *db.DB, by auth.Caller, outbox mail.Outbox, to mail.Message) error {
	return tx.WithContext(ctx).Transaction(func(tx *db.DB) error {
		code, err := s.issue(ctx, tx, by.Now)
		if err != nil || code == "" {
			return err
		}
		_, err = associates.FindLogin(ctx, tx, to.To)
		switch {
		case err == nil:
			_, err = outbox.Send(ctx, tx, by, Known.With(mail.None{}, mail.Message{To: to.To, Path: "/cadastro/entrar"}))
			return err
		case errs.HasCode(err, errs.CodeNotFound):
			return send(ctx, tx, by, outbox, s.letter(by.Now, code, to))
		}
		return err
	})
}

// checkAddress returns an address in its stored form, or what is wrong with it.
func checkAddress(typed string) (string, error) {
	address, valid := email.Normalize(typed)
	switch {
	case valid:
		return address, nil
	case address == "":
		return "", errs.Invalid("email", "Escreva o seu e-mail.")
	case !strings.Contains(address, "@"):
		return "", errs.Invalid("email", "Falta o @ no e-mail.")
	}
	return "", errs.Invalid("email", "Confira o e-mail. Exemplo: nome@exemplo.com.br")
}

// RegistrationCode returns the state of the code that was sent to an address.
func RegistrationCode(ctx context.Context, tx *db.DB, address string) (CodeState, error) {
	return subject{Registration, address}.state(ctx, tx)
}

// ConfirmRegistration returns the ticket with which Open opens an account for the address to which the code was sent; 400
// VALIDATION_ERROR for another code.
func ConfirmRegistration(ctx context.Context, tx *db.DB, by auth.Caller, address, code string) (ticket string, err error) {
	ticket, err = subject{Registration, address}.check(ctx, tx, code, by.Now)
	if err != nil {
		return "", err
	}
	return ticket, mail.Confirm(ctx, tx, address, by.Now)
}

// IsConfirmed reports whether the ticket opens an account for the address.
func IsConfirmed(ctx context.Context, tx *db.DB, by auth.Caller, address, ticket string) (bool, error) {
	return subject{Registration, address}.isConfirmed(ctx, tx, ticket, by.Now)
}

// Open opens an account for an address that its owner has confirmed; 400 TOKEN_INVALID for any other, and the refusals of
// account.Open.
func Open(ctx context.Context, tx *db.DB, by auth.Caller, ticket string, input account.OpenInput) (opened auth.Caller, err error) {
	address, _ := email.Normalize(input.Email)
	err = tx.WithContext(ctx).Transaction(func(tx *db.DB) error {
		if err := (subject{Registration, address}).use(ctx, tx, ticket, by.Now); err != nil {
			return err
		}
		opened, err = account.Open(ctx, tx, by, input)
		return err
	})
	return opened, err
}
