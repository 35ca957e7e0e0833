package mailtexts

import (
	"regexp"
	"slices"
	"strings"
	"time"

	"acolhe/models/platform/mail"
	"acolhe/models/types/errs"
	"acolhe/models/types/texts"
)

// Limits of the words, in characters.
const (
	MaxSubject = 90
	MaxText    = 600
)

// Words are the words of an association in a kind of mail. An empty subject or opening is that of the program, an empty
// closing is none.
type Words struct {
	Subject string `json:"subject,omitempty" form:"subject"`
	Opening string `json:"opening,omitempty" form:"opening"`
	Closing string `json:"closing,omitempty" form:"closing"`
}

// Text is a row of mail_texts.
type Text struct {
	ID    int64     `gorm:"primaryKey"`
	Kind  mail.Kind `gorm:"column:kind" version:"-"`
	Words `gorm:"embedded"`
	IsOff bool `gorm:"column:is_off"`
	// AuthorName is who changed it last.
	AuthorName  string    `gorm:"column:author_name" version:"-"`
	DateCreated time.Time `gorm:"column:date_created" version:"-"`
	DateUpdated time.Time `gorm:"column:date_updated"`
}

// TableName returns the name of the table.
func (Text) TableName() string { return "mail_texts" }

// IsChanged reports whether the association has words of its own.
func (t Text) IsChanged() bool { return t.Words != Words{} }

// Variable is what words may name in braces: {número}. Value is its value in a mail.
type Variable struct{ Name, Value string }

// feminine are the names of variables with a feminine article.
var feminine = []string{"permissão", "transportadora", "associação", "data", "situação", "validade"}

// WithArticle returns the name within a sentence: "o número".
func (v Variable) WithArticle() string {
	if slices.Contains(feminine, v.Name) {
		return "a " + v.Name
	}
	return "o " + v.Name
}

// variablePattern matches a variable, and whatever else stands in braces.
var variablePattern = regexp.MustCompile(`\{([^{}\n]*)\}`)

// Names returns the names of the variables of a text.
func Names(text string) []string {
	var names []string
	for _, match := range variablePattern.FindAllStringSubmatch(text, -1) {
		names = append(names, match[1])
	}
	return names
}

// Fill puts the values into a text. What stands in a value is never filled in itself.
func Fill(text string, variables []Variable) string {
	pairs := make([]string, 0, 2*len(variables))
	for _, variable := range variables {
		pairs = append(pairs, "{"+variable.Name+"}", variable.Value)
	}
	return strings.NewReplacer(pairs...).Replace(text)
}

// Bounds are what the words of a kind must contain and may name.
type Bounds struct {
	// System are the words of the program. The variables of its subject and its opening must not be left out.
	System Words
	// Variables are those that the opening and the closing may name; the subject only names those of the program's.
	Variables []Variable
	// IsFixed reports that the words cannot be changed, IsRequired that the kind cannot be switched off.
	IsFixed, IsRequired bool
}

// InSubject returns the variables that the subject may name: people read it on a locked screen.
func (b Bounds) InSubject() (allowed []Variable) {
	for _, variable := range b.Variables {
		if slices.Contains(Names(b.System.Subject), variable.Name) {
			allowed = append(allowed, variable)
		}
	}
	return allowed
}

func (b Bounds) find(name string) (Variable, bool) {
	at := slices.IndexFunc(b.Variables, func(v Variable) bool { return v.Name == name })
	if at < 0 {
		return Variable{}, false
	}
	return b.Variables[at], true
}

// Normalised returns typed words without what does not matter; those of the program become empty.
func (b Bounds) Normalised(typed Words) Words {
	words := Words{Subject: strings.Join(strings.Fields(typed.Subject), " "), Opening: normalised(typed.Opening),
		Closing: normalised(typed.Closing)}
	if words.Subject == b.System.Subject {
		words.Subject = ""
	}
	if words.Opening == b.System.Opening {
		words.Opening = ""
	}
	return words
}

func normalised(text string) string { return strings.TrimSpace(strings.ReplaceAll(text, "\r\n", "\n")) }

// Check returns what is wrong with normalised words.
func (b Bounds) Check(words Words) (p errs.Problems) {
	p.Require(texts.Fits(words.Subject, MaxSubject), "subject", "deve ter no máximo 90 caracteres")
	p.Require(texts.Fits(words.Opening, MaxText), "opening", "deve ter no máximo 600 caracteres")
	p.Require(texts.Fits(words.Closing, MaxText), "closing", "deve ter no máximo 600 caracteres")
	p.Require(!b.IsFixed || words == Words{}, "opening", "esta mensagem não muda de texto")
	for _, part := range []struct{ field, place, typed, system string }{
		{"subject", "no assunto", words.Subject, b.System.Subject}, {"opening", "no texto de abertura", words.Opening, b.System.Opening},
		{"closing", "no texto final", words.Closing, ""},
	} {
		if part.typed == "" {
			continue
		}
		named := Names(part.typed)
		for _, name := range named {
			_, isKnown := b.find(name)
			p.Require(isKnown, part.field, "Não existe {"+texts.Shorten(name, 30)+"}.")
			p.Require(!isKnown || part.field != "subject" ||
				slices.Contains(Names(part.system), name), part.field,
				"{"+texts.Shorten(name, 30)+"} não vai no assunto: quem vê a tela do celular lê o assunto.")
		}
		for _, name := range Names(part.system) {
			needed, _ := b.find(name)
			p.Require(slices.Contains(named, name), part.field, "Falta "+needed.WithArticle()+" "+part.place+": use + "+name+".")
		}
		p.Require(!strings.ContainsAny(variablePattern.ReplaceAllString(part.typed, ""), "{}"), part.field, "Tem uma chave { ou } sem par.")
	}
	return p
}
