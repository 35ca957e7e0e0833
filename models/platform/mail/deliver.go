package mail

import (
	"context"
	"time"

	"github.com/riverqueue/river"
	"gorm.io/gorm/clause"

	"acolhe/models/platform/db"
	"acolhe/models/platform/encryption"
	"acolhe/models/platform/jobs"
)

// pauses lie between the attempts: eight of them in a little more than a day.
var pauses = [...]time.Duration{
	time.Minute, 5 * time.Minute, 15 * time.Minute, time.Hour, 3 * time.Hour, 8 * time.Hour, 12 * time.Hour,
}

// Sender delivers what is in the outbox. A mail leaves at least once: a process that dies after
// the server took the message and before that is noted leaves it to be sent again, under the
// same Message-ID.
type Sender struct {
	DB *db.DB
	// Key opens the letters.
	Key encryption.Key
	// Word returns a letter its words.
	Word func(context.Context, Message) (Content, error)
	// From is the address that the messages come from.
	From    string
	Carrier Transport
	Now     func() time.Time
}

// Work is the post's share of what the runner works.
func (p Sender) Work() jobs.Work { return jobs.By(&postman{post: p}) }

// postman works the jobs of Send.
type postman struct {
	river.WorkerDefaults[deliver]
	post Sender
}

// Work is river.Worker. A mail that has to wait keeps its job.
func (w *postman) Work(ctx context.Context, job *river.Job[deliver]) error {
	again, err := w.post.Deliver(ctx, job.Args.Mail)
	if err == nil && again > 0 {
		return river.JobSnooze(again)
	}
	return err
}

// Deliver makes one attempt at a queued mail and notes what came of it; any other mail is left
// alone. It answers after how long the next attempt is due, 0 for none. The exchange with the
// server is inside no transaction.
func (p Sender) Deliver(ctx context.Context, id int64) (again time.Duration, err error) {
	envelope, err := p.take(ctx, id)
	if err != nil || envelope.Status != Queued {
		return 0, err
	}
	failure, err := p.carry(ctx, envelope)
	if err != nil {
		return 0, err
	}
	// What was sent must be known as sent, even when the program is being stopped.
	return p.note(context.WithoutCancel(ctx), envelope, failure)
}

// take counts the attempt before it is made, so that one that never comes back counts too. A
// letter that serves no more is not sent.
func (p Sender) take(ctx context.Context, id int64) (envelope Entry, err error) {
	err = p.DB.WithContext(ctx).Transaction(func(tx *db.DB) error {
		found := tx.Clauses(clause.Locking{Strength: "UPDATE"}).Where("id = ? and status = ?", id, Queued).Limit(1).Find(&envelope)
		if found.Error != nil || found.RowsAffected == 0 {
			return found.Error
		}
		if !p.Now().Before(envelope.LetterExpires) {
			envelope.fail(Failure{Reason: "O prazo do link terminou antes do envio.", Final: true})
		} else {
			envelope.Attempts++
		}
		return store(tx, envelope)
	})
	return envelope, err
}

// carry returns an error only for what is no fault of the mail, such as a database that is away.
func (p Sender) carry(ctx context.Context, envelope Entry) (*Failure, error) {
	letter, err := envelope.Open(p.Key)
	if err != nil {
		return &Failure{Reason: "A mensagem foi guardada com outra CONFIG_ENCRYPT_KEY."}, nil
	}
	message, err := p.Word(ctx, letter)
	if err != nil {
		return nil, err
	}
	parcel, failure := pack(message, p.From, envelope, p.Now())
	if failure != nil {
		return failure, nil
	}
	return p.Carrier.Carry(ctx, parcel), nil
}

// note keeps what came of the attempt, and says when the next one is due.
func (p Sender) note(ctx context.Context, envelope Entry, failure *Failure) (again time.Duration, err error) {
	now := p.Now()
	switch {
	case failure == nil:
		envelope.Status, envelope.DateSent, envelope.LetterSealed, envelope.LastError = Sent, &now, nil, nil
	case failure.Final || envelope.isLastAttempt(now):
		envelope.fail(*failure)
	default:
		envelope.LastError = &failure.Reason
		again = envelope.pause()
	}
	return again, store(p.DB.WithContext(ctx), envelope)
}

// store writes what an attempt may change, unless somebody else closed the mail meanwhile.
func store(tx *db.DB, envelope Entry) error {
	return tx.Model(&Entry{}).Where("id = ? and status = ?", envelope.ID, Queued).
		Select("status", "attempts", "last_error", "letter_sealed", "date_sent").Updates(envelope).Error
}

// fail returns the mail up. The letter stays for another try by hand, unless that would be in vain.
func (e *Entry) fail(failure Failure) {
	e.Status, e.LastError = Failed, &failure.Reason
	if failure.Final {
		e.LetterSealed = nil
	}
}

// isLastAttempt tells that no attempt is left, or none before the letter serves no more.
func (e Entry) isLastAttempt(now time.Time) bool {
	return e.Attempts > len(pauses) || !now.Add(e.pause()).Before(e.LetterExpires)
}

func (e Entry) pause() time.Duration { return pauses[e.Attempts-1] }
