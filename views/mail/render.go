// Package mail renders the association's mails with one template for each kind, as HTML and as plain text. The HTML has
// inline styles, as mail programs need them, and loads nothing external.
package mail

import (
	"cmp"
	"context"
	"net/url"
	"slices"
	"strings"
	"time"
	"unicode"

	"acolhe/models/platform/mail"
	"acolhe/models/platform/settings"
	"acolhe/models/types/fmtbr"
	"acolhe/models/types/texts"
)

// Branding holds the data of the association in all mails: its name, the address of its pages, and its time zone.
type Branding struct {
	Association string
	BaseURL     *url.URL
	Location    *time.Location
	// Contacts are the ways to reach a person of the association, in the foot of each mail.
	Contacts settings.Contacts
}

// content is the text of a mail before it is formatted.
type content struct {
	association string
	subject     string
	// greeting is the first line; by default it greets the recipient by name.
	greeting string
	// preview is the text beside the subject in a list of mails.
	preview    string
	paragraphs []string
	// facts are tables of labels with values; empty values are left out.
	facts [][]fact
	// changeUntil is the time until which what the mail is about can be changed; zero without one.
	changeUntil time.Time
	// code is alone in its line; after is the sentence below it, which the end of the message's validity ends.
	code, after string
	// action is the label of the link; without a link there is no button.
	action, link string
	// until is the expiry of the link; serves is the sentence before it, by default that of a link for one use.
	serves, until string
	contacts      settings.Contacts
	// ifUnexpected is advice for a recipient who did not expect the mail.
	ifUnexpected string
}

// fact is a line of a table.
type fact struct{ label, value string }

// Render renders a message. It greets by the first name. Names are user input and are kept on one line.
func Render(ctx context.Context, branding Branding, message mail.Message) (mail.Content, error) {
	c, err := contentOf(message)
	if err != nil {
		return mail.Content{}, err
	}
	c.association = singleLine(branding.Association)
	c.contacts = branding.Contacts
	c.subject += " · " + c.association
	c.greeting = cmp.Or(c.greeting, greeting(message))
	if c.code != "" {
		c.after += fmtbr.Clock(message.Expires, branding.Location) + "."
	}
	c.normaliseFacts()
	if !c.changeUntil.IsZero() {
		at := c.changeUntil
		c.ifUnexpected = "Não pode ir? Avise neste link até " + fmtbr.Weekday(at, branding.Location) + ", " + fmtbr.DayMonth(at, branding.Location) + ", às " + fmtbr.Clock(at, branding.Location) +
			", ou fale com a associação. O arquivo consulta.ics põe a consulta na agenda do celular."
	}
	if message.Path != "" {
		c.link = strings.TrimSuffix(branding.BaseURL.String(), "/") + message.Path
		c.until = c.validity(message.Expires, branding.Location)
	}
	var rendered strings.Builder
	if err := page(c).Render(ctx, &rendered); err != nil {
		return mail.Content{}, err
	}
	return mail.Content{Sender: c.association, Subject: c.subject, Text: c.text(), HTML: rendered.String(), ReplyTo: branding.Contacts.Email}, nil
}

// normaliseFacts keeps each value on one line and leaves out empty ones.
func (c *content) normaliseFacts() {
	for i, table := range c.facts {
		var kept []fact
		for _, one := range table {
			if value := singleLine(one.value); value != "" {
				kept = append(kept, fact{one.label, value})
			}
		}
		c.facts[i] = kept
	}
}

func greeting(message mail.Message) string {
	if name := fmtbr.GivenName(singleLine(message.Name)); name != "" {
		return "Olá, " + name + "!"
	}
	return "Olá!"
}

func (c content) validity(expires time.Time, in *time.Location) string {
	if expires.IsZero() {
		return ""
	}
	serves := c.serves
	if serves == "" {
		serves = "O link só pode ser usado uma vez e vale até "
	}
	return serves + fmtbr.Date(expires, in) + " às " + fmtbr.Clock(expires, in) + "."
}

// text returns the mail as plain text.
func (c content) text() string {
	parts := append([]string{c.greeting}, c.paragraphs...)
	for _, table := range c.facts {
		lines := make([]string, len(table))
		for i, one := range table {
			lines[i] = one.label + ": " + one.value
		}
		parts = append(parts, strings.Join(lines, "\n"))
	}
	parts = append(parts, c.code, c.after)
	if c.link != "" {
		parts = append(parts, c.action+":\n"+c.link)
	}
	parts = append(parts, c.until, c.ifUnexpected, "--\n"+strings.Join(c.foot(), "\n"))
	return strings.Join(slices.DeleteFunc(parts, func(part string) bool { return part == "" }), "\n\n") + "\n"
}

// foot returns the lines below a mail: how to reach a person, and who wrote. Without contacts nobody reads an answer.
func (c content) foot() []string {
	lines := []string{"Mensagem automática: não é preciso responder."}
	if c.contacts.Email != "" {
		lines = []string{"Ficou com dúvida? Responda a este e-mail. Uma pessoa da equipe lê."}
	}
	if c.contacts.WhatsApp != "" {
		lines = append(lines, "WhatsApp "+fmtbr.Phone(c.contacts.WhatsApp))
	}
	if c.contacts.Phone != "" {
		lines = append(lines, "Telefone "+fmtbr.Phone(c.contacts.Phone))
	}
	if c.contacts.Hours != "" {
		lines = append(lines, c.contacts.Hours)
	}
	name := c.association
	if c.contacts.CNPJ != "" {
		name += ", CNPJ " + fmtbr.CNPJ(c.contacts.CNPJ)
	}
	lines = append(lines, name)
	if c.contacts.Address != "" {
		lines = append(lines, c.contacts.Address)
	}
	return lines
}

// singleLine keeps a name from imitating other parts of the mail: it returns one line without invisible characters, of
// limited length.
func singleLine(name string) string {
	const longest = 120
	seen := strings.Map(func(r rune) rune {
		if unicode.IsSpace(r) || unicode.IsControl(r) {
			return ' '
		}
		if unicode.Is(unicode.Cf, r) {
			return -1
		}
		return r
	}, name)
	return texts.Truncate(strings.Join(strings.Fields(seen), " "), longest)
}
