package ui

import "strings"

// Problem is one thing that is wrong with what was typed, under the field's name in the form.
type Problem struct{ Field, Message string }

// Problems is what is wrong with a form.
type Problems []Problem

// For returns the message of a field, or nothing.
func (p Problems) For(field string) string {
	for _, problem := range p {
		if problem.Field == field {
			return problem.Message
		}
	}
	return ""
}

// FieldID returns the id of the control with a name: `items[0].quantity` is `campo-items-0-quantity`.
func FieldID(name string) string {
	id := strings.Map(func(r rune) rune {
		if strings.ContainsRune("[]. ", r) {
			return '-'
		}
		return r
	}, name)
	return "campo-" + strings.Trim(strings.ReplaceAll(id, "--", "-"), "-")
}

// when returns the text if the condition holds, and nothing otherwise.
func when(holds bool, text string) string {
	if holds {
		return text
	}
	return ""
}

// joined puts spaces between the texts that are there.
func joined(texts ...string) string {
	all := ""
	for _, text := range texts {
		if all != "" && text != "" {
			all += " "
		}
		all += text
	}
	return all
}

// keyOf is the form of a key that the script compares: one lower-case letter or sign.
func keyOf(key string) string { return strings.ToLower(key) }
