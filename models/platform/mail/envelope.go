package mail

import (
	"encoding/json"
	"time"

	"github.com/google/uuid"

	"acolhe/models/platform/encryption"
)

// Entry is a row of mails: what may be read of a letter, and the letter, sealed.
type Entry struct {
	ID int64 `gorm:"primaryKey"`
	// Reference makes the Message-ID, the same at every attempt.
	Reference uuid.UUID
	Kind      Kind
	Recipient string
	Status    Status
	Attempts  int
	// LastError says in Portuguese why the last attempt failed; it holds no secret and no address.
	LastError *string
	// LetterSealed is nil once the letter was sent, was refused for good, or expired.
	LetterSealed    []byte
	EncryptionKeyID string `gorm:"column:encryption_key_id"`
	LetterExpires   time.Time
	DateCreated     time.Time
	DateSent        *time.Time
}

// TableName returns the name of the table.
func (Entry) TableName() string { return "mails" }

// Open returns the letter inside, or encryption.ErrUnreadable when it is not there or another key
// sealed it.
func (e Entry) Open(key encryption.Key) (Message, error) {
	var letter Message
	plain, err := key.Open(e.LetterSealed, e.purpose())
	if err != nil {
		return letter, err
	}
	return letter, json.Unmarshal(plain, &letter)
}

func (e *Entry) seal(key encryption.Key, letter Message) error {
	plain, err := json.Marshal(letter)
	if err != nil {
		return err
	}
	e.LetterSealed, e.EncryptionKeyID = key.Seal(plain, e.purpose()), key.ID()
	return nil
}

// purpose binds a sealed letter to its own envelope.
func (e Entry) purpose() string { return "mails.letter " + e.Reference.String() }
