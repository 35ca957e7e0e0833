package readytexts

import (
	"context"
	"net/url"

	"acolhe/models/platform/db"
	"acolhe/models/platform/mail"
	"acolhe/models/reminders"
	"acolhe/models/types/auth"
	"acolhe/models/types/errs"
)

// Message is the content of a mail with a ready text: its words and its subject.
type Message struct {
	Subject string `json:"subject"`
	Body    string `json:"body"`
}

// Sent is the kind of mail with a ready text.
var Sent = mail.KindOf[Message]{Kind: "ready_text", Label: "Texto pronto", Required: true}

// UseInput is a text and the record for which it is used.
type UseInput struct {
	TextID  int64
	Subject Subject
	// Public is the address of this program.
	Public *url.URL
}

// Prepare returns a text with the values of its recipient. It returns 404 NOT_FOUND for an unknown text or record, and 409
// CONFLICT for a text whose values are missing.
func Prepare(ctx context.Context, tx *db.DB, by auth.Caller, input UseInput) (Filled, Recipient, error) {
	to, err := FindRecipient(ctx, tx, by, input.Subject)
	if err != nil {
		return Filled{}, to, err
	}
	text, err := FindFor(ctx, tx, by, input.TextID)
	if err != nil {
		return Filled{}, to, err
	}
	values, err := ValuesFor(ctx, tx, by, to, input.Public)
	if err != nil {
		return Filled{}, to, err
	}
	filled := Fill(text, values)
	if len(filled.Missing) > 0 {
		return filled, to, errs.Conflict(errs.CodeConflict, "Este texto não pode ser usado: "+filled.Missing[0]+".")
	}
	return filled, to, nil
}

// Open records on the timeline of the associate that the caller opened a text in WhatsApp; of a person who is not
// registered nothing is recorded. It returns the errors of Prepare.
func Open(ctx context.Context, tx *db.DB, by auth.Caller, input UseInput) error {
	filled, to, err := Prepare(ctx, tx, by, input)
	if err != nil || to.AssociateID == 0 {
		return err
	}
	return reminders.OpenText(ctx, tx, by, reminders.TextInput{ID: to.AssociateID, Name: filled.Name, Channel: reminders.WhatsApp})
}

// Send puts a mail with a text into the outbox, and records it on the timeline of the associate. It returns the errors of
// Prepare, and 400 VALIDATION_ERROR for a person without an e-mail.
func Send(ctx context.Context, tx *db.DB, by auth.Caller, outbox mail.Outbox, input UseInput) (status mail.Status, to Recipient,
	err error) {
	filled, to, err := Prepare(ctx, tx, by, input)
	if err != nil {
		return "", to, err
	}
	if to.Email == "" {
		return "", to, errs.Invalid("email", "esta pessoa não tem e-mail")
	}
	return status, to, tx.WithContext(ctx).Transaction(func(tx *db.DB) error {
		message := Sent.With(Message{Subject: filled.Heading, Body: filled.Words()}, mail.Message{To: to.Email, Name: to.Name, By: by.FullName()})
		if status, err = outbox.Send(ctx, tx, by, message); err != nil || to.AssociateID == 0 {
			return err
		}
		return reminders.OpenText(ctx, tx, by, reminders.TextInput{ID: to.AssociateID, Name: filled.Name, Channel: reminders.Email})
	})
}
