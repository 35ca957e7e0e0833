// Package mail sends the association's e-mails. A message is stored in the outbox, in the transaction of the change
// that causes it, and a job sends it afterwards, at least once. The areas choose recipients and messages; views/mail
// renders the texts. Messages hold tokens, so they are encrypted in the database until they are sent.
package mail

import (
	"encoding/json"
	"time"
)

// Message is the recipient of a mail and the values of its template.
type Message struct {
	Kind Kind   `json:"kind"`
	To   string `json:"to"`
	// Name is the name in the greeting.
	Name string `json:"name"`
	// Path is the path of the page to open, with its token; empty for none.
	Path string `json:"path,omitempty"`
	// App is the program of the association that the message is for, if neither kind nor path determines it: ForAdmin, ForDocSign.
	App string `json:"app,omitempty"`
	// Expires is the end of the page's validity.
	Expires time.Time `json:"expires,omitzero"`
	// By is the name of the person who caused the message.
	By string `json:"by,omitempty"`
	// Content is the content of the kind, see KindOf.
	Content json.RawMessage `json:"content,omitempty"`
	// Attachments are the ids of the files to attach, which are read when the message is sent.
	Attachments []int64 `json:"attachments,omitempty"`
	// Documents are further attachments, which are stored with the message.
	Documents []Attachment `json:"documents,omitempty"`
}

// Attachment is a document attached to a mail.
type Attachment struct {
	Name, ContentType string
	Content           []byte
}

// Status is the delivery status of a message.
type Status string

// The statuses, as `email_status` reports them.
const (
	NotConfigured Status = "module_not_configured"
	Queued        Status = "queued"
	Sent          Status = "sent"
	Failed        Status = "failed"
	// Withheld is a message that was not stored, because its kind is switched off or strangers have caused enough mails to its
	// recipient.
	Withheld Status = "withheld"
)

// Statuses returns the statuses of messages in the outbox.
func Statuses() []Status { return []Status{Queued, Sent, Failed} }
