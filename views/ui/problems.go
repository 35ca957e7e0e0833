package ui

import (
	"unicode"
	"unicode/utf8"

	"acolhe/models/types/errs"
)

// ProblemsOf returns errors with the labels of their fields in front of the message. A message that begins with a
// capital letter is a complete sentence and is not changed, nor is the message of a path without a label.
func ProblemsOf(fields []errs.Field, label func(path string) string) Problems {
	problems := make(Problems, len(fields))
	for i, field := range fields {
		message := field.Message
		if name := label(field.Path); name != "" && !isSentence(message) {
			message = name + ": " + message
		}
		problems[i] = Problem{Field: field.Path, Message: message}
	}
	return problems
}

func isSentence(message string) bool {
	initial, _ := utf8.DecodeRuneInString(message)
	return unicode.IsUpper(initial)
}
