package ui

import "github.com/a-h/templ"

// Content is a part passed to another part, for places other than its children.
type Content = templ.Component
