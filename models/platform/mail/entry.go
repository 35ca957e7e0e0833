package mail

import (
	"encoding/json"
	"time"

	"github.com/google/uuid"

	"acolhe/models/platform/encryption"
)

// Entry is a row of mails: the delivery status of a message, and the encrypted message.
type Entry struct {
	ID int64 `gorm:"primaryKey"`
	// Reference is part of the Message-ID, which is the same at every attempt.
	Reference uuid.UUID
	Kind      Kind
	Recipient string
	Status    Status
	Attempts  int
	// LastError is the reason of the last failed attempt, in Portuguese, without secrets and addresses.
	LastError *string
	// MessageEncrypted is nil after the message was sent, refused for good, or expired.
	MessageEncrypted []byte    `gorm:"column:letter_sealed"`
	EncryptionKeyID  string    `gorm:"column:encryption_key_id"`
	MessageExpires   time.Time `gorm:"column:letter_expires"`
	// StrangerRecipientHash identifies the recipient of a mail that a stranger caused; nil for any other mail.
	StrangerRecipientHash []byte
	DateCreated           time.Time
	DateSent              *time.Time
}

// TableName returns the name of the table.
func (Entry) TableName() string { return "mails" }

// Decrypt returns the message. It returns encryption.ErrDecrypt if there is none or it was
// encrypted with another key.
func (e Entry) Decrypt(key encryption.Key) (Message, error) {
	var message Message
	plain, err := key.Decrypt(e.MessageEncrypted, e.purpose())
	if err != nil {
		return message, err
	}
	if err := json.Unmarshal(plain, &message); err != nil || message.Content != nil {
		return message, err
	}
	var earlier struct{ Text string }
	if err := json.Unmarshal(plain, &earlier); err != nil || earlier.Text == "" {
		return message, err
	}
	message.Content = earlierContent(earlier.Text, message.By)
	return message, nil
}

func (e *Entry) encrypt(key encryption.Key, message Message) error {
	plain, err := json.Marshal(message)
	if err != nil {
		return err
	}
	e.MessageEncrypted, e.EncryptionKeyID = key.Encrypt(plain, e.purpose()), key.ID()
	return nil
}

// purpose binds an encrypted message to its row.
func (e Entry) purpose() string { return "mails.letter " + e.Reference.String() }
