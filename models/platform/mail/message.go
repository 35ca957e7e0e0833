// Package mail sends the association's e-mails. A message is stored in the outbox, in the transaction of the change
// that causes it, and a job sends it afterwards, at least once. The areas choose recipients and messages; views/mail
// renders the texts. Messages hold tokens, so they are encrypted in the database until they are sent.
package mail

import "time"

// Kind is the kind of a message; views/mail has a template for each.
type Kind string

// The kinds of messages.
const (
	Invite               Kind = "invite"
	Reset                Kind = "reset"
	PasswordChanged      Kind = "password_changed"
	EmailChangeRequested Kind = "email_change_requested"
	EmailChanged         Kind = "email_changed"
	ExportReady          Kind = "export_ready"
	DocumentAgain        Kind = "document_again"
	RegistrationComplete Kind = "registration_complete"
	TermToSign           Kind = "term_to_sign"
	TermSigned           Kind = "term_signed"
	WebhookSwitchedOff   Kind = "webhook_switched_off"
	AppointmentBooked    Kind = "appointment_booked"
	AppointmentMoved     Kind = "appointment_moved"
	AppointmentCancelled Kind = "appointment_cancelled"
	AppointmentReminder  Kind = "appointment_reminder"
	OrderSent            Kind = "order_sent"
)

// Message is the recipient of a mail and the values of its template.
type Message struct {
	Kind Kind   `json:"kind"`
	To   string `json:"to"`
	// Name is the name in the greeting.
	Name string `json:"name"`
	// Path is the path of the page to open, with its token; empty for none.
	Path string `json:"path,omitempty"`
	// App is the program of the association that the message is for, if neither kind nor path tells: ForAdmin, ForDocSign.
	App string `json:"app,omitempty"`
	// Expires is the end of the page's validity.
	Expires time.Time `json:"expires,omitzero"`
	// By is the name of the person who caused the message.
	By string `json:"by,omitempty"`
	// Text is what the person wrote who caused the message, the title of a term, the name of a webhook, appointments, one
	// in each line, or the number, the tracking code and the address of a parcel in three lines.
	Text string `json:"text,omitempty"`
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
)

// Statuses returns the statuses of messages in the outbox.
func Statuses() []Status { return []Status{Queued, Sent, Failed} }
