package ui

import (
	"context"
	"io"

	"github.com/a-h/templ"
)

// html writes HTML until the first error. It is for the parts that a page has by the hundred, such as the cells of a list,
// options and icons: a template passes each expression through package fmt, which took a third of the time of a list.
type html struct {
	to  io.Writer
	err error
}

// raw writes HTML of the program.
func (h *html) raw(parts ...string) {
	for _, part := range parts {
		if h.err == nil {
			_, h.err = io.WriteString(h.to, part)
		}
	}
}

// text writes a text, escaped.
func (h *html) text(text string) { h.raw(templ.EscapeString(text)) }

// attribute writes an attribute of an element, with a space before it.
func (h *html) attribute(name, value string) { h.raw(" ", name, `="`, templ.EscapeString(value), `"`) }

// optional is attribute, or nothing without a value.
func (h *html) optional(name, value string) {
	if value != "" {
		h.attribute(name, value)
	}
}

// classes writes the class attribute of an element with the classes that are not empty, or nothing without any.
func (h *html) classes(classes ...string) {
	before, after := ` class="`, ""
	for _, class := range classes {
		if class != "" {
			h.raw(before, class)
			before, after = " ", `"`
		}
	}
	h.raw(after)
}

// content writes a part; nil writes nothing.
func (h *html) content(ctx context.Context, part Content) {
	if h.err == nil && part != nil {
		h.err = part.Render(ctx, h.to)
	}
}
