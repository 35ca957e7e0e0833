package editor

import "acolhe/views/ui/control"

// Column is a member of the rows of an editor.
type Column struct {
	Name, Label string
	Kind        Kind
	Options     []control.Option
	// Entry is the kind of an entry.
	Entry control.Kind
	// Bare values are stored without punctuation.
	Bare bool
	// OnlyFor is the value of the column type for which the member exists.
	OnlyFor string
	// From is the column from which an empty identifier of a new row is made.
	From string
	// Start is the value in a new row.
	Start string
}

// Kind is the control of a column.
type Kind int

// The kinds of columns.
const (
	Text Kind = iota
	Identifier
	Choice
	Tick
	// Only is a checkbox that one row of the list has.
	Only
	Color
	// Lines are several texts, one a line.
	Lines
	Amount
)
