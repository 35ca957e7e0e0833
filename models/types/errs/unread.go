package errs

import "slices"

// BindErrors are the fields of an input that what was typed could not fill, such as a date that is
// none. Who fills the input notes them, and the verb that judges it tells them together with its
// own: nobody corrects a form twice. An input that embeds it is judged by a verb that does so.
type BindErrors struct{ fields Problems }

// AddBindError keeps a field that could not be filled, and why.
func (u *BindErrors) AddBindError(path, message string) { u.fields.Add(path, message) }

// Any reports whether there are such fields.
func (u BindErrors) Any() bool { return len(u.fields) > 0 }

// Merge returns these fields and those that were judged. What could not be read is not judged as
// well: the verb saw it empty.
func (u BindErrors) Merge(judged Problems) Problems {
	all := slices.Clone(u.fields)
	for _, field := range judged {
		if For(u.fields, field.Path) == "" {
			all = append(all, field)
		}
	}
	return all
}
