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

// Render writes the cell around its children.
func (c Cell) Render(ctx context.Context, w io.Writer) error {
	h := html{to: w}
	h.raw(`<td role="cell"`)
	h.classes(string(c.Place), when(c.Right, "right"), when(c.Strong, "strong"), when(c.Menu, "menu-cell"), when(c.Edits, "edits"), c.HidesBelow.class())
	h.raw(">")
	h.text(c.Text)
	children := templ.GetChildren(ctx)
	ctx = templ.ClearChildren(ctx)
	h.content(ctx, c.Content)
	h.content(ctx, children)
	h.raw("</td>")
	return h.err
}
