package associates

import (
	"context"
	"errors"

	"acolhe/models/platform/db"
	"acolhe/models/platform/password"
	"acolhe/models/platform/ratelimit"
	"acolhe/models/platform/security"
	"acolhe/models/types/auth"
	"acolhe/models/types/email"
	"acolhe/models/types/errs"
	"acolhe/models/types/texts"
)

// LoginInput is the body of POST /auth/associate/login.
type LoginInput struct {
	Email    string `json:"email" form:"email"`
	Password string `json:"password" form:"password"`
}

// Required names the members that must be sent.
func (LoginInput) Required() []string { return []string{"email", "password"} }

// login has the columns of an associate that the login reads. The rows of patients are excluded.
type login struct {
	ID              int64
	UserCode        string
	Name            *string
	LastName        *string
	AssociateName   *string
	EmailAccount    string
	AccountPassword *string
}

// TableName returns the name of the table.
func (login) TableName() string { return "users" }

// Authenticate returns the associate with this e-mail and password. It returns 400 VALIDATION_ERROR, 401
// INVALID_CREDENTIALS, or 429 RATE_LIMITED before the password is checked. Unknown e-mails and associates without a
// password take as long as wrong passwords; the reason of a failure is only in the security event.
func Authenticate(ctx context.Context, tx *db.DB, by auth.Caller, input LoginInput) (auth.Caller, error) {
	address, err := input.check()
	if err != nil {
		return auth.Caller{}, err
	}
	return authenticate(ctx, tx, by, Identifier{address}, input.Password)
}

// authenticate is Authenticate for any identifier.
func authenticate(ctx context.Context, tx *db.DB, by auth.Caller, identifier Identifier, plain string) (auth.Caller, error) {
	address := identifier.Text
	try, err := ratelimit.AllowLogin(ctx, tx, by.Origin.IP, address, by.Now)
	if errs.HasCode(err, errs.CodeRateLimited) {
		if failed := security.RecordLimited(ctx, tx, by, address); failed != nil {
			return auth.Caller{}, failed
		}
	}
	if err != nil {
		return auth.Caller{}, err
	}
	found, err := identifier.find(ctx, tx)
	if err != nil {
		return auth.Caller{}, err
	}
	matches, err := password.Matches(ctx, texts.Of(found.AccountPassword), plain)
	if err != nil {
		return auth.Caller{}, errors.Join(err, try.Undo(ctx, tx))
	}
	if !matches {
		if err := security.Record(ctx, tx, by, loginEvent(security.LoginFailed, address, failureReason(found))); err != nil {
			return auth.Caller{}, err
		}
		return auth.Caller{}, errs.New(errs.KindUnauthenticated, errs.CodeInvalidCredentials, "E-mail ou senha incorretos.")
	}
	if err := keepPassword(ctx, tx, found, plain); err != nil {
		return auth.Caller{}, errors.Join(err, try.Undo(ctx, tx))
	}
	came := found.person(by.Origin)
	return came, errors.Join(try.Undo(ctx, tx), security.Record(ctx, tx, came.At(by.Now), loginEvent(security.LoginSucceeded, address, "")))
}

// keepPassword replaces a hash of another system by one of this program.
func keepPassword(ctx context.Context, tx *db.DB, found login, plain string) error {
	before := texts.Of(found.AccountPassword)
	hash, err := password.Replacement(ctx, before, plain)
	if err != nil || hash == "" {
		return err
	}
	return tx.WithContext(ctx).Table("users").Where("id = ? and account_password = ?", found.ID, before).Update("account_password", hash).Error
}

// RecordLogout records that an associate signed out.
func RecordLogout(ctx context.Context, tx *db.DB, by auth.Caller) error {
	return security.Record(ctx, tx, by, loginEvent(security.SignedOut, by.Email, ""))
}

func (in LoginInput) check() (address string, err error) {
	address, valid := email.Normalize(in.Email)
	var problems errs.Problems
	problems.Require(valid, "email", "informe um e-mail válido")
	problems.Require(in.Password != "", "password", "informe a senha")
	return address, problems.Err()
}

// failureReason returns the reason of a failed login for the security event.
func failureReason(found login) string {
	if found.ID == 0 {
		return "unknown"
	}
	return "wrong_password"
}

func loginEvent(kind security.Kind, address, reason string) security.Event {
	details := map[string]any{"as": auth.Associate}
	if reason != "" {
		details["reason"] = reason
	}
	return security.Event{Kind: kind, Subject: address, Details: details}
}

const living = "not exists (select from deaths d where d.user_id = users.id)" // nobody signs in with the login of a person who died

// findLogin returns a login without id and password if no living associate has this e-mail.
func findLogin(ctx context.Context, tx *db.DB, address string) (login, error) {
	var found login
	err := tx.WithContext(ctx).Where("email_account = ? and status <> ?", address, Patient).Where(living).Limit(1).Find(&found).Error
	return found, err
}

func (l login) person(from auth.Origin) auth.Caller {
	by := auth.Caller{Kind: auth.Associate, ID: l.ID, Code: l.UserCode, Email: l.EmailAccount, Origin: from}
	by.Name, by.LastName = texts.Of(l.Name), texts.Of(l.LastName)
	if by.Name == "" {
		by.Name = texts.Of(l.AssociateName)
	}
	return by
}
