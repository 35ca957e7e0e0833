package errs

import "slices"

// BindErrors holds the fields of an input that could not be parsed, such as an invalid date. The
// binder adds them, and the verb that validates the input returns them together with its own
// problems, so that a form reports all of them at once. Inputs of forms embed BindErrors.
type BindErrors struct{ fields Problems }

// AddBindError adds a field that could not be parsed, and the reason.
func (u *BindErrors) AddBindError(path, message string) { u.fields.Add(path, message) }

// HasBindErrors reports whether there are binding errors.
func (u BindErrors) HasBindErrors() bool { return len(u.fields) > 0 }

// Merge returns the binding errors and the problems found by validation. It drops the problems of
// fields that have a binding error, because validation saw them empty.
func (u BindErrors) Merge(validated Problems) Problems {
	all := slices.Clone(u.fields)
	for _, field := range validated {
		if For(u.fields, field.Path) == "" {
			all = append(all, field)
		}
	}
	return all
}
