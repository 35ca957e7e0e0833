package mail

import (
	"context"
	netmail "net/mail"
	"strings"
	"time"
	"unicode"

	"github.com/google/uuid"
	gomail "github.com/wneessen/go-mail"
)

// Content is the rendered text of a message, in both forms that mail programs show.
type Content struct {
	// Sender is the name of the sender.
	Sender  string
	Subject string
	Text    string
	HTML    string
	// ReplyTo is the address that reads answers; empty for none.
	ReplyTo string
}

// Envelope is a message ready to be sent, with the reference of its entry.
type Envelope struct {
	Reference uuid.UUID
	*gomail.Msg
}

// Transport sends messages.
type Transport interface {
	// Send returns nil if the message was accepted.
	Send(ctx context.Context, envelope Envelope) *Failure
}

// Failure is the reason why a message was not accepted.
type Failure struct {
	// Reason is a sentence in Portuguese without secrets and addresses.
	Reason string
	// Final reports whether a later attempt would fail too.
	Final bool
}

// Disabled sends nothing: mail is switched off, but the outbox may hold earlier messages.
type Disabled struct{}

// Send implements Transport.
func (Disabled) Send(context.Context, Envelope) *Failure {
	return &Failure{Reason: "O envio de e-mails está desligado: falta SMTP_URL."}
}

// compose builds the message. The Message-ID is the same at every attempt, so that a recipient
// who gets it twice can drop one.
func compose(content Content, from string, entry Entry, now time.Time) (Envelope, *Failure) {
	to, err := netmail.ParseAddress(entry.Recipient)
	if err != nil || to.Address != entry.Recipient {
		return Envelope{}, &Failure{Reason: "O destinatário não é um endereço de e-mail.", Final: true}
	}
	message := gomail.NewMsg(gomail.WithNoDefaultUserAgent())
	message.FromMailAddress(&netmail.Address{Name: singleLine(content.Sender), Address: from})
	message.ToMailAddress(to)
	message.Subject(singleLine(content.Subject))
	if content.ReplyTo != "" {
		if err := message.ReplyTo(content.ReplyTo); err != nil {
			return Envelope{}, &Failure{Reason: "O e-mail da associação não é um endereço.", Final: true}
		}
	}
	message.SetDateWithValue(now)
	_, domain, _ := strings.Cut(from, "@")
	message.SetMessageIDWithValue(entry.Reference.String() + "@" + domain)
	message.SetGenHeader("Auto-Submitted", "auto-generated") // suppresses automatic replies (RFC 3834)
	message.SetBodyString(gomail.TypeTextPlain, content.Text)
	message.AddAlternativeString(gomail.TypeTextHTML, content.HTML)
	return Envelope{entry.Reference, message}, nil
}

// singleLine removes line breaks and control characters: a line break would start a new header.
func singleLine(text string) string {
	return strings.Join(strings.FieldsFunc(text, func(r rune) bool { return unicode.IsSpace(r) || unicode.IsControl(r) }), " ")
}
