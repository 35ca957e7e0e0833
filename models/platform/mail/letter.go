// Package mail sends the association's e-mails: a letter is put in the outbox in the
// transaction of the change that wants it, and a job sends it afterwards, at least once. What
// a letter says is worded by views/mail; who is written to, and why, is the asking area's
// business.
package mail

import "time"

// Kind is what a letter is about; views/mail has a text for each.
type Kind string

// The kinds of letters.
const (
	Invite          Kind = "invite"
	Reset           Kind = "reset"
	PasswordChanged Kind = "password_changed"
	ExportReady     Kind = "export_ready"
)

// Message is what is to be said to whom.
type Message struct {
	Kind Kind   `json:"kind"`
	To   string `json:"to"`
	// Name is whom the letter greets.
	Name string `json:"name"`
	// Path leads to the page that the letter asks to open, with its token; empty for none.
	Path string `json:"path,omitempty"`
	// Expires is until when that page serves.
	Expires time.Time `json:"expires,omitzero"`
	// By is the name of who caused the letter.
	By string `json:"by,omitempty"`
}

// Status is what became of a letter.
type Status string

// The statuses, as `email_status` tells them.
const (
	NotConfigured Status = "module_not_configured"
	Queued        Status = "queued"
	Sent          Status = "sent"
	Failed        Status = "failed"
)

// Statuses lists those that a letter in the outbox can have.
func Statuses() []Status { return []Status{Queued, Sent, Failed} }
