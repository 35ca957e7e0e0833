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

	"acolhe/models/mailtexts"
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
	// Words are those of the association for the kind of the message; empty ones are those of the program.
	Words mailtexts.Words
}

// content is the text of a mail before it is formatted.
type content struct {
	association string
	subject     string
	// greeting is the first line; by default it greets the recipient by name.
	greeting string
	// preview is the text beside the subject in a list of mails.
	preview string
	// The first paragraph is the opening, which the association may write in its own words; the others always stay.
	paragraphs []string
	// values are those of the variables that subject, preview and opening name in braces, beside the common ones.
	values []mailtexts.Variable
	// isFixed reports that somebody of the staff wrote the words, so that nothing in them is a variable.
	isFixed bool
	// facts are tables of labels with values; empty values are left out.
	facts [][]fact
	// changeUntil is the time until which what the mail is about can be changed; zero without one.
	changeUntil time.Time
	// code is alone in its line; after is the sentence below it, which the end of the message's validity ends.
	code, after string
	// copied is a long code to be copied, in a box of its own.
	copied string
	// action is the label of the link; without a link there is no button.
	action, link string
	// until is the expiry of the link; serves is the sentence before it, by default that of a link for one use.
	serves, until string
	contacts      settings.Contacts
	// ifUnexpected is advice for a recipient who did not expect the mail.
	ifUnexpected string
	// closing is the last sentence, in the words of the association.
	closing string
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
	c.apply(branding.Words)
	c.greeting = cmp.Or(c.greeting, greeting(message))
	if c.code != "" {
		c.after += fmtbr.Clock(message.Expires, branding.Location) + "."
	}
	c.normaliseFacts()
	if !c.changeUntil.IsZero() {
		at := c.changeUntil
		c.ifUnexpected = "Não pode ir? Avise neste link até " + fmtbr.Weekday(at, branding.Location) + ", " + fmtbr.DayMonth(at,
			branding.Location) + ", às " + fmtbr.Clock(at, branding.Location) +
			", ou {avise}. O arquivo consulta.ics põe a consulta na agenda do celular."
	}
	c.fill(message)
	c.subject += " · " + c.association
	if message.Path != "" {
		c.link = strings.TrimSuffix(branding.BaseURL.String(), "/") + message.Path
		c.until = c.validity(message.Expires, branding.Location)
	}
	var rendered strings.Builder
	if err := page(c).Render(ctx, &rendered); err != nil {
		return mail.Content{}, err
	}
	return mail.Content{Sender: c.association, Subject: c.subject, Text: c.text(), HTML: rendered.String(), ReplyTo: branding.Contacts.Email},
		nil
}

// apply puts the words of the association in place of those of the program.
func (c *content) apply(words mailtexts.Words) {
	if c.isFixed || words == (mailtexts.Words{}) {
		return
	}
	c.subject, c.closing = cmp.Or(words.Subject, c.subject), words.Closing
	if words.Opening != "" {
		c.paragraphs = append([]string{words.Opening}, c.paragraphs[1:]...)
	}
}

// fill puts the values in place of the variables.
func (c *content) fill(message mail.Message) {
	if c.isFixed {
		return
	}
	variables := c.variables(message)
	c.subject = singleLine(mailtexts.Fill(c.subject, variables))
	c.preview, c.closing = mailtexts.Fill(c.preview, variables), mailtexts.Fill(c.closing, variables)
	c.paragraphs = slices.Clone(c.paragraphs)
	for i, paragraph := range c.paragraphs {
		c.paragraphs[i] = c.warned(paragraph)
	}
	c.ifUnexpected = c.warned(c.ifUnexpected)
	c.paragraphs = append(strings.Split(mailtexts.Fill(c.paragraphs[0], variables), "\n\n"), c.paragraphs[1:]...)
}

// callNow stands for the fastest way to reach a person of the association.
const callNow = "{avise}"

// warned puts the telephone of the association into a sentence; without one it says to notify the association.
func (c content) warned(sentence string) string {
	way := "avise a associação agora mesmo"
	if c.contacts.Phone != "" {
		way = "ligue agora: " + fmtbr.Phone(c.contacts.Phone)
	}
	return strings.ReplaceAll(sentence, callNow, way)
}

// variables returns those of the kind, each on one line, and the common ones.
func (c content) variables(message mail.Message) []mailtexts.Variable {
	all := []mailtexts.Variable{{Name: "primeiro nome", Value: fmtbr.GivenName(singleLine(message.Name))},
		{Name: "associação", Value: c.association}}
	for _, variable := range c.values {
		all = append(all, mailtexts.Variable{Name: variable.Name, Value: singleLine(variable.Value)})
	}
	return all
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
	parts = append(parts, c.code, c.after, c.copied)
	if c.link != "" {
		parts = append(parts, c.action+":\n"+c.link)
	}
	parts = append(parts, c.until, c.closing, c.ifUnexpected, "--\n"+strings.Join(c.foot(), "\n"))
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
