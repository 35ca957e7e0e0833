// Package markup holds what the templates of the components share below HTML: a writer for the parts that a page has by the
// hundred, and the small texts of attributes. It knows no component.
package markup

import (
	"context"
	"io"

	"github.com/a-h/templ"
)

// Writer writes HTML to To until the first error. It is for the parts that a page has by the hundred, such as the cells of a list,
// options and icons: a template passes each expression through package fmt, which took a third of the time of a list.
type Writer struct {
	To  io.Writer
	Err error // the first one
}

// Raw writes HTML of the program.
func (w *Writer) Raw(parts ...string) {
	for _, part := range parts {
		if w.Err == nil {
			_, w.Err = io.WriteString(w.To, part)
		}
	}
}

// Text writes a text, escaped.
func (w *Writer) Text(text string) { w.Raw(templ.EscapeString(text)) }

// Attribute writes an attribute of an element, with a space before it.
func (w *Writer) Attribute(name, value string) {
	w.Raw(" ", name, `="`, templ.EscapeString(value), `"`)
}

// Optional is Attribute, or nothing without a value.
func (w *Writer) Optional(name, value string) {
	if value != "" {
		w.Attribute(name, value)
	}
}

// Classes writes the class attribute of an element with the classes that are not empty, or nothing without any.
func (w *Writer) Classes(classes ...string) {
	before, after := ` class="`, ""
	for _, class := range classes {
		if class != "" {
			w.Raw(before, class)
			before, after = " ", `"`
		}
	}
	w.Raw(after)
}

// Content writes a part; nil writes nothing.
func (w *Writer) Content(ctx context.Context, part templ.Component) {
	if w.Err == nil && part != nil {
		w.Err = part.Render(ctx, w.To)
	}
}
