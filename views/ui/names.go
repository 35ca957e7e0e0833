package ui

import "strings"

// Problem is an error of a typed value, under the field's name in the form.
type Problem struct{ Field, Message string }

// Problems are the errors of a form.
type Problems []Problem

// For returns the message of a field, or an empty text.
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

// when returns the text if the condition holds, else an empty text.
func when(holds bool, text string) string {
	if holds {
		return text
	}
	return ""
}

// joined joins the texts that are not empty with spaces.
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

// keyOf returns a key in the form of the script: one lower-case letter or sign.
func keyOf(key string) string { return strings.ToLower(key) }
