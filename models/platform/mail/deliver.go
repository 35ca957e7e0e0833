package mail

import (
	"bytes"
	"context"
	"time"

	"github.com/riverqueue/river"
	gomail "github.com/wneessen/go-mail"
	"gorm.io/gorm/clause"

	"acolhe/models/platform/db"
	"acolhe/models/platform/encryption"
	"acolhe/models/platform/jobs"
)

// retryDelays are the delays between the attempts: eight attempts in a little more than a day.
var retryDelays = [...]time.Duration{
	time.Minute, 5 * time.Minute, 15 * time.Minute, time.Hour, 3 * time.Hour, 8 * time.Hour, 12 * time.Hour,
}

// Sender delivers the mails of the outbox at least once: if the process dies after the server
// accepted a message and before the result is stored, the message is sent again with the same
// Message-ID.
type Sender struct {
	DB *db.DB
	// Key decrypts the messages.
	Key encryption.Key
	// Render renders the subject and the body of a message.
	Render func(context.Context, Message) (Content, error)
	// Attach reads an attachment by the id of its file.
	Attach func(ctx context.Context, id int64) (Attachment, error)
	// From is the address of the sender.
	From string
	// Selectors are the names of the keys with which the mail server signs (DKIM), if they are known.
	Selectors []string
	Transport Transport
	// IsStopped is that of the Outbox, checked again before each attempt.
	IsStopped func(ctx context.Context, tx *db.DB, address string) (bool, error)
	Now       func() time.Time
}

// Job declares the job that delivers the mails of the outbox.
func (s Sender) Job() jobs.Job {
	return jobs.Of(s.work, jobs.About{Label: "Envio de e-mail"})
}

// work works the jobs of Outbox.Send. It snoozes the job of a mail that is retried later.
func (s Sender) work(ctx context.Context, job *river.Job[deliver]) error {
	delay, err := s.Deliver(ctx, job.Args.Mail)
	if err == nil && delay > 0 {
		return river.JobSnooze(delay)
	}
	return err
}

// Deliver makes one attempt to send a queued mail and stores the result; it ignores any other
// mail. It returns the delay until the next attempt, 0 for none. The mail is sent outside any
// transaction.
func (s Sender) Deliver(ctx context.Context, id int64) (delay time.Duration, err error) {
	entry, err := s.startAttempt(ctx, id)
	if err != nil || entry.Status != Queued {
		return 0, err
	}
	failure, err := s.attempt(ctx, entry)
	if err != nil {
		return 0, err
	}
	// The result is stored even if the program is being stopped, so that no mail is sent twice.
	return s.recordResult(context.WithoutCancel(ctx), entry, failure)
}

// startAttempt counts the attempt before it is made, so that one that crashes counts too. An
// expired message is not sent, nor one to an address that no letter goes to any more.
func (s Sender) startAttempt(ctx context.Context, id int64) (entry Entry, err error) {
	err = s.DB.WithContext(ctx).Transaction(func(tx *db.DB) error {
		found := tx.Clauses(clause.Locking{Strength: "UPDATE"}).Where("id = ? and status = ?", id, Queued).Limit(1).Find(&entry)
		if found.Error != nil || found.RowsAffected == 0 {
			return found.Error
		}
		failure, err := s.refusal(ctx, tx, entry)
		if err != nil {
			return err
		}
		if failure != nil {
			entry.fail(*failure)
		} else {
			entry.Attempts++
		}
		return saveAttempt(tx, entry)
	})
	return entry, err
}

// refusal returns why no attempt is made any more; nil if one is.
func (s Sender) refusal(ctx context.Context, tx *db.DB, entry Entry) (*Failure, error) {
	if !s.Now().Before(entry.MessageExpires) {
		return &Failure{Reason: "O prazo do link terminou antes do envio.", Final: true}, nil
	}
	if s.IsStopped == nil {
		return nil, nil
	}
	stopped, err := s.IsStopped(ctx, tx, entry.Recipient)
	if err != nil || !stopped {
		return nil, err
	}
	return &Failure{Reason: "O falecimento da pessoa foi registrado antes do envio.", Final: true}, nil
}

// attempt returns a failure of the mail, or an error for other reasons, such as an unavailable
// database.
func (s Sender) attempt(ctx context.Context, entry Entry) (*Failure, error) {
	message, err := entry.Decrypt(s.Key)
	if err != nil {
		return &Failure{Reason: "A mensagem foi guardada com outra CONFIG_ENCRYPT_KEY."}, nil
	}
	content, err := s.Render(ctx, message)
	if err != nil {
		return nil, err
	}
	envelope, failure := compose(content, s.From, entry, s.Now())
	if failure != nil {
		return failure, nil
	}
	if err := s.attach(ctx, envelope, message); err != nil {
		return &Failure{Reason: "Não foi possível ler os anexos da mensagem."}, nil
	}
	return s.Transport.Send(ctx, envelope), nil
}

// attach adds the attachments of a message to its envelope.
func (s Sender) attach(ctx context.Context, envelope Envelope, message Message) error {
	documents := message.Documents
	for _, id := range message.Attachments {
		attached, err := s.Attach(ctx, id)
		if err != nil {
			return err
		}
		documents = append(documents, attached)
	}
	for _, document := range documents {
		options := gomail.WithFileContentType(gomail.ContentType(document.ContentType))
		if err := envelope.AttachReader(document.Name, bytes.NewReader(document.Content), options); err != nil {
			return err
		}
	}
	return nil
}

// recordResult stores the result of the attempt and returns the delay until the next one.
func (s Sender) recordResult(ctx context.Context, entry Entry, failure *Failure) (delay time.Duration, err error) {
	now := s.Now()
	switch {
	case failure == nil:
		entry.Status, entry.DateSent, entry.MessageEncrypted, entry.LastError = Sent, &now, nil, nil
	case failure.Final || entry.isLastAttempt(now):
		entry.fail(*failure)
	default:
		entry.LastError = &failure.Reason
		delay = entry.retryDelay()
	}
	return delay, saveAttempt(s.DB.WithContext(ctx), entry)
}

// saveAttempt writes the columns that an attempt changes, unless the mail is no longer queued.
func saveAttempt(tx *db.DB, entry Entry) error {
	return tx.Model(&Entry{}).Where("id = ? and status = ?", entry.ID, Queued).
		Select("status", "attempts", "last_error", "letter_sealed", "date_sent").Updates(entry).Error
}

// fail marks the mail as failed. The message is kept for Resend unless the failure is final.
func (e *Entry) fail(failure Failure) {
	e.Status, e.LastError = Failed, &failure.Reason
	if failure.Final {
		e.MessageEncrypted = nil
	}
}

// isLastAttempt reports whether there is no further attempt before the message expires.
func (e Entry) isLastAttempt(now time.Time) bool {
	return e.Attempts > len(retryDelays) || !now.Add(e.retryDelay()).Before(e.MessageExpires)
}

func (e Entry) retryDelay() time.Duration { return retryDelays[e.Attempts-1] }
