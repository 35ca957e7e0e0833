package mail

import (
	"cmp"
	"slices"

	"acolhe/models/mailtexts"
	"acolhe/models/platform/mail"
	"acolhe/views/mail/letter"
)

// Group is the people who get a kind of mail, as pages name them.
type Group string

// The groups in the order of pages.
const (
	ToAssociates    Group = "Associados"
	ToProfessionals Group = "Profissionais"
	ToStaff         Group = "Equipe"
	ToEverybody     Group = "Acesso"
	OfPrivacy       Group = "Privacidade"
)

// Groups lists the groups.
func Groups() []Group { return []Group{ToAssociates, ToProfessionals, ToStaff, ToEverybody, OfPrivacy} }

// Kind is a kind of mail as the page of an administrator shows it.
type Kind struct {
	mail.Declared
	Group Group
	// When says in a few words when it is sent.
	When string
	// Bounds are what its words must contain and may name.
	Bounds mailtexts.Bounds
	// Fixed are the parts that the words do not change: table, code, button.
	Fixed []string

	sample mail.Message
}

// Sample returns the mail with values of an example, for a recipient.
func (k Kind) Sample(to, name string) mail.Message {
	sample := k.sample
	sample.To, sample.Name = to, cmp.Or(name, sampleName)
	return sample
}

// sampleName and samplePath belong to the mail of an example.
const (
	sampleName = "Fátima"
	samplePath = "/cadastro"
)

// Describe returns what the page of an administrator shows of a declared kind; false for one that has no page, such as the
// mail of a test.
func Describe(declared mail.Declared) (Kind, bool) {
	known, isKnown := find(declared.Kind)
	if !isKnown || known.group == "" {
		return Kind{}, false
	}
	kind := Kind{Declared: declared, Group: known.group, When: known.when, sample: known.sample()}
	c, err := textOf(kind.sample)
	if err != nil {
		return Kind{}, false
	}
	kind.Fixed = fixedParts(c)
	kind.Bounds = mailtexts.Bounds{IsFixed: c.IsFixed, IsRequired: declared.Required}
	if !c.IsFixed {
		kind.Bounds.System, kind.Bounds.Variables = mailtexts.Words{Subject: c.Subject, Opening: c.Paragraphs[0]}, c.Variables("Associação", kind.sample)
	}
	return kind, true
}

// fixedParts names what stays in a mail whatever its words are.
func fixedParts(c letter.Text) (parts []string) {
	if len(c.Paragraphs) > 1 {
		parts = append(parts, "as outras frases")
	}
	if len(c.Facts) > 0 {
		parts = append(parts, "a tabela")
	}
	if c.Code != "" {
		parts = append(parts, "o código")
	}
	if c.Action != "" {
		parts = append(parts, "o botão “"+c.Action+"”")
	}
	return slices.Concat(parts, []string{"o rodapé com os contatos"})
}

// testLetter is the mail of another kind with the values of an example and the words that were typed.
func testLetter(message mail.Message, about mailtexts.TestMessage) letter.Text {
	known, isKnown := find(about.Of)
	if !isKnown || known.group == "" {
		return letter.Text{Subject: "Teste", Preview: "Teste de mensagem.", Paragraphs: []string{"Esta mensagem não existe mais."}}
	}
	sample := known.sample()
	sample.Name = message.Name
	c, err := textOf(sample)
	if err != nil {
		return letter.Text{Subject: "Teste", Preview: "Teste de mensagem.", Paragraphs: []string{"Esta mensagem não pôde ser montada."}}
	}
	c.Apply(about.Words)
	c.Subject = "[Teste] " + c.Subject
	return c
}
