package table

import (
	"acolhe/views/ui/markup"
)

// Screen is a width of the screen below which the last columns of a table hide.
type Screen string

// The widths: 1400 and 1200 pixels.
const (
	Wide   Screen = "wide"
	Medium Screen = "medium"
)

// class returns the class of a cell that hides below the width.
func (s Screen) class() string { return markup.When(s != "", "below-"+string(s)) }
