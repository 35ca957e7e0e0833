package ui

import (
	"strconv"

	"github.com/a-h/templ"
)

// Content is a part passed to another part, for places other than its children.
type Content = templ.Component

// itemID returns the id of the nth item of a list, for references by assistive technology.
func itemID(list string, i int) string { return list + "-" + strconv.Itoa(i) }
