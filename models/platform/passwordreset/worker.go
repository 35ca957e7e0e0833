package passwordreset

import (
	"context"
	"fmt"
	"net/url"
	"time"

	"github.com/riverqueue/river"

	"acolhe/models/platform/db"
	"acolhe/models/platform/jobs"
	"acolhe/models/platform/mail"
	"acolhe/models/types/auth"
	"acolhe/models/types/errs"
	"acolhe/models/types/secret"
)

// sendReset is the job that writes to an address that asked for a link, if somebody has it. It is
// enqueued for every address alike, so that asking tells nothing.
type sendReset struct {
	To      auth.Kind `json:"to"`
	Address string    `json:"address"`
}

// Kind is the job's name in the queue.
func (sendReset) Kind() string { return "write_reset" }

// writeOptions: who asked waits for the letter, so that it is given up within minutes.
func writeOptions() *river.InsertOpts { return &river.InsertOpts{MaxAttempts: 6} }

// Service writes the letters that were asked for.
type Service struct {
	DB *db.DB
	// Passwords are those of everybody who may ask.
	Passwords []Passwords
	Now       func() time.Time
}

// Work is the desk's share of what the runner works.
func (d Service) Work() jobs.Work { return jobs.By(&writer{desk: d}) }

// writer works the jobs of Request.
type writer struct {
	river.WorkerDefaults[sendReset]
	desk Service
}

// Work is river.Worker.
func (w *writer) Work(ctx context.Context, job *river.Job[sendReset]) error {
	return w.desk.Write(ctx, job.Args.To, job.Args.Address)
}

// Write puts a letter with a new token in the outbox of who has the address and may come in;
// anybody else gets none.
func (d Service) Write(ctx context.Context, to auth.Kind, address string) error {
	for _, passwords := range d.Passwords {
		if passwords.Of.Kind == to {
			return passwords.write(ctx, d.DB, address, d.Now())
		}
	}
	return river.JobCancel(fmt.Errorf("nobody renews passwords of %q", to))
}

// write replaces the token before it, which serves no more. With mail switched off no token is
// made that nobody would get.
func (p Passwords) write(ctx context.Context, tx *db.DB, address string, now time.Time) error {
	return tx.WithContext(ctx).Transaction(func(tx *db.DB) error {
		owner, err := p.Of.find(locked(tx).Where(p.Of.Email+" = ?", address))
		if errs.HasCode(err, errs.CodeNotFound) {
			return nil
		}
		if err != nil {
			return err
		}
		token, expires := secret.New(), now.Add(Lifetime)
		letter := mail.Message{
			Kind: mail.Reset, To: owner.Email, Name: owner.Name, Expires: expires,
			Path: p.Of.Page + "?" + url.Values{"token": {token}}.Encode(),
		}
		status, err := p.Mail.Send(ctx, tx, letter, now)
		if err != nil || status == mail.NotConfigured {
			return err
		}
		return tx.Table(p.Of.Table).Where("id = ?", owner.ID).
			Updates(map[string]any{"password_reset_token": secret.Hash(token), "password_reset_expires": expires}).Error
	})
}
