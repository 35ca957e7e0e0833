package ui

import "acolhe/models/types/errs"

// ProblemsOf returns errors with the labels of their fields in front of the message. A path without a label
// keeps the bare message.
func ProblemsOf(fields []errs.Field, label func(path string) string) Problems {
	problems := make(Problems, len(fields))
	for i, field := range fields {
		message := field.Message
		if name := label(field.Path); name != "" {
			message = name + ": " + message
		}
		problems[i] = Problem{Field: field.Path, Message: message}
	}
	return problems
}
