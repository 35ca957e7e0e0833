package operators

import (
	"cmp"
	"context"
	"errors"

	"acolhe/models/newdevices"
	"acolhe/models/platform/db"
	"acolhe/models/platform/password"
	"acolhe/models/platform/ratelimit"
	"acolhe/models/platform/security"
	"acolhe/models/secondfactor"
	"acolhe/models/types/auth"
	"acolhe/models/types/email"
	"acolhe/models/types/errs"
)

// CodeUserInactive is the code of the specification for a deactivated operator.
const CodeUserInactive = "USER_INACTIVE"

// LoginInput is the body of POST /auth/login and the form at /entrar.
type LoginInput struct {
	Email    string `json:"email" form:"email"`
	Password string `json:"password" form:"password"`
	// Code is the code of the second step, for accounts that have one.
	Code string `json:"code" form:"-"`
}

// Required names the members that must be sent.
func (LoginInput) Required() []string { return []string{"email", "password"} }

// Login signs operators in.
type Login struct{ Factors secondfactor.Factors }

// Authenticate returns the operator with this e-mail, password and, if the account has a second factor, code, and records
// the login. Beside the errors of Begin it returns 401 SECOND_FACTOR_REQUIRED without a code, and those of
// secondfactor.Check.
func (l Login) Authenticate(ctx context.Context, tx *db.DB, by auth.Caller, input LoginInput) (auth.Caller, error) {
	caller, waiting, err := l.begin(ctx, tx, by, input)
	if err != nil || !waiting {
		return caller, err
	}
	if input.Code == "" {
		return auth.Caller{}, secondfactor.Required()
	}
	caller, _, err = l.finish(ctx, tx, caller, secondfactor.Proof{Code: input.Code})
	return caller, err
}

// begin checks the password, and records the login of an account without a second factor; the login of others waits for
// their code. It returns 400 VALIDATION_ERROR, 401 INVALID_CREDENTIALS, 403 USER_INACTIVE if the password is right, and 429
// RATE_LIMITED before the password is checked. Only the security event has the reason of a failed login. Unknown e-mails
// and operators without a password take as long as wrong passwords.
func (l Login) begin(ctx context.Context, tx *db.DB, by auth.Caller, input LoginInput) (caller auth.Caller, waits bool, err error) {
	address, err := input.check()
	if err != nil {
		return auth.Caller{}, false, err
	}
	try, err := ratelimit.AllowLogin(ctx, tx, by.Origin.IP, address, by.Now)
	if errs.HasCode(err, errs.CodeRateLimited) {
		return auth.Caller{}, false, cmp.Or(security.RecordLimited(ctx, tx, by, address), err)
	}
	if err != nil {
		return auth.Caller{}, false, err
	}
	operator, why, err := verify(ctx, tx, address, input.Password)
	if err != nil {
		return auth.Caller{}, false, errors.Join(err, try.Undo(ctx, tx))
	}
	if why != "" {
		return auth.Caller{}, false, cmp.Or(security.Record(ctx, tx, by, failed(address, why)), why.refusal())
	}
	if err := keepPassword(ctx, tx, operator, input.Password); err != nil {
		return auth.Caller{}, false, errors.Join(err, try.Undo(ctx, tx))
	}
	caller = operator.callerLike(by)
	if operator.SecondStepAt != nil {
		return caller, true, try.Undo(ctx, tx)
	}
	return caller, false, errors.Join(try.Undo(ctx, tx), l.record(ctx, tx, caller))
}

// keepPassword replaces a hash of another system by one of this program.
func keepPassword(ctx context.Context, tx *db.DB, operator Operator, plain string) error {
	before := hashOf(operator)
	hash, err := password.Replacement(ctx, before, plain)
	if err != nil || hash == "" {
		return err
	}
	return tx.WithContext(ctx).Table("system_users").Where("id = ? and password = ?", operator.ID, before).Update("password", hash).Error
}

