package readytexts

import (
	"slices"
	"strings"

	"acolhe/models/types/texts"
)

// Value is the value of a variable, or the reason why there is none, such as "sem pedido".
type Value struct{ Text, Missing string }

// Values are the values of the variables by their names.
type Values map[string]Value

// Part is a piece of a filled text; IsValue marks that of a variable.
type Part struct {
	Text    string
	IsValue bool
}

// Filled is a text with its values. Missing are the reasons why it cannot be used; a text with a reason has no parts.
type Filled struct {
	Text
	Parts   []Part
	Heading string // the subject of an e-mail
	Missing []string
}

// Fill puts values into a text.
func Fill(text Text, values Values) Filled {
	filled := Filled{Text: text}
	subject := texts.Of(text.Subject)
	if subject == "" {
		subject = text.Name
	}
	for _, name := range append(variablesIn(text.Body), variablesIn(subject)...) {
		if missing := values[name].Missing; missing != "" && !slices.Contains(filled.Missing, missing) {
			filled.Missing = append(filled.Missing, missing)
		}
	}
	if len(filled.Missing) > 0 {
		return filled
	}
	filled.Parts = partsOf(text.Body, values)
	filled.Heading = joined(partsOf(subject, values))
	return filled
}

// Words returns the filled text as it is sent.
func (f Filled) Words() string { return joined(f.Parts) }

func joined(parts []Part) string {
	var words strings.Builder
	for _, part := range parts {
		words.WriteString(part.Text)
	}
	return words.String()
}

func partsOf(text string, values Values) (parts []Part) {
	from := 0
	for _, match := range variablePattern.FindAllStringSubmatchIndex(text, -1) {
		if match[0] > from {
			parts = append(parts, Part{Text: text[from:match[0]]})
		}
		parts = append(parts, Part{Text: values[text[match[2]:match[3]]].Text, IsValue: true})
		from = match[1]
	}
	if from < len(text) {
		parts = append(parts, Part{Text: text[from:]})
	}
	return parts
}
