package ui

import (
	"strconv"

	"github.com/a-h/templ"
)

// Content is a part given to another part, where one place for children is not enough.
type Content = templ.Component

// itemID names the nth item of a list, so that assistive technology can be told about it.
func itemID(list string, i int) string { return list + "-" + strconv.Itoa(i) }
