package handlertest

import (
	"context"
	"crypto/rand"
	"net/url"
	"testing"
	"time"

	"acolhe/handlers"
	"acolhe/models/confirmation"
	"acolhe/models/files"
	"acolhe/models/lifeevents"
	"acolhe/models/mailtexts"
	"acolhe/models/platform/encryption"
	"acolhe/models/platform/mail"
	"acolhe/models/platform/mail/smtp"
	"acolhe/models/platform/mail/smtpsim"
	words "acolhe/views/mail"
	"acolhe/views/mail/letter"
)

// newOutbox returns mail as in development: messages end in a folder, which is the test's own.
func newOutbox(t testing.TB) mail.Outbox {
	t.Helper()
	raw := make([]byte, encryption.KeyBytes)
	rand.Read(raw)
	key, err := encryption.NewKey(raw)
	if err != nil {
		t.Fatal(err)
	}
	return mail.Outbox{Key: key, IsOff: mailtexts.IsOff, IsStopped: lifeevents.IsStopped, Configured: true, Folder: mail.Folder(t.TempDir())}
}

// Letters returns the mails that wait in the outbox, decrypted, oldest first.
func (a *App) Letters(t testing.TB) []mail.Message {
	t.Helper()
	waiting := a.waiting(t)
	messages := make([]mail.Message, len(waiting))
	for i, entry := range waiting {
		message, err := entry.Decrypt(a.Mail.Key)
		if err != nil {
			t.Fatal(err)
		}
		messages[i] = message
	}
	return messages
}

// Sends is a change for New: mails are sent, instead of stored in the folder.
func Sends(config *handlers.Config) { config.Mail.Folder = "" }

// RunMail sends the mails of an app to a server as the program does, until the test ends.
func (a *App) RunMail(t testing.TB, to *smtpsim.Server) {
	t.Helper()
	transport, err := smtp.Parse("smtp://" + to.Start(t, "127.0.0.1").String())
	if err != nil {
		t.Fatal(err)
	}
	transport.Timeout = time.Second
	a.runJobs(t, transport)
}

// Deliver moves the waiting mails into the folder that /admin/correio shows.
func (a *App) Deliver(t testing.TB) {
	t.Helper()
	a.DeliverBy(t, a.Mail.Folder)
}

// DeliverBy makes one attempt to send the waiting mails with a transport.
func (a *App) DeliverBy(t testing.TB, transport mail.Transport) {
	t.Helper()
	sender := a.sender(t, transport)
	for _, envelope := range a.waiting(t) {
		if _, err := sender.Deliver(t.Context(), envelope.ID); err != nil {
			t.Fatal(err)
		}
	}
}

// sender returns the sender of the app's mails.
func (a *App) sender(t testing.TB, transport mail.Transport) mail.Sender {
	t.Helper()
	base, err := url.Parse(a.URL)
	if err != nil {
		t.Fatal(err)
	}
	branding := letter.Branding{Association: "Acolhe", BaseURL: base, Location: time.UTC}
	library := files.Library{DB: a.DB, Drivers: a.Storage}
	return mail.Sender{DB: a.DB, Key: a.Mail.Key, Attach: library.ReadAttachment, From: "no-reply@localhost", Transport: transport,
		IsStopped: lifeevents.IsStopped, Now: time.Now,
		Render: func(ctx context.Context, message mail.Message) (mail.Content, error) {
			text, err := mailtexts.Find(ctx, a.DB, message.Kind)
			if err != nil {
				return mail.Content{}, err
			}
			branding.Words = text.Words
			return words.Render(ctx, branding, message)
		}}
}

// unavailable is a transport that accepts nothing for now, so that mails stay in the outbox.
type unavailable struct{}

// Send implements mail.Transport.
func (unavailable) Send(context.Context, mail.Envelope) *mail.Failure {
	return &mail.Failure{Reason: "O servidor de e-mail não respondeu a tempo."}
}

func (a *App) waiting(t testing.TB) []mail.Entry {
	t.Helper()
	var envelopes []mail.Entry
	if err := a.DB.WithContext(t.Context()).Where("status = ?", mail.Queued).Order("id").Find(&envelopes).Error; err != nil {
		t.Fatal(err)
	}
	return envelopes
}

// Code returns the code of the newest mail with one.
func (a *App) Code(t testing.TB) string {
	t.Helper()
	code := ""
	for _, message := range a.Letters(t) {
		if message.Kind != confirmation.CodeSent.Kind {
			continue
		}
		content, err := confirmation.CodeSent.ContentOf(message)
		if err != nil {
			t.Fatal(err)
		}
		code = content.Code
	}
	return code
}

// ConfirmEmail makes an address one whose owner has used a letter.
func (a *App) ConfirmEmail(t testing.TB, address string) {
	t.Helper()
	if err := mail.Confirm(t.Context(), a.DB, address, time.Now()); err != nil {
		t.Fatal(err)
	}
}
