package ui

import "acolhe/models/types/errs"

// ProblemsOf says the wrong fields of an input as people read them: the label of the field,
// then what is wrong with it. A path without a label keeps the bare reason.
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
