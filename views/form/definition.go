// Package form is the one shape of forms that add and change a row. A Definition has one line for each field; from it
// come the inputs, the order of the error summary, the differences after a conflict, and the facts on the row's page.
package form

import (
	"strconv"

	"github.com/a-h/templ"

	"acolhe/views/ui"
)

// Definition is all of one form.
type Definition[Row any] struct {
	// ID is that of the form element; This names the row in a conflict: "este produto".
	ID, This string
	// Path is the list's address, to which NewSlug, and the id with EditSlug, are added.
	Path, NewSlug, EditSlug string
	// NewTitle and NewVerb are those of a new row, Title and Verb of one that exists.
	NewTitle, NewVerb string
	Title             func(row *Row) string
	Verb              string
	// Text stands under the title.
	Text string
	// RowID and Name identify a row, in addresses and to people.
	RowID func(row *Row) int64
	Name  func(row *Row) string
	// Back is where "Cancelar" leads if rows have no page of their own; nil leads to the row's page, or to the list.
	Back     func(row *Row) string
	Sections []Section[Row]
	// ConflictField is the field that must be unique, which a 409 CONFLICT is about.
	ConflictField string
}

// Section is a card of the form.
type Section[Row any] struct {
	Title  string
	Fields []Field[Row]
	// Actions stand in the head of the card; they may be nil.
	Actions ui.Content
	// Around draws the fields as its children, such as ui.AddressFields; nil puts them below each other.
	Around ui.Content
}

// Field is one field of a form, under the name that the verb's input gives it.
type Field[Row any] struct {
	Name, Label string
	// Short is the label on the row's page, if it is another one there.
	Short string
	Kind  Kind
	// Input is what a Line takes.
	Input ui.Kind
	// Value is the stored value as the form spells it. Values is that of a field with several, such as Tags.
	Value  func(row *Row) string
	Values func(row *Row) []string
	// Spell brings what was typed to the spelling of Value, so that 1.234,50 is no difference to 1234,50.
	Spell func(typed string) string
	// Show writes a value for people; nil writes it as the form does.
	Show     func(value string) string
	Optional bool
	// Required is the sentence for a field that a form must not leave empty, where a script may leave it out.
	Required  string
	Hint      string
	Statement string // what a Check says beside its box
	Options   []ui.Option
	Prompt    string // the empty choice of a Select
	Width     ui.Width
	MaxLength int
	// Text is how a stored reference is called, where the control is a ui.Search.
	Text func(row *Row) string
	// Row puts neighbours with the same word beside each other; one that grows takes the room that the others leave.
	Row   string
	Grows bool
	// Below stands below the field, or below its row.
	Below func(state State[Row]) ui.Content
	// Attrs are further attributes of a Line.
	Attrs templ.Attributes
	// Inline lets the value be changed where it is shown: a slip there must do no harm.
	Inline bool
	// Also are other paths whose problems the field shows.
	Also []string
	// Control draws the field in another way.
	Control func(control Control) ui.Content
}

// Kind is how a field is filled.
type Kind int

// The kinds of fields.
const (
	// Line takes one line, of the kind that Input says.
	Line Kind = iota
	// Area takes several lines.
	Area
	// Check is one statement to agree with; its value is "true" or "false".
	Check
	// Select offers Options.
	Select
	// Tags offers the tags of the collection.
	Tags
)

// Control is a field as it is drawn.
type Control struct {
	Name, Label, Hint, Error string
	// Value is what was typed, else Stored. Values are those of a field with several.
	Value, Stored string
	Values        []string
	// Text is how Value is called, as it was typed or as it is stored.
	Text  string
	Focus bool
}

// Fields lists the fields in the order of the form.
func (d Definition[Row]) Fields() []Field[Row] {
	var fields []Field[Row]
	for _, section := range d.Sections {
		fields = append(fields, section.Fields...)
	}
	return fields
}

// Field returns the field of a name; one that the form does not have is a mistake in the program.
func (d Definition[Row]) Field(name string) Field[Row] {
	for _, field := range d.Fields() {
		if field.Name == name {
			return field
		}
	}
	panic("form " + d.ID + " has no field " + name)
}

// Label is what the field of a path is called.
func (d Definition[Row]) Label(path string) string {
	for _, field := range d.Fields() {
		if field.Name == path {
			return field.Label
		}
	}
	return ""
}

// Href is the page of a row.
func (d Definition[Row]) Href(row *Row) string {
	return d.Path + "/" + strconv.FormatInt(d.RowID(row), 10)
}
