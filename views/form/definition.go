// Package form is the common shape of forms that add and change a row. A Definition has one line for each field, from
// which the inputs, the order of the error summary, the differences after a conflict, and the facts on the row's page
// are derived.
package form

import (
	"strconv"

	"github.com/a-h/templ"

	"acolhe/views/ui"
	"acolhe/views/ui/control"
)

// Definition defines one form.
type Definition[Row any] struct {
	// ID is the id of the form element; This names the row in a conflict: "este produto".
	ID, This string
	// Path is the list's address; NewSlug, or the id with EditSlug, is appended.
	Path, NewSlug, EditSlug string
	// NewTitle and NewVerb are for a new row, Title and Verb for an existing one.
	NewTitle, NewVerb string
	Title             func(row *Row) string
	Verb              string
	// Text is shown under the title.
	Text string
	// RowID and Name identify a row, in addresses and to people.
	RowID func(row *Row) int64
	Name  func(row *Row) string
	// Back returns the link of "Cancelar" for rows without a page; nil links to the row's page, or to the list.
	Back     func(row *Row) string
	Sections []Section[Row]
	// ConflictField is the unique field that a 409 CONFLICT refers to.
	ConflictField string
}

// Section is a card of the form.
type Section[Row any] struct {
	Title  string
	Fields []Field[Row]
	// Actions are placed in the head of the card; they may be nil.
	Actions ui.Content
	// Around has the fields as its children, such as control.AddressFields; nil puts them below each other.
	Around ui.Content
	// Folds shows only the title until the section is opened. It is open from the start if one of its fields has a
	// value or a problem.
	Folds bool
}

// Field is one field of a form, under its name in the verb's input.
type Field[Row any] struct {
	Name, Label string
	// Short is the label on the row's page, if it differs there.
	Short string
	Kind  Kind
	// Input is the kind of a Line.
	Input control.Kind
	// Value returns the stored value as the form formats it. Values is for a field with several, such as Tags.
	Value  func(row *Row) string
	Values func(row *Row) []string
	// Spell formats a typed value like Value, so that 1.234,50 does not differ from 1234,50.
	Spell func(typed string) string
	// Show formats a value for people; nil formats it as in the form.
	Show     func(value string) string
	Optional bool
	// Required is the message for an empty field that only scripts may omit.
	Required  string
	Hint      string
	Statement string // label beside a Check
	Options   []control.Option
	Prompt    string // the empty choice of a Select
	// Suggestions are usual values of a Line; other values are allowed.
	Suggestions []string
	// Of is the kind of rows with the field, chosen in the field "tipo"; empty for all.
	Of        string
	Width     control.Width
	MaxLength int
	// Text returns the name of a stored reference, where the control is a control.Search.
	Text func(row *Row) string
	// Row puts neighbours with the same word beside each other; a growing one takes the remaining space.
	Row   string
	Grows bool
	// Below returns content below the field, or below its row.
	Below func(state State[Row]) ui.Content
	// Attrs are further attributes of a Line.
	Attrs templ.Attributes
	// Inline makes the value editable in place, for fields in which a mistake is harmless.
	Inline bool
	// Also are other paths whose errors the field shows.
	Also []string
	// Control replaces the rendering of the field.
	Control func(c Control) ui.Content
}

// Kind is the kind of control of a field.
type Kind int

// The kinds of fields.
const (
	// Line takes one line, of the kind in Input.
	Line Kind = iota
	// Area takes several lines.
	Area
	// Check is one statement to confirm; its value is "true" or "false".
	Check
	// Select offers Options.
	Select
	// Choice offers Options with all of them visible.
	Choice
	// Tags offers the tags of the collection.
	Tags
)

// Control is the state of a rendered field.
type Control struct {
	Name, Label, Hint, Error string
	// Value is the typed value, else Stored. Values are for a field with several.
	Value, Stored string
	Values        []string
	// Text is the name of Value, typed or stored.
	Text  string
	Focus bool
}

// Fields returns the fields in the order of the form.
func (d Definition[Row]) Fields() []Field[Row] {
	var fields []Field[Row]
	for _, section := range d.Sections {
		fields = append(fields, section.Fields...)
	}
	return fields
}

// Field returns the field with this name, and panics if there is none.
func (d Definition[Row]) Field(name string) Field[Row] {
	for _, field := range d.Fields() {
		if field.Name == name {
			return field
		}
	}
	panic("form " + d.ID + " has no field " + name)
}

// Label returns the label of the field of a path.
func (d Definition[Row]) Label(path string) string {
	for _, field := range d.Fields() {
		if field.Name == path {
			return field.Label
		}
	}
	return ""
}

// Href returns the page of a row.
func (d Definition[Row]) Href(row *Row) string {
	return d.Path + "/" + strconv.FormatInt(d.RowID(row), 10)
}