// finish checks the second step of an operator whose password was right, and records the login.
func (l Login) finish(ctx context.Context, tx *db.DB, operator auth.Caller, proof secondfactor.Proof) (auth.Caller, secondfactor.Passed,
	error) {
	passed, err := l.Factors.Check(ctx, tx, operator, proof)
	if err != nil {
		return auth.Caller{}, passed, err
	}
	operator.SecondStep = auth.SecondStep{IsOn: true, ConfirmedAt: operator.Now}
	return operator, passed, l.record(ctx, tx, operator)
}

// record records a login, and writes to the operator if it is at a new device.
func (l Login) record(ctx context.Context, tx *db.DB, by auth.Caller) error {
	return cmp.Or(RecordLogin(ctx, tx, by), newdevices.Notify(ctx, tx, by, l.Factors.Mail))
}

// PasswordMatches reports whether the password is that of an active operator, without counting or
// recording a login. Only the program itself uses it.
func PasswordMatches(ctx context.Context, tx *db.DB, input LoginInput) (bool, error) {
	address, _ := email.Normalize(input.Email)
	_, why, err := verify(ctx, tx, address, input.Password)
	return err == nil && why == "", err
}

// RecordLogin records that an operator signed in, with their password or by accepting their invite.
func RecordLogin(ctx context.Context, tx *db.DB, by auth.Caller) error {
	return tx.WithContext(ctx).Transaction(func(tx *db.DB) error {
		if err := tx.Model(&Operator{}).Where("id = ?", by.ID).Update("last_login_at", by.Now).Error; err != nil {
			return err
		}
		return security.Record(ctx, tx, by, security.Event{Kind: security.LoginSucceeded, Subject: by.Email})
	})
}

// RecordLogout records that an operator signed out.
func RecordLogout(ctx context.Context, tx *db.DB, by auth.Caller) error {
	return security.Record(ctx, tx, by, security.Event{Kind: security.SignedOut, Subject: by.Email})
}

func (in LoginInput) check() (address string, err error) {
	address, valid := email.Normalize(in.Email)
	var problems errs.Problems
	problems.Require(valid, "email", "informe um e-mail válido")
	problems.Require(in.Password != "", "password", "informe a senha")
	return address, problems.Err()
}

// reason is the reason of a failed login in its event; empty for a successful one.
type reason string

const (
	unknownAddress reason = "unknown"
	wrongPassword  reason = "wrong_password"
	wrongPasskey   reason = "wrong_passkey"
	stillPending   reason = "pending"
	nowInactive    reason = "inactive"
)

// verify finds the operator and checks the password, in the same time if there is no operator.
func verify(ctx context.Context, tx *db.DB, address, plain string) (Operator, reason, error) {
	operator, err := findByEmail(ctx, tx, address)
	if err != nil {
		return operator, "", err
	}
	matches, err := password.Matches(ctx, hashOf(operator), plain)
	return operator, failureReason(operator, matches), err
}

func failureReason(operator Operator, matches bool) reason {
	switch {
	case operator.ID == 0:
		return unknownAddress
	case operator.Status == Pending:
		return stillPending
	case !matches:
		return wrongPassword
	case operator.Status != Active:
		return nowInactive
	}
	return ""
}

func (why reason) refusal() error {
	if why == nowInactive {
		return errs.New(errs.KindForbidden, CodeUserInactive, "Esta conta está inativa. Fale com a administração da associação.")
	}
	if why == wrongPasskey {
		return errs.New(errs.KindUnauthenticated, errs.CodeInvalidCredentials,
			"Esta chave de acesso não abre a conta deste e-mail. Tente de novo, ou entre com a senha.")
	}
	return errs.New(errs.KindUnauthenticated, errs.CodeInvalidCredentials, "E-mail ou senha incorretos.")
}

func failed(address string, why reason) security.Event {
	return security.Event{Kind: security.LoginFailed, Subject: address, Details: map[string]any{"reason": why}}
}

// findByEmail returns an operator without id and password if there is none.
func findByEmail(ctx context.Context, tx *db.DB, address string) (Operator, error) {
	var operator Operator
	err := tx.WithContext(ctx).Where("email = ?", address).Limit(1).Find(&operator).Error
	return operator, err
}

func hashOf(operator Operator) string {
	if operator.Password == nil {
		return ""
	}
	return *operator.Password
}
