// Package readytexts holds the texts that the staff opens in WhatsApp or sends by e-mail, with the values of a person, an
// order or a service in place of their variables. Administrators write them. It does not know whether a message that was
// opened in another program was sent.
package readytexts

import (
	"regexp"
	"slices"
	"strings"
	"time"

	"acolhe/models/types/errs"
	"acolhe/models/types/texts"
)

// Limits of a text.
const (
	maxName    = 60
	maxSubject = 150
	maxText    = 2000
	// MaxTexts is the maximum number of texts.
	MaxTexts = 50
)

// Text is a row of ready_texts. Subject is that of an e-mail, the name if it is empty. Position orders the texts.
type Text struct {
	ID          int64     `gorm:"primaryKey"`
	Name        string    `gorm:"column:name"`
	Subject     *string   `gorm:"column:subject"`
	Body        string    `gorm:"column:body"`
	Position    int       `gorm:"column:position"`
	DateCreated time.Time `gorm:"column:date_created"`
	DateUpdated time.Time `gorm:"column:date_updated"`
}

// TableName returns the name of the table.
func (Text) TableName() string { return "ready_texts" }

// Variable is what a text may name in braces, such as {nome}.
type Variable struct{ Name, Meaning string }

// Variables lists the variables in the order in which pages explain them.
func Variables() []Variable {
	return []Variable{
		{"nome", "primeiro nome da pessoa"}, {"atendente", "seu primeiro nome"}, {"associacao", "nome da associação"},
		{"cadastro", "endereço do cadastro"},
		{"pedido", "número do pedido"}, {"valor", "total do pedido"}, {"pix", "código Pix do pedido"}, {"rastreio", "código de rastreio"},
		{"documento", "motivo do documento recusado"}, {"receita", "fim da validade da receita"},
		{"consulta", "dia e hora do próximo atendimento"}, {"profissional", "quem atende"},
	}
}

// variablePattern matches a variable, and whatever else stands in braces.
var variablePattern = regexp.MustCompile(`\{([^{}\n]*)\}`)

// variablesIn returns the names of the variables of a text.
func variablesIn(text string) []string {
	var names []string
	for _, match := range variablePattern.FindAllStringSubmatch(text, -1) {
		names = append(names, match[1])
	}
	return names
}

func (t *Text) normalise() {
	t.Name, t.Body = strings.TrimSpace(t.Name), strings.TrimSpace(strings.ReplaceAll(t.Body, "\r\n", "\n"))
	texts.NilIfBlank(&t.Subject)
}

func (t Text) validate() errs.Problems {
	var p errs.Problems
	p.Require(t.Name != "", "name", "informe o nome")
	p.Require(texts.Fits(t.Name, maxName), "name", "deve ter no máximo 60 caracteres")
	p.Require(texts.Fits(texts.Of(t.Subject), maxSubject), "subject", "deve ter no máximo 150 caracteres")
	p.Require(!strings.ContainsAny(texts.Of(t.Subject), "\r\n"), "subject", "deve ter uma linha")
	p.Require(t.Body != "", "body", "escreva o texto")
	p.Require(texts.Fits(t.Body, maxText), "body", "deve ter no máximo 2.000 caracteres")
	p.Require(t.Position >= 0 && t.Position <= 1000, "position", "deve ser um número de 0 a 1000")
	checkVariables(&p, "body", t.Body)
	checkVariables(&p, "subject", texts.Of(t.Subject))
	return p
}

// checkVariables adds a problem for each variable that does not exist, and for a brace that stands alone.
func checkVariables(p *errs.Problems, field, text string) {
	for _, name := range variablesIn(text) {
		isKnown := slices.ContainsFunc(Variables(), func(v Variable) bool { return v.Name == name })
		p.Require(isKnown, field, "não existe {"+texts.Shorten(name, 30)+"}")
	}
	p.Require(!strings.ContainsAny(variablePattern.ReplaceAllString(text, ""), "{}"), field, "tem uma chave { ou } sem par")
}
