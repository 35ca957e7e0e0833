package mail

import (
	"context"
	"time"

	"github.com/google/uuid"

	"acolhe/models/platform/db"
	"acolhe/models/platform/encryption"
	"acolhe/models/platform/jobs"
)

// keptFor is how long a letter without an end of its own may wait to be sent.
const keptFor = 7 * 24 * time.Hour

// Outbox takes letters. The zero value is mail switched off: it takes nothing.
type Outbox struct {
	// Key seals the letters that wait: they hold tokens.
	Key encryption.Key
	// Configured tells that somebody will send them.
	Configured bool
	// Kept is the folder where messages end in development; empty when they are sent.
	Kept Folder
}

// Send puts the letter in the outbox, to be sent after the transaction is over. It answers
// Queued, or NotConfigured when mail is switched off; then nothing is stored.
func (o Outbox) Send(ctx context.Context, tx *db.DB, letter Message, now time.Time) (Status, error) {
	if !o.Configured {
		return NotConfigured, nil
	}
	envelope := Entry{
		Reference: uuid.New(), Kind: letter.Kind, Recipient: letter.To, Status: Queued,
		LetterExpires: letter.Expires, DateCreated: now,
	}
	if letter.Expires.IsZero() {
		envelope.LetterExpires = now.Add(keptFor)
	}
	if err := envelope.seal(o.Key, letter); err != nil {
		return Failed, err
	}
	err := tx.WithContext(ctx).Transaction(func(tx *db.DB) error {
		if err := tx.Create(&envelope).Error; err != nil {
			return err
		}
		return jobs.Enqueue(ctx, tx, deliver{Mail: envelope.ID}, nil)
	})
	if err != nil {
		return Failed, err
	}
	return Queued, nil
}

// deliver is the job that sends one mail; what it says stays sealed in the table.
type deliver struct {
	Mail int64 `json:"mail"`
}

// Kind is the job's name in the queue.
func (deliver) Kind() string { return "deliver_mail" }
