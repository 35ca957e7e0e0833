package passwordreset

import (
	"context"
	"errors"

	"acolhe/models/platform/db"
	"acolhe/models/platform/mail"
	"acolhe/models/platform/password"
	"acolhe/models/platform/ratelimit"
	"acolhe/models/platform/security"
	"acolhe/models/types/auth"
	"acolhe/models/types/errs"
)

// ChangeInput is a new password of a signed-in person, with the current one.
type ChangeInput struct {
	Current  string `form:"current"`
	Password string `form:"password"`
}

// Change sets a new password of the caller, ends their sessions and notifies them by mail. A wrong current password is 400
// VALIDATION_ERROR and counts as a failed login; too many are 429 RATE_LIMITED.
func (p Passwords) Change(ctx context.Context, tx *db.DB, by auth.Caller, input ChangeInput) error {
	owner, err := p.Accounts.find(tx.WithContext(ctx).Where("id = ?", by.ID))
	if err != nil {
		return err
	}
	policy, err := password.PolicyOf(ctx, tx)
	if err != nil {
		return err
	}
	var problems errs.Problems
	problems.Require(input.Current != "", "current", "Escreva a senha atual.")
	problems = append(problems, errs.FieldsOf(p.Accounts.Check(policy, input.Password, "password", owner.Name, owner.Email))...)
	problems.Require(input.Password == "" || input.Password != input.Current, "password", "Escolha uma senha diferente da atual.")
	if err := problems.Err(); err != nil {
		return err
	}
	stored, err := p.confirm(ctx, tx, by, owner, input.Current)
	if err != nil {
		return err
	}
	hash, err := password.Hash(ctx, input.Password)
	if err != nil {
		return err
	}
	return tx.WithContext(ctx).Transaction(func(tx *db.DB) error {
		// A password that was replaced meanwhile is no longer the current one.
		owner, err := p.Accounts.find(locked(tx).Where("id = ? and "+p.Accounts.Password+" = ?", by.ID, stored))
		if errs.HasCode(err, errs.CodeNotFound) {
			return errWrongCurrent()
		}
		if err != nil {
			return err
		}
		if err := p.Accounts.setPassword(tx, owner, hash, by.Now); err != nil {
			return err
		}
		if err := p.Accounts.EndSessions(ctx, tx, owner.ID); err != nil {
			return err
		}
		event := security.Event{Kind: security.PasswordChanged, Subject: owner.UserCode, Details: p.Accounts.eventDetails()}
		if err := security.Record(ctx, tx, by, event); err != nil {
			return err
		}
		_, err = p.Mail.Send(ctx, tx, by, mail.PasswordChanged.With(mail.None{}, mail.Message{To: owner.Email, Name: owner.Name}))
		return err
	})
}

// CheckPassword checks the password of the caller again. A wrong one is 400 VALIDATION_ERROR on password and counts as a failed login;
// too many are 429 RATE_LIMITED.
func (p Passwords) CheckPassword(ctx context.Context, tx *db.DB, by auth.Caller, current string) error {
	owner, err := p.Accounts.find(tx.WithContext(ctx).Where("id = ?", by.ID))
	if err != nil {
		return err
	}
	_, err = p.confirm(ctx, tx, by, owner, current)
	if errs.HasCode(err, errs.CodeValidation) {
		return errs.Invalid("password", "A senha não confere.")
	}
	return err
}

// confirm checks the current password and returns its stored hash.
func (p Passwords) confirm(ctx context.Context, tx *db.DB, by auth.Caller, owner account, current string) (string, error) {
	try, err := ratelimit.AllowLogin(ctx, tx, by.Origin.IP, owner.Email, by.Now)
	if err != nil {
		return "", err
	}
	var stored string
	if err := tx.WithContext(ctx).Table(p.Accounts.Table).Select("coalesce("+p.Accounts.Password+", '')").Where("id = ?", owner.ID).
		Scan(&stored).Error; err != nil {
		return "", err
	}
	matches, err := password.Matches(ctx, stored, current)
	if err != nil {
		return "", errors.Join(err, try.Undo(ctx, tx))
	}
	if matches {
		return stored, try.Undo(ctx, tx)
	}
	event := security.Event{Kind: security.LoginFailed, Subject: owner.Email,
		Details: map[string]any{"as": p.Accounts.Kind, "reason": "wrong_password"}}
	if err := security.Record(ctx, tx, by, event); err != nil {
		return "", err
	}
	return "", errWrongCurrent()
}

func errWrongCurrent() error { return errs.Invalid("current", "A senha não confere.") }
