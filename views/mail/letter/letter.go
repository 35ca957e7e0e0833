// Package letter is the sheet of the association's mails: it writes the text of one as HTML and as plain text. The HTML has
// inline styles, as mail programs need them, and loads nothing external.
package letter

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

// Text is the text of a mail before it is formatted.
type Text struct {
	association string
	Subject     string
	// Greeting is the first line; by default it greets the recipient by name.
	Greeting string
	// Preview is the text beside the subject in a list of mails.
	Preview string
	// The first paragraph is the opening, which the association may write in its own words; the others always stay.
	Paragraphs []string
	// Values are those of the variables that subject, preview and opening name in braces, beside the common ones.
	Values []mailtexts.Variable
	// IsFixed reports that somebody of the staff wrote the words, so that nothing in them is a variable.
	IsFixed bool
	// Facts are tables of labels with values; empty values are left out.
	Facts [][]Fact
	// ChangeUntil is the time until which what the mail is about can be changed; zero without one.
	ChangeUntil time.Time
	// Code is alone in its line; after is the sentence below it, which the end of the message's validity ends.
	Code, After string
	// Copied is a long code to be copied, in a box of its own.
	Copied string
	// Action is the label of the link; without a link there is no button.
	Action, link string
	// until is the expiry of the link; serves is the sentence before it, by default that of a link for one use.
	Serves, until string
	contacts      settings.Contacts
	// IfUnexpected is advice for a recipient who did not expect the mail.
	IfUnexpected string
	// closing is the last sentence, in the words of the association.
	closing string
}

// Fact is a line of a table: a label and its value.
type Fact [2]string

// Render renders the text of a message. It greets by the first name. Names are user input and are kept on one line.
func (c Text) Render(ctx context.Context, branding Branding, message mail.Message) (mail.Content, error) {
	c.association = Line(branding.Association)
	c.contacts = branding.Contacts
	c.Apply(branding.Words)
	c.Greeting = cmp.Or(c.Greeting, greeting(message))
	if c.Code != "" {
		c.After += fmtbr.Clock(message.Expires, branding.Location) + "."
	}
	c.normaliseFacts()
	if !c.ChangeUntil.IsZero() {
		at := c.ChangeUntil
		c.IfUnexpected = "Não pode ir? Avise neste link até " + fmtbr.Weekday(at, branding.Location) + ", " + fmtbr.DayMonth(at,
			branding.Location) + ", às " + fmtbr.Clock(at, branding.Location) +
			", ou {avise}. O arquivo consulta.ics põe a consulta na agenda do celular."
	}
	c.fill(message)
	c.Subject += " · " + c.association
	if message.Path != "" {
		c.link = strings.TrimSuffix(branding.BaseURL.String(), "/") + message.Path
		c.until = c.validity(message.Expires, branding.Location)
	}
	var rendered strings.Builder
	if err := page(c).Render(ctx, &rendered); err != nil {
		return mail.Content{}, err
	}
	return mail.Content{Sender: c.association, Subject: c.Subject, Text: c.plain(), HTML: rendered.String(), ReplyTo: branding.Contacts.Email},
		nil
}

// Apply puts the words of the association in place of those of the program.
func (c *Text) Apply(words mailtexts.Words) {
	if c.IsFixed || words == (mailtexts.Words{}) {
		return
	}
	c.Subject, c.closing = cmp.Or(words.Subject, c.Subject), words.Closing
	if words.Opening != "" {
		c.Paragraphs = append([]string{words.Opening}, c.Paragraphs[1:]...)
	}
}

// fill puts the values in place of the variables.
func (c *Text) fill(message mail.Message) {
	if c.IsFixed {
		return
	}
	variables := c.Variables(c.association, message)
	c.Subject = Line(mailtexts.Fill(c.Subject, variables))
	c.Preview, c.closing = mailtexts.Fill(c.Preview, variables), mailtexts.Fill(c.closing, variables)
	c.Paragraphs = slices.Clone(c.Paragraphs)
	for i, paragraph := range c.Paragraphs {
		c.Paragraphs[i] = c.warned(paragraph)
	}
	c.IfUnexpected = c.warned(c.IfUnexpected)
	c.Paragraphs = append(strings.Split(mailtexts.Fill(c.Paragraphs[0], variables), "\n\n"), c.Paragraphs[1:]...)
}

// callNow stands for the fastest way to reach a person of the association.
const callNow = "{avise}"

// warned puts the telephone of the association into a sentence; without one it says to notify the association.
func (c Text) warned(sentence string) string {
	way := "avise a associação agora mesmo"
	if c.contacts.Phone != "" {
		way = "ligue agora: " + fmtbr.Phone(c.contacts.Phone)
	}
	return strings.ReplaceAll(sentence, callNow, way)
}

// Variables returns those of the text, each on one line, and the common ones.
func (c Text) Variables(association string, message mail.Message) []mailtexts.Variable {
	all := []mailtexts.Variable{{Name: "primeiro nome", Value: fmtbr.GivenName(Line(message.Name))},
		{Name: "associação", Value: association}}
	for _, variable := range c.Values {
		all = append(all, mailtexts.Variable{Name: variable.Name, Value: Line(variable.Value)})
	}
	return all
}

// normaliseFacts keeps each value on one line and leaves out empty ones.
func (c *Text) normaliseFacts() {
	for i, table := range c.Facts {
		var kept []Fact
		for _, one := range table {
			if value := Line(one[1]); value != "" {
				kept = append(kept, Fact{one[0], value})
			}
		}
		c.Facts[i] = kept
	}
}

func greeting(message mail.Message) string {
	if name := fmtbr.GivenName(Line(message.Name)); name != "" {
		return "Olá, " + name + "!"
	}
	return "Olá!"
}

func (c Text) validity(expires time.Time, in *time.Location) string {
	if expires.IsZero() {
		return ""
	}
	serves := c.Serves
	if serves == "" {
		serves = "O link só pode ser usado uma vez e vale até "
	}
	return serves + fmtbr.Date(expires, in) + " às " + fmtbr.Clock(expires, in) + "."
}

// plain returns the mail as plain text.
func (c Text) plain() string {
	parts := append([]string{c.Greeting}, c.Paragraphs...)
	for _, table := range c.Facts {
		lines := make([]string, len(table))
		for i, one := range table {
			lines[i] = one[0] + ": " + one[1]
		}
		parts = append(parts, strings.Join(lines, "\n"))
	}
	parts = append(parts, c.Code, c.After, c.Copied)
	if c.link != "" {
		parts = append(parts, c.Action+":\n"+c.link)
	}
	parts = append(parts, c.until, c.closing, c.IfUnexpected, "--\n"+strings.Join(c.foot(), "\n"))
	return strings.Join(slices.DeleteFunc(parts, func(part string) bool { return part == "" }), "\n\n") + "\n"
}

// foot returns the lines below a mail: how to reach a person, and who wrote. Without contacts nobody reads an answer.
func (c Text) foot() []string {
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

// Line keeps a name from imitating other parts of the mail: it returns one line without invisible characters, of
// limited length.
func Line(name string) string {
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
