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
