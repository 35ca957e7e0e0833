package form

import (
	"encoding"
	"slices"
	"strconv"
	"strings"

	"acolhe/models/tags"
	"acolhe/views/ui"
	"acolhe/views/ui/control"
)

// part is a field or a row of fields, with the content below.
type part struct {
	fields []rowField
	below  []ui.Content
}

// rowField is a field within a row.
type rowField struct {
	ui.Content
	grows bool
	// of is the kind of rows with the field; empty for all.
	of string
}

// parts renders the fields of a section; neighbours with the same Row are in one part.
func (d Definition[Row]) parts(state State[Row], fields []Field[Row], problems ui.Problems) []*part {
	var parts []*part
	for i, field := range fields {
		if i == 0 || field.Row == "" || field.Row != fields[i-1].Row {
			parts = append(parts, &part{})
		}
		last := parts[len(parts)-1]
		last.fields = append(last.fields, rowField{field.render(state, problems.For(field.Name), d.isFocused(state, field)), field.Grows,
			field.Of})
		if field.Below != nil {
			last.below = append(last.below, field.Below(state))
		}
	}
	return parts
}

// isFocused reports whether the field gets the focus: the first input of a new form. With errors the summary gets it.
func (d Definition[Row]) isFocused(state State[Row], field Field[Row]) bool {
	fields := d.Sections[0].Fields
	first := slices.IndexFunc(fields, func(field Field[Row]) bool { return field.Kind != Choice })
	return state.IsNew && state.Refused == nil && first >= 0 && field.Name == fields[first].Name
}

// isOpen reports whether a folding section is shown open: one of its fields has a value or a problem.
func (s Section[Row]) isOpen(state State[Row], problems ui.Problems) bool {
	return slices.ContainsFunc(s.Fields, func(field Field[Row]) bool {
		return problems.For(field.Name) != "" || field.hasValue(state)
	})
}

// hasValue reports whether the field shows a value. A Check has one if it is ticked.
func (f Field[Row]) hasValue(state State[Row]) bool {
	if f.Kind == Check {
		return f.raw(state) == "true"
	}
	filled := func(value string) bool { return strings.TrimSpace(value) != "" }
	return filled(f.raw(state)) || filled(f.text(state)) || slices.ContainsFunc(f.chosen(state), filled)
}

func (f Field[Row]) render(state State[Row], problem string, focus bool) ui.Content {
	value := f.raw(state)
	switch {
	case f.Control != nil:
		return f.Control(Control{Name: f.Name, Label: f.Label, Hint: f.Hint, Error: problem, Value: value, Stored: f.stored(&state.Row),
			Values: f.chosen(state), Text: f.text(state), Focus: focus})
	case f.Kind == Area:
		return control.Textarea{Name: f.Name, Label: f.Label, Value: value, Rows: 2, Hint: f.Hint, Optional: f.Optional, Error: problem,
			MaxLength: f.MaxLength}
	case f.Kind == Check:
		return control.Checkbox{Name: f.Name, Label: f.Statement, Checked: value == "true", Error: problem, Hint: f.Hint}
	case f.Kind == Select:
		return control.Select{Name: f.Name, Label: f.Label, Value: value, Prompt: f.Prompt, Options: f.offered(value), Optional: f.Optional,
			Hint: f.Hint, Width: f.Width, Error: problem}
	case f.Kind == Choice:
		return control.Radio{Name: f.Name, Label: f.Label, Value: value, Options: f.Options, Hint: f.Hint, Optional: f.Optional, Error: problem}
	case f.Kind == Tags:
		return f.tags(state, problem)
	}
	return control.Input{Name: f.Name, Label: f.Label, Kind: f.Input, Value: value, Optional: f.Optional, Hint: f.Hint, Width: f.Width,
		MaxLength: f.MaxLength,
		Error:     problem, Autocomplete: "off", Focus: focus, Suggestions: f.Suggestions, Attrs: f.Attrs}
}

// raw returns the typed value, else the stored one.
func (f Field[Row]) raw(state State[Row]) string {
	if f.Values != nil {
		return ""
	}
	return state.Typed.Or(f.Name, f.stored(&state.Row))
}

// text returns the name of the value of a control.Search.
func (f Field[Row]) text(state State[Row]) string {
	if f.Text == nil {
		return ""
	}
	return state.Typed.Or(f.Name+"_texto", f.Text(&state.Row))
}

// chosen returns the submitted values, else the stored ones.
func (f Field[Row]) chosen(state State[Row]) []string {
	switch {
	case f.Values == nil:
		return nil
	case state.Typed != nil:
		return state.Typed.Values(f.Name)
	}
	return f.Values(&state.Row)
}

// tags offers the tags of the catalogue, and the row's other ones.
func (f Field[Row]) tags(state State[Row], problem string) ui.Content {
	chosen := f.chosen(state)
	return TagChecks(control.Checks{Name: f.Name, Label: f.Label, Chosen: chosen, Error: problem}, state.Tags, f.Hint)
}

// offered returns the options of a Select, with the stored value if it can no longer be chosen.
func (f Field[Row]) offered(value string) []control.Option {
	isOption := func(option control.Option) bool { return option.Value == value }
	if value == "" || slices.ContainsFunc(f.Options, isOption) {
		return f.Options
	}
	return append(slices.Clone(f.Options), control.Option{Value: value, Label: f.show(value)})
}

// TagChecks offers the tags of the catalogue, and other chosen ones. The hint is shown if there are none.
func TagChecks(checks control.Checks, offered tags.Catalogue, hint string) ui.Content {
	checks.Optional = true
	for _, name := range slices.Concat(offered.Names(), checks.Chosen) {
		option := control.Option{Value: name, Label: name, Color: offered.Color(name)}
		if name != "" && !slices.Contains(checks.Options, option) {
			checks.Options = append(checks.Options, option)
		}
	}
	return tagChecks(checks, hint)
}

// SpellAs formats a typed value as its type does, such as 1234,50 for 1.234,50. It returns an invalid value unchanged.
func SpellAs[Value interface{ Typed() string }, Pointer interface {
	*Value
	encoding.TextUnmarshaler
}](typed string) string {
	var value Value
	if err := Pointer(&value).UnmarshalText([]byte(typed)); typed == "" || err != nil {
		return typed
	}
	return value.Typed()
}

// Number formats a number that may be absent.
func Number(number *int) string {
	if number == nil {
		return ""
	}
	return strconv.Itoa(*number)
}
