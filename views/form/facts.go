package form

import (
	"slices"

	"acolhe/views/ui"
	"acolhe/views/ui/control"
	"acolhe/views/ui/record"
)

// FieldsSlug is the part of an inline edit's address between the row's address and the field's name.
const FieldsSlug = "/campos/"

// Fact returns the stored value of a field, for the row's page.
func (d Definition[Row]) Fact(name string, row *Row) record.Fact {
	field := d.Field(name)
	label, stored := field.Label, field.stored(row)
	if field.Short != "" {
		label = field.Short
	}
	switch {
	case field.Kind == Check:
		return record.Fact{Label: label, Value: map[string]string{"true": "Sim", "false": "Não"}[stored]}
	case field.Input == control.Email:
		return record.EmailFact(label, stored)
	}
	return record.Fact{Label: label, Value: field.show(stored)}
}

// IsInline reports whether there is a field of this name that can be edited in place.
func (d Definition[Row]) IsInline(name string) bool {
	return slices.ContainsFunc(d.Fields(), func(field Field[Row]) bool { return field.Name == name && field.Inline })
}

// EditableFact is Fact with an inline edit, if the field allows one and the person may change the row.
func (d Definition[Row]) EditableFact(name string, state State[Row]) record.Fact {
	fact := d.Fact(name, &state.Row)
	if d.Field(name).Inline {
		fact.Content = d.InlineEdit(name, state, record.Resting)
	}
	return fact
}

// InlineEdit returns the value of a field with the form that changes it alone.
func (d Definition[Row]) InlineEdit(name string, state State[Row], stands record.EditState) record.InlineEdit {
	field, href := d.Field(name), d.Href(&state.Row)
	field.Attrs = nil // they refer to parts of the whole form
	return record.InlineEdit{Name: name, Label: field.Label, Text: field.show(field.stored(&state.Row)),
		Field: field.render(state, d.problems(state).For(name), false),
		State: stands, Action: href + FieldsSlug + name, Page: href + d.EditSlug + "#" + ui.FieldID(name)}
}
