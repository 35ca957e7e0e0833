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

// Content is a letter in words, in both forms that mail programs show.
type Content struct {
	// Sender is the name beside the address it comes from.
	Sender  string
	Subject string
	Text    string
	HTML    string
}

// Envelope is a message ready to be carried, with its reference for whoever keeps it.
type Envelope struct {
	Reference uuid.UUID
	*gomail.Msg
}

// Transport takes messages to where they go.
type Transport interface {
	// Carry answers nil once the message is in other hands.
	Carry(ctx context.Context, parcel Envelope) *Failure
}

// Failure is why a message was not taken.
type Failure struct {
	// Reason is a sentence in Portuguese, safe to show: it holds no secret and no address.
	Reason string
	// Final tells that no later try would fare better.
	Final bool
}

// Off carries nothing: it is mail switched off while letters of another day still wait.
type Off struct{}

// Carry is Carrier.
func (Off) Carry(context.Context, Envelope) *Failure {
	return &Failure{Reason: "O envio de e-mails está desligado: falta SMTP_URL."}
}

// pack addresses the message. The reference makes its Message-ID the same at every attempt,
// so that a receiver that got it twice can drop one.
func pack(message Content, from string, envelope Entry, now time.Time) (Envelope, *Failure) {
	to, err := netmail.ParseAddress(envelope.Recipient)
	if err != nil || to.Address != envelope.Recipient {
		return Envelope{}, &Failure{Reason: "O destinatário não é um endereço de e-mail.", Final: true}
	}
	packed := gomail.NewMsg(gomail.WithNoDefaultUserAgent())
	packed.FromMailAddress(&netmail.Address{Name: printable(message.Sender), Address: from})
	packed.ToMailAddress(to)
	packed.Subject(printable(message.Subject))
	packed.SetDateWithValue(now)
	_, domain, _ := strings.Cut(from, "@")
	packed.SetMessageIDWithValue(envelope.Reference.String() + "@" + domain)
	packed.SetGenHeader("Auto-Submitted", "auto-generated") // no holiday notice should answer (RFC 3834)
	packed.SetBodyString(gomail.TypeTextPlain, message.Text)
	packed.AddAlternativeString(gomail.TypeTextHTML, message.HTML)
	return Envelope{envelope.Reference, packed}, nil
}

// printable keeps a name on its line of the header: a line break in it would begin another one.
func printable(text string) string {
	return strings.Join(strings.FieldsFunc(text, func(r rune) bool { return unicode.IsSpace(r) || unicode.IsControl(r) }), " ")
}
