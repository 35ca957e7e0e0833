package table

import (
	"context"
	"io"

	"github.com/a-h/templ"

	"acolhe/views/ui"
	"acolhe/views/ui/markup"
)

// Cell is one value of a row: Text, Content, or children. Strong is for the value that identifies the row.
type Cell struct {
	Text    string
	Content ui.Content
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
	h := markup.Writer{To: w}
	h.Raw(`<td role="cell"`)
	h.Classes(string(c.Place), markup.When(c.Right, "right"), markup.When(c.Strong, "strong"), markup.When(c.Menu, "menu-cell"),
		markup.When(c.Edits, "edits"), c.HidesBelow.class())
	h.Raw(">")
	h.Text(c.Text)
	children := templ.GetChildren(ctx)
	ctx = templ.ClearChildren(ctx)
	h.Content(ctx, c.Content)
	h.Content(ctx, children)
	h.Raw("</td>")
	return h.Err
}
