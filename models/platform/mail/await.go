package mail

import (
	"cmp"
	"context"
	"time"

	"acolhe/models/platform/db"
)

// defaultPatience is how long Await waits for the first attempt to send a message (decisions.md, `email_status`).
const defaultPatience = 10 * time.Second

// pollInterval is the interval between two readings of Await.
const pollInterval = 100 * time.Millisecond

// Sends reports whether messages are sent. In development they end in the folder, where nobody gets them.
func (o Outbox) Sends() bool { return o.Configured && o.Folder == "" }

// Await waits for the first attempt to send the message of Queue with this id, after the transaction was committed. It
// returns Sent if the server accepted the message, NotConfigured if messages are not sent, and Failed if the attempt
// failed or is not over within Patience; the message goes on being tried.
func (o Outbox) Await(ctx context.Context, tx *db.DB, id int64) (Status, error) {
	if !o.Sends() {
		return NotConfigured, nil
	}
	patience := time.NewTimer(cmp.Or(o.Patience, defaultPatience))
	defer patience.Stop()
	poll := time.NewTicker(pollInterval)
	defer poll.Stop()
	for {
		var entry Entry
		read := tx.WithContext(ctx).Select("status", "last_error").Where("id = ?", id).Limit(1).Find(&entry)
		if read.Error != nil {
			return Failed, read.Error
		}
		if entry.Status != Queued || entry.LastError != nil {
			return entry.result(), nil
		}
		select {
		case <-poll.C:
		case <-patience.C:
			return Failed, nil
		case <-ctx.Done():
			return Failed, ctx.Err()
		}
	}
}

// result returns Sent for a message that was sent, else Failed.
func (e Entry) result() Status {
	if e.Status == Sent {
		return Sent
	}
	return Failed
}
