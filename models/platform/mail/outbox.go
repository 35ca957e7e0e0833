package mail

import (
	"context"
	"time"

	"github.com/google/uuid"

	"acolhe/models/platform/db"
	"acolhe/models/platform/encryption"
	"acolhe/models/platform/jobs"
)

// defaultLifetime is the time in which a message without Expires must be sent.
const defaultLifetime = 7 * 24 * time.Hour

// Outbox stores messages to be sent. The zero value is an outbox of mail that is switched off.
type Outbox struct {
	// Key encrypts the waiting messages.
	Key encryption.Key
	// Configured reports whether mail is switched on.
	Configured bool
	// Folder is the folder that stores the messages in development; empty if they are sent.
	Folder Folder
	// Patience is how long Await waits for the first attempt; ten seconds if it is zero.
	Patience time.Duration
}

// Send stores the message, to be sent after the transaction is committed. It returns Queued, or
// NotConfigured without storing anything if mail is switched off.
func (o Outbox) Send(ctx context.Context, tx *db.DB, message Message, now time.Time) (Status, error) {
	if !o.Configured {
		return NotConfigured, nil
	}
	if _, err := o.Queue(ctx, tx, message, now); err != nil {
		return Failed, err
	}
	return Queued, nil
}

// Queue is Send for a caller who awaits the first attempt: it returns the id of the stored message, 0 if mail is switched
// off.
func (o Outbox) Queue(ctx context.Context, tx *db.DB, message Message, now time.Time) (id int64, err error) {
	if !o.Configured {
		return 0, nil
	}
	entry := Entry{
		Reference: uuid.New(), Kind: message.Kind, Recipient: message.To, Status: Queued,
		MessageExpires: message.Expires, DateCreated: now,
	}
	if message.Expires.IsZero() {
		entry.MessageExpires = now.Add(defaultLifetime)
	}
	if err := entry.encrypt(o.Key, message); err != nil {
		return 0, err
	}
	err = tx.WithContext(ctx).Transaction(func(tx *db.DB) error {
		if err := tx.Create(&entry).Error; err != nil {
			return err
		}
		return jobs.Enqueue(ctx, tx, deliver{Mail: entry.ID}, nil)
	})
	return entry.ID, err
}

// deliver is the job that sends one mail. Its arguments are not encrypted, so it holds only the id.
type deliver struct {
	Mail int64 `json:"mail"`
}

// Kind returns the name of the job in the queue.
func (deliver) Kind() string { return "deliver_mail" }
