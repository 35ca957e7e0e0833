// Package resets gives a new password to who forgot theirs: a letter with a link, and the
// password that is set through it. It is the same for everybody: a link serves once and for an
// hour, nobody learns whether an address is known, and a new password ends the session. Whose
// passwords they are and what they must be like is said by the areas, operators and associates.
package passwordreset

import (
	"context"
	"time"

	"gorm.io/gorm/clause"

	"acolhe/models/platform/db"
	"acolhe/models/platform/jobs"
	"acolhe/models/platform/mail"
	"acolhe/models/platform/password"
	"acolhe/models/platform/ratelimit"
	"acolhe/models/platform/security"
	"acolhe/models/types/auth"
	"acolhe/models/types/email"
	"acolhe/models/types/errs"
	"acolhe/models/types/secret"
)

// Lifetime is how long a link serves (specification, "Associate session"; decisions.md).
const Lifetime = time.Hour

// Limit is how often one address may ask for a link, or try one (decisions.md, "Authentication").
func Limit() ratelimit.Rule { return ratelimit.Rule{Name: "reset", Limit: 5, Per: 15 * time.Minute} }

// Owners are the people of one table who come in with a password. What names columns or rows
// is SQL of ours, never of a caller.
type Owners struct {
	Kind  auth.Kind
	Table string
	// Email and Password are columns, Name an expression for whom a letter greets.
	Email, Password, Name string
	// Allowed is the condition under which somebody of the table may come in.
	Allowed string
	// Page is the path that a link leads to.
	Page string
	// Check holds a password against the policy.
	Check func(plain string) error
}

// Passwords are those of the owners, and the outbox that tells them.
type Passwords struct {
	Of   Owners
	Mail mail.Outbox
}

// Input is a new password with the token of the link.
type Input struct {
	Token    string `json:"token" form:"token"`
	Password string `json:"password" form:"password"`
}

// Request asks for a link. It does the same, in the same time, whether the address is known or
// not: what differs is left to a job. A malformed address is 400 VALIDATION_ERROR.
func (o Owners) Request(ctx context.Context, tx *db.DB, by auth.Caller, typed string) error {
	address, valid := email.Normalize(typed)
	if !valid {
		return errs.Invalid("email", "informe um e-mail válido")
	}
	return tx.WithContext(ctx).Transaction(func(tx *db.DB) error {
		event := security.Event{Kind: security.ResetRequested, Subject: address, Details: o.details()}
		if err := security.Record(ctx, tx, by, event); err != nil {
			return err
		}
		return jobs.Enqueue(ctx, tx, sendReset{To: o.Kind, Address: address}, writeOptions())
	})
}

// CheckToken is nil while a password can be set with the token, else 400 TOKEN_INVALID.
func (o Owners) CheckToken(ctx context.Context, tx *db.DB, token string, now time.Time) error {
	_, err := o.holder(tx.WithContext(ctx), token, now)
	return err
}

// Reset sets the password of who holds the token, ends their session and tells them by a
// letter. An unknown, used, replaced or expired token is 400 TOKEN_INVALID, in the same words
// for each. A password against the policy is 400 VALIDATION_ERROR and leaves the token usable.
func (p Passwords) Reset(ctx context.Context, tx *db.DB, by auth.Caller, input Input) error {
	// Looked at before the hash, which is dear, and again under the lock.
	if err := p.Of.CheckToken(ctx, tx, input.Token, by.Now); err != nil {
		return err
	}
	if err := p.Of.Check(input.Password); err != nil {
		return err
	}
	hash, err := password.Hash(ctx, input.Password)
	if err != nil {
		return err
	}
	return tx.WithContext(ctx).Transaction(func(tx *db.DB) error {
		owner, err := p.Of.holder(locked(tx), input.Token, by.Now)
		if err != nil {
			return err
		}
		if err := p.Of.renew(tx, owner, hash, by.Now); err != nil {
			return err
		}
		return p.tell(ctx, tx, by, owner)
	})
}

func (p Passwords) tell(ctx context.Context, tx *db.DB, by auth.Caller, owner owner) error {
	event := security.Event{Kind: security.PasswordReset, Subject: owner.UserCode, Details: p.Of.details()}
	if err := security.Record(ctx, tx, by, event); err != nil {
		return err
	}
	_, err := p.Mail.Send(ctx, tx, mail.Message{Kind: mail.PasswordChanged, To: owner.Email, Name: owner.Name}, by.Now)
	return err
}

func (o Owners) details() map[string]any { return map[string]any{"as": o.Kind} }

// owner is somebody whose password may be renewed.
type owner struct {
	ID       int64
	UserCode string
	Name     string
	Email    string
}

// holder returns who holds a token that still serves.
func (o Owners) holder(query *db.DB, token string, now time.Time) (owner, error) {
	found, err := o.find(query.Where("password_reset_token = ? and password_reset_expires > ?", secret.Hash(token), now))
	if errs.HasCode(err, errs.CodeNotFound) {
		return found, errs.New(errs.KindInvalid, errs.CodeTokenInvalid,
			"Este link não vale mais: já foi usado, venceu ou foi trocado por um mais novo. Peça outro.")
	}
	return found, err
}

// find returns the one owner of the query who may come in, else 404 NOT_FOUND.
func (o Owners) find(query *db.DB) (owner, error) {
	owners := query.Table(o.Table).Select("id, user_code::text, " + o.Name + " as name, " + o.Email + " as email").Where(o.Allowed)
	return db.First[owner](owners, errs.NotFound("Conta não encontrada."))
}

// renew sets the password; the token has served and the session is over.
func (o Owners) renew(tx *db.DB, owner owner, hash string, now time.Time) error {
	return tx.Table(o.Table).Where("id = ?", owner.ID).Updates(map[string]any{
		o.Password: hash, "password_reset_token": nil, "password_reset_expires": nil,
		"session_token": nil, "session_expires": nil, "date_updated": now,
	}).Error
}

func locked(tx *db.DB) *db.DB {
	return tx.Clauses(clause.Locking{Strength: clause.LockingStrengthUpdate})
}
