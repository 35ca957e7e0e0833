package associates

import (
	"slices"
	"strings"

	"acolhe/models/associates"
	"acolhe/models/types/texts"
	"acolhe/views/fmtbr"
	"acolhe/views/ui"
)

// InlineField is one value of an associate that is changed where it stands.
type InlineField struct {
	Name string
	Form Form
	Done ui.EditState
}

// IsInlineField reports whether a value can be changed where it is shown: those that do no harm when
// somebody slips.
func IsInlineField(name string) bool {
	return slices.Contains([]string{"phone", "tags", "health_notes"}, name)
}

// Edit draws the value with its form.
func (f InlineField) Edit() ui.InlineEdit {
	row := f.Form.Row
	return ui.InlineEdit{Name: f.Name, Label: Label(f.Name), Text: inlineText(row, f.Name), Field: f.field(), State: f.Done,
		Action: PersonHref(row.ID) + "/campos/" + f.Name, Page: PersonHref(row.ID) + "/editar#" + ui.FieldID(f.Name)}
}

func (f InlineField) field() ui.Content {
	switch f.Name {
	case "tags":
		return tagFields(f.Form)
	case "health_notes":
		return f.Form.long(f.Name)
	}
	return f.Form.input(f.Name, ui.Phone)
}

func inlineText(row associates.Associate, name string) string {
	switch name {
	case "tags":
		return strings.Join(row.Tags, ", ")
	case "health_notes":
		return texts.Of(row.HealthNotes)
	}
	return fmtbr.Phone(texts.Of(row.Phone))
}

// inline is a fact that can be changed where it stands, by who may.
func (s Sheet) inline(name string) ui.Fact {
	fact := ui.Fact{Label: Label(name), Value: inlineText(s.Associate, name)}
	if s.May.Change {
		fact.Content = InlineField{Name: name, Form: Form{Row: s.Associate, Tags: s.Tags}}.Edit()
	}
	return fact
}

// following is a fact that inline changes elsewhere on the page.
func following(name string, fact ui.Fact) ui.Fact {
	if fact.Value != "" {
		fact.Content = ui.SameValue{Name: name, Text: fact.Value}
	}
	return fact
}
