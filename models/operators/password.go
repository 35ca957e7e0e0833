package operators

import (
	"context"
	"errors"

	"acolhe/models/platform/db"
	"acolhe/models/platform/mail"
	"acolhe/models/platform/password"
	"acolhe/models/platform/ratelimit"
	"acolhe/models/platform/security"
	"acolhe/models/sessions"
	"acolhe/models/types/access"
	"acolhe/models/types/auth"
	"acolhe/models/types/errs"
)

// OwnPassword changes the password of a signed-in operator.
type OwnPassword struct{ Mail mail.Outbox }

// ChangePasswordInput is the form at /conta.
type ChangePasswordInput struct {
	Current  string `form:"current"`
	Password string `form:"password"`
}

// Change sets a new password, ends every session of the operator and notifies them by mail. A wrong
// current password is 400 VALIDATION_ERROR and counts as a failed login; too many are 429
// RATE_LIMITED.
func (o OwnPassword) Change(ctx context.Context, tx *db.DB, by auth.Caller, input ChangePasswordInput) error {
	if err := access.RequireConfirmed(by); err != nil {
		return err
	}
	policy, err := password.PolicyOf(ctx, tx)
	if err != nil {
		return err
	}
	if err := input.check(policy, by); err != nil {
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
		if err := replacePassword(ctx, tx, by, stored, hash); err != nil {
			return err
		}
		if err := security.Record(ctx, tx, by, security.Event{Kind: security.PasswordChanged, Subject: by.Code}); err != nil {
			return err
		}
		_, err := o.Mail.Send(ctx, tx, by, mail.Message{Kind: mail.PasswordChanged.Kind, To: by.Email, Name: by.Name})
		return err
	})
}

// replacePassword replaces the confirmed hash, unless the password was reset meanwhile.
func replacePassword(ctx context.Context, tx *db.DB, by auth.Caller, confirmed, hash string) error {
	unchanged := func(query *db.DB) *db.DB { return query.Where("password = ?", confirmed) }
	_, err := db.Change(ctx, tx, by.ID, "", func(_ *db.DB, _ Operator, operator *Operator) error {
		operator.Password, operator.DateUpdated = &hash, by.Now
		operator.PasswordResetToken, operator.PasswordResetExpires = nil, nil
		return nil
	}, unchanged)
	if errs.HasCode(err, errs.CodeNotFound) {
		return errWrongCurrent()
	}
	if err != nil {
		return err
	}
	return sessions.EndAll(ctx, tx, auth.Operator, by.ID, sessions.PasswordChanged)
}

func (in ChangePasswordInput) check(policy password.Policy, by auth.Caller) error {
	var problems errs.Problems
	problems.Require(in.Current != "", "current", "informe a senha atual")
	problems = append(problems, errs.FieldsOf(policy.CheckOperator(in.Password, "password", by.Name, by.LastName, by.Email))...)
	problems.Require(in.Password != in.Current, "password", "escolha uma senha diferente da atual")
	return problems.Err()
}

// confirm checks the current password and returns its stored hash.
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
		return "", errors.Join(err, try.Undo(ctx, tx))
	}
	if !matches {
		if err := security.Record(ctx, tx, by, failed(by.Email, wrongPassword)); err != nil {
			return "", err
		}
		return "", errWrongCurrent()
	}
	return stored, try.Undo(ctx, tx)
}

func errWrongCurrent() error { return errs.Invalid("current", "está incorreta") }
