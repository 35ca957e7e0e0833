package operators

import (
	"context"

	"acolhe/models/platform/db"
	"acolhe/models/platform/mail"
	"acolhe/models/platform/password"
	"acolhe/models/platform/ratelimit"
	"acolhe/models/platform/security"
	"acolhe/models/types/auth"
	"acolhe/models/types/errs"
)

// OwnPassword changes the password of who is signed in and knows it.
type OwnPassword struct{ Mail mail.Outbox }

// ChangePasswordInput is the form at /conta.
type ChangePasswordInput struct {
	Current  string `form:"current"`
	Password string `form:"password"`
}

// Change sets another password, ends every session of the operator and tells them by a letter.
// A wrong current password is 400 VALIDATION_ERROR and counts as a failed login: too many are
// 429 RATE_LIMITED.
func (o OwnPassword) Change(ctx context.Context, tx *db.DB, by auth.Caller, input ChangePasswordInput) error {
	if err := input.check(); err != nil {
		return err
	}
	stored, err := confirm(ctx, tx, by, input.Current)
	if err != nil {
		return err
	}
	hash, err := password.Hash(ctx, input.Password)
	if err != nil {
		return err
	}
	return tx.WithContext(ctx).Transaction(func(tx *db.DB) error {
		// Only in place of the password that was confirmed: it may have been reset meanwhile.
		changed := tx.Model(&Operator{}).Where("id = ? and password = ?", by.ID, stored).Updates(map[string]any{
			"password": hash, "session_token": nil, "session_expires": nil,
			"password_reset_token": nil, "password_reset_expires": nil, "date_updated": by.Now,
		})
		if changed.Error == nil && changed.RowsAffected == 0 {
			return errWrongCurrent()
		}
		if changed.Error != nil {
			return changed.Error
		}
		if err := security.Record(ctx, tx, by, security.Event{Kind: security.PasswordChanged, Subject: by.Code}); err != nil {
			return err
		}
		_, err := o.Mail.Send(ctx, tx, mail.Message{Kind: mail.PasswordChanged, To: by.Email, Name: by.Name}, by.Now)
		return err
	})
}

func (in ChangePasswordInput) check() error {
	var problems errs.Problems
	problems.Require(in.Current != "", "current", "informe a senha atual")
	problems = append(problems, errs.FieldsOf(password.Check(in.Password, "password"))...)
	problems.Require(in.Password != in.Current, "password", "escolha uma senha diferente da atual")
	return problems.Err()
}

// confirm gives the stored hash of who knows the password.
func confirm(ctx context.Context, tx *db.DB, by auth.Caller, current string) (string, error) {
	try, err := ratelimit.AllowLogin(ctx, tx, by.Origin.IP, by.Email, by.Now)
	if err != nil {
		return "", err
	}
	operator, err := findByEmail(ctx, tx, by.Email)
	if err != nil {
		return "", err
	}
	stored := hashOf(operator)
	matches, err := password.Matches(ctx, stored, current)
	if err != nil {
		return "", err
	}
	if !matches {
		if err := security.Record(ctx, tx, by, failed(by.Email, wrongPassword)); err != nil {
			return "", err
		}
		return "", errWrongCurrent()
	}
	return stored, try.Succeeded(ctx, tx)
}

func errWrongCurrent() error { return errs.Invalid("current", "não confere") }
