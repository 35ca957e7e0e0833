package passwordreset

import (
	"context"
	"errors"
	"fmt"
	"net/url"
	"time"

	"github.com/riverqueue/river"

	"acolhe/models/platform/db"
	"acolhe/models/platform/jobs"
	"acolhe/models/platform/mail"
	"acolhe/models/platform/ratelimit"
	"acolhe/models/types/auth"
	"acolhe/models/types/errs"
	"acolhe/models/types/secret"
)

// sendReset is the job that mails a link to an address if an account has it. It is enqueued for
// every address, so that a request does not reveal which ones are known.
type sendReset struct {
	To      auth.Kind `json:"to"`
	Address string    `json:"address"`
	// App is the program of the association from which the link was requested; empty for the default one.
	App string `json:"app,omitempty"`
}

// Kind returns the name of the job in the queue.
func (sendReset) Kind() string { return "write_reset" }

// jobOptions limits the attempts to a few minutes, because the person waits for the mail.
func jobOptions() *river.InsertOpts { return &river.InsertOpts{MaxAttempts: 6} }

// Service sends the requested links.
type Service struct {
	DB *db.DB
	// Passwords are the passwords of all kinds of accounts.
	Passwords []Passwords
	Now       func() time.Time
}

// Job declares the job of Request.
func (d Service) Job() jobs.Job {
	work := func(ctx context.Context, job *river.Job[sendReset]) error { return d.send(ctx, job.Args) }
	return jobs.Of(work, jobs.About{Label: "Link de nova senha"})
}

// Send puts a mail with a new token in the outbox if an account has the address and its owner may
// sign in.
func (d Service) Send(ctx context.Context, to auth.Kind, address string) error {
	return d.send(ctx, sendReset{To: to, Address: address})
}

func (d Service) send(ctx context.Context, request sendReset) error {
	to := request.To
	for _, passwords := range d.Passwords {
		if passwords.Accounts.Kind == to {
			return passwords.send(ctx, d.DB, request, d.Now())
		}
	}
	return river.JobCancel(fmt.Errorf("no passwords of %q can be reset", to))
}

// send sends at most as many mails as letterLimit permits; further requests do nothing, because the earlier links are
// valid.
func (p Passwords) send(ctx context.Context, tx *db.DB, request sendReset, now time.Time) error {
	hit, err := ratelimit.Allow(ctx, tx, letterLimit(p.Accounts.Kind), request.Address, now)
	if errs.HasCode(err, errs.CodeRateLimited) {
		return nil
	}
	if err != nil {
		return err
	}
	if err := p.sendLink(ctx, tx, request, now); err != nil {
		return errors.Join(err, hit.Undo(ctx, tx))
	}
	return nil
}

// sendLink creates no token if no mail is sent. Whoever knows the address can request one: the cause is nobody.
func (p Passwords) sendLink(ctx context.Context, tx *db.DB, request sendReset, now time.Time) error {
	return tx.WithContext(ctx).Transaction(func(tx *db.DB) error {
		owner, err := p.Accounts.find(locked(tx).Where(p.Accounts.Email+" = ?", request.Address))
		if errs.HasCode(err, errs.CodeNotFound) {
			return nil
		}
		if err != nil {
			return err
		}
		token, expires := secret.New(), now.Add(Lifetime)
		message := mail.Message{
			Kind: mail.Reset.Kind, To: owner.Email, Name: owner.Name, Expires: expires, App: request.App,
			Path: p.Accounts.Path + "?" + url.Values{"token": {token}}.Encode(),
		}
		status, err := p.Mail.Send(ctx, tx, auth.Caller{}.At(now), message)
		if err != nil || status != mail.Queued {
			return err
		}
		return p.Accounts.addToken(tx, owner, secret.Hash(token), expires)
	})
}
