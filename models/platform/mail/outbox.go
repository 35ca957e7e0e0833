package mail

import (
	"context"
	"time"

	"github.com/google/uuid"

	"acolhe/models/platform/db"
	"acolhe/models/platform/encryption"
	"acolhe/models/platform/jobs"
	"acolhe/models/types/auth"
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
	// IsOff reports whether the association has switched a kind off; nil switches off none.
	IsOff func(context.Context, *db.DB, Kind) (bool, error)
	// IsStopped reports whether no letter goes to an address any more; nil stops none.
	IsStopped func(ctx context.Context, tx *db.DB, address string) (bool, error)
	// Patience is how long Await waits for the first attempt; ten seconds if it is zero.
	Patience time.Duration
}

// Send stores the message that the caller causes, to be sent after the transaction is committed. It returns Queued; or,
// without storing anything, NotConfigured if mail is switched off, and Withheld if the kind is, if no letter goes to the recipient any more, or if the recipient has had
// the mails that strangers may cause.
func (o Outbox) Send(ctx context.Context, tx *db.DB, by auth.Caller, message Message) (Status, error) {
	if !o.Configured {
		return NotConfigured, nil
	}
	id, err := o.Queue(ctx, tx, by, message)
	if err != nil {
		return Failed, err
	}
	if id == 0 {
		return Withheld, nil
	}
	return Queued, nil
}

// Queue is Send for a caller who awaits the first attempt: it returns the id of the stored message, 0 if none is stored.
func (o Outbox) Queue(ctx context.Context, tx *db.DB, by auth.Caller, message Message) (id int64, err error) {
	if !o.Configured {
		return 0, nil
	}
	if o.IsOff != nil {
		if off, err := o.IsOff(ctx, tx, message.Kind); err != nil || off {
			return 0, err
		}
	}
	if o.IsStopped != nil {
		if stopped, err := o.IsStopped(ctx, tx, message.To); err != nil || stopped {
			return 0, err
		}
	}
	entry := Entry{
		Reference: uuid.New(), Kind: message.Kind, Recipient: message.To, Status: Queued,
		MessageExpires: message.Expires, DateCreated: by.Now,
	}
	if message.Expires.IsZero() {
		entry.MessageExpires = by.Now.Add(defaultLifetime)
	}
	if err := entry.encrypt(o.Key, message); err != nil {
		return 0, err
	}
	err = tx.WithContext(ctx).Transaction(func(tx *db.DB) error {
		if isBeyond, err := entry.countStranger(ctx, tx, by); err != nil || isBeyond {
			return err
		}
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
