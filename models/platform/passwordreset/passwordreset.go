// Package passwordreset resets forgotten passwords by a link in a mail. The rules are the same for
// operators and associates: a link is valid once and for an hour, the response does not reveal
// whether an address is known, and a new password ends the sessions. The areas define the accounts
// and the password policy.
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
)

// RequestLimit limits requests for a link of this kind of accounts per address (decisions.md, "Authentication").
func RequestLimit(kind auth.Kind) ratelimit.Rule {
	return ratelimit.Rule{Name: "reset.request." + string(kind), Limit: 5, Per: 15 * time.Minute}
}

// UseLimit limits uses of a link of this kind of accounts per address (decisions.md, "Authentication").
func UseLimit(kind auth.Kind) ratelimit.Rule {
	return ratelimit.Rule{Name: "reset.use." + string(kind), Limit: 5, Per: 15 * time.Minute}
}

// letterLimit limits the mails with a link to one recipient, from any number of addresses.
func letterLimit(kind auth.Kind) ratelimit.Rule {
	return ratelimit.Rule{Name: "reset.letter." + string(kind), Limit: 3, Per: time.Hour}
}

// Accounts describes the accounts with a password in one table. The names of columns and the
// conditions are SQL of the program, never input.
type Accounts struct {
	Kind  auth.Kind
	Table string
	// Reference is the column of earlier_resets that refers to the table.
	Reference string
	// Email and Password are columns, Name is an expression for the name in the greeting.
	Email, Password, Name string
	// Allowed is the condition under which a person of the table may sign in.
	Allowed string
	// App is the program of the association from which a link is requested; empty for the default one.
	App string
	// Path is the path of the page in the link.
	Path string
	// Check checks a password of the owner against the policy.
	Check func(policy password.Policy, plain, path string, owner ...string) error
	// EndSessions ends every session of an account, in the transaction of its new password.
	EndSessions func(ctx context.Context, tx *db.DB, id int64) error
}

// Passwords resets the passwords of accounts, with an outbox for the mails.
type Passwords struct {
	Accounts Accounts
	Mail     mail.Outbox
}

// Input is the token of a link and a new password.
type Input struct {
	Token    string `json:"token" form:"token"`
	Password string `json:"password" form:"password"`
}

// Required names the members that must be sent.
func (Input) Required() []string { return []string{"token", "password"} }

// Request requests a link. It does the same, in the same time, whether the address is known or not,
// because a job sends the mail. It returns 400 VALIDATION_ERROR for a malformed address.
func (a Accounts) Request(ctx context.Context, tx *db.DB, by auth.Caller, typed string) error {
	address, valid := email.Normalize(typed)
	if !valid {
		return errs.Invalid("email", "informe um e-mail válido")
	}
	return tx.WithContext(ctx).Transaction(func(tx *db.DB) error {
		event := security.Event{Kind: security.ResetRequested, Subject: address, Details: a.eventDetails()}
		if err := security.Record(ctx, tx, by, event); err != nil {
			return err
		}
		return jobs.Enqueue(ctx, tx, sendReset{To: a.Kind, Address: address, App: a.App}, jobOptions())
	})
}

// Reset sets the password of the token's account, ends its sessions and notifies its owner by mail.
// It returns 400 TOKEN_INVALID, with the same message, for an unknown, used, replaced or expired
// token, and 400 VALIDATION_ERROR for a password against the policy, which leaves the token valid.
func (p Passwords) Reset(ctx context.Context, tx *db.DB, by auth.Caller, input Input) error {
	// The token is checked before the expensive hash, and again with the row locked.
	owner, err := p.Accounts.findByToken(tx.WithContext(ctx), input.Token, by.Now)
	if err != nil {
		return err
	}
	policy, err := password.PolicyOf(ctx, tx)
	if err != nil {
		return err
	}
	if err := p.Accounts.Check(policy, input.Password, "password", owner.Name, owner.Email); err != nil {
		return err
	}
	hash, err := password.Hash(ctx, input.Password)
	if err != nil {
		return err
	}
	return tx.WithContext(ctx).Transaction(func(tx *db.DB) error {
		owner, err := p.Accounts.findByToken(locked(tx), input.Token, by.Now)
		if err != nil {
			return err
		}
		if err := p.Accounts.setPassword(tx, owner, hash, by.Now); err != nil {
			return err
		}
		if err := p.Accounts.EndSessions(ctx, tx, owner.ID); err != nil {
			return err
		}
		return p.notify(ctx, tx, by, owner)
	})
}

func (p Passwords) notify(ctx context.Context, tx *db.DB, by auth.Caller, owner account) error {
	event := security.Event{Kind: security.PasswordReset, Subject: owner.UserCode, Details: p.Accounts.eventDetails()}
	if err := security.Record(ctx, tx, by, event); err != nil {
		return err
	}
	if err := mail.Confirm(ctx, tx, owner.Email, by.Now); err != nil {
		return err
	}
	_, err := p.Mail.Send(ctx, tx, by, mail.Message{Kind: mail.PasswordChanged.Kind, To: owner.Email, Name: owner.Name})
	return err
}

func (a Accounts) eventDetails() map[string]any { return map[string]any{"as": a.Kind} }

// account is an account whose password may be reset.
type account struct {
	ID       int64
	UserCode string
	Name     string
	Email    string
}

// find returns the account of the query if its owner may sign in, else 404 NOT_FOUND.
func (a Accounts) find(query *db.DB) (account, error) {
	owners := query.Table(a.Table).Select("id, user_code::text, " + a.Name + " as name, " + a.Email + " as email").Where(a.Allowed)
	return db.First[account](owners, errs.NotFound("Conta não encontrada."))
}

// setPassword sets the password and removes the tokens.
func (a Accounts) setPassword(tx *db.DB, owner account, hash string, now time.Time) error {
	return tx.Table(a.Table).Where("id = ?", owner.ID).Updates(map[string]any{
		a.Password: hash, "password_reset_token": nil, "password_reset_expires": nil, "date_updated": now,
	}).Error
}

func locked(tx *db.DB) *db.DB {
	return tx.Clauses(clause.Locking{Strength: clause.LockingStrengthUpdate})
}
