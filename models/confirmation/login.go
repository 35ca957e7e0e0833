package confirmation

import (
	"context"
	"errors"

	"acolhe/models/associates"
	"acolhe/models/platform/db"
	"acolhe/models/platform/mail"
	"acolhe/models/types/auth"
	"acolhe/models/types/errs"
)

// LoginInput is the form that asks for a code to sign in: an e-mail, a CPF or a phone.
type LoginInput struct {
	Login string `form:"email"`
}

// RequestLogin sends a code to the e-mail of the account with this login. The answer is the same for an unknown login; an
// unknown e-mail gets a letter that says so. It returns 400 VALIDATION_ERROR for an empty login, 429 RATE_LIMITED, and 503
// UNAVAILABLE while mail is switched off.
func RequestLogin(ctx context.Context, tx *db.DB, by auth.Caller, outbox mail.Outbox, input LoginInput) (login string, err error) {
	if err := RequireMail(outbox); err != nil {
		return "", err
	}
	identifier := associates.ParseIdentifier(input.Login)
	if identifier.Text == "" {
		return "", errs.Invalid("email", "Escreva o seu e-mail, CPF ou celular.")
	}
	about := subject{Login, identifier.Text}
	if err := about.count(ctx, tx, by); err != nil {
		return "", err
	}
	var code string
	err = tx.WithContext(ctx).Transaction(func(tx *db.DB) (err error) {
		code, err = about.issue(ctx, tx, by.Now)
		return err
	})
	if err != nil || code == "" {
		return identifier.Text, err
	}
	err = tx.WithContext(ctx).Transaction(func(tx *db.DB) error {
		return about.sendLogin(ctx, tx, by, loginLetter{outbox, identifier, code})
	})
	if errors.Is(err, errNobody) {
		err = nil
	}
	return identifier.Text, err
}

// errNobody takes back the letter about a CPF or a phone that nobody has.
var errNobody = errors.New("nobody has this CPF or phone")

// loginLetter is a letter with a code to sign in: who asked, and the code.
type loginLetter struct {
	outbox mail.Outbox
	login  associates.Identifier
	code   string
}

// sendLogin writes the letter with a code. A CPF or a phone that nobody has costs the same work: its letter to nobody is taken back
// by the error errNobody.
func (s subject) sendLogin(ctx context.Context, tx *db.DB, by auth.Caller, letter loginLetter) error {
	outbox, login := letter.outbox, letter.login
	found, err := associates.FindByIdentifier(ctx, tx, login)
	isUnknown := errs.HasCode(err, errs.CodeNotFound)
	switch {
	case err != nil && !isUnknown:
		return err
	case isUnknown && login.IsEmail():
		_, err := outbox.Send(ctx, tx, by, Unknown.With(mail.None{}, mail.Message{To: login.Text, Path: "/cadastro"}))
		return err
	case isUnknown:
		found.Email = "ninguem@invalid.invalid"
	}
	if err := send(ctx, tx, by, outbox, s.letter(by.Now, letter.code, mail.Message{To: found.Email, Name: found.Name})); err != nil {
		return err
	}
	if isUnknown {
		return errNobody
	}
	return nil
}

// LoginCode returns the state of the code of a login.
func LoginCode(ctx context.Context, tx *db.DB, login string) (CodeState, error) {
	return subject{Login, login}.state(ctx, tx)
}

// ConfirmLogin returns the associate with this login, to be signed in, whose mailbox got the code; 400 VALIDATION_ERROR for
// another code or login.
func ConfirmLogin(ctx context.Context, tx *db.DB, by auth.Caller, login, code string) (auth.Caller, error) {
	about := subject{Login, login}
	ticket, err := about.check(ctx, tx, code, by.Now)
	if err != nil {
		return auth.Caller{}, err
	}
	found, err := associates.FindByIdentifier(ctx, tx, associates.ParseIdentifier(login))
	if errs.HasCode(err, errs.CodeNotFound) {
		return auth.Caller{}, errWrong(1)
	}
	if err != nil {
		return auth.Caller{}, err
	}
	came := auth.Caller{Kind: auth.Associate, ID: found.ID, Code: found.Code, Email: found.Email, Name: found.Name, LastName: found.LastName,
		Origin: by.Origin}
	err = tx.WithContext(ctx).Transaction(func(tx *db.DB) error {
		if err := about.use(ctx, tx, ticket, by.Now); err != nil {
			return err
		}
		if err := mail.Confirm(ctx, tx, found.Email, by.Now); err != nil {
			return err
		}
		return associates.RecordLogin(ctx, tx, came.At(by.Now))
	})
	return came, err
}
