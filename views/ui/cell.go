package ui

import (
	"context"
	"io"

	"github.com/a-h/templ"
)

// Cell is one value of a row: Text, Content, or children. Strong is for the value that identifies the row.
type Cell struct {
	Text    string
	Content Content
	Place   Place
	Right   bool
	Strong  bool
	Menu    bool // holds a Menu
	Edits   bool // has room for the pencil of CellEdits
	// HidesBelow hides the cell on narrower screens.
	HidesBelow Screen
}

// Render writes the cell around its children. It is not a template, because a list has hundreds of cells, and a
// template passes each expression through package fmt, which took a third of the time of a list.
func (c Cell) Render(ctx context.Context, w io.Writer) error {
	content := c.Content
	if content == nil {
		content = templ.NopComponent
	}
	children := templ.GetChildren(ctx)
	ctx = templ.ClearChildren(ctx)
	if err := write(w, c.open(), templ.EscapeString(c.Text)); err != nil {
		return err
	}
	if err := content.Render(ctx, w); err != nil {
		return err
	}
	if err := children.Render(ctx, w); err != nil {
		return err
	}
	return write(w, "</td>")
}

// open returns the opening tag.
func (c Cell) open() string {
	class := joined(string(c.Place), when(c.Right, "right"), when(c.Strong, "strong"), when(c.Menu, "menu-cell"), when(c.Edits, "edits"), c.HidesBelow.class())
	if class == "" {
		return `<td role="cell">`
	}
	return `<td role="cell" class="` + class + `">`
}

// attribute returns an attribute of an HTML element, with a space before it.
func attribute(name, value string) string { return " " + name + `="` + templ.EscapeString(value) + `"` }

// optional is attribute, or empty without a value.
func optional(name, value string) string {
	if value == "" {
		return ""
	}
	return attribute(name, value)
}

// write writes HTML.
func write(w io.Writer, parts ...string) error {
	for _, part := range parts {
		if _, err := io.WriteString(w, part); err != nil {
			return err
		}
	}
	return nil
}
