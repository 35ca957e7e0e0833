package table

import (
	"context"
	"io"

	"github.com/a-h/templ"

	"acolhe/views/ui"
	"acolhe/views/ui/markup"
)

// Place is the place of a cell in the two-line row of a phone; most cells are hidden there.
type Place string

// The places: the first line has Lead and Side, the second Below and End.
const (
	Away  Place = ""
	Lead  Place = "p-lead"
	Side  Place = "p-side"
	Below Place = "p-below"
	End   Place = "p-end"
)

// Row is one record. With Pick it has a checkbox, labelled with Name.
type Row struct {
	Name     string // of the record: "Ana Beatriz Carvalho"
	Pick     Pick
	Selected bool
}

// Pick is the checkbox of a Row: the value to send and, for the bar of the Selection, the state of the record
// (ActionItem.From) and its amount (1.361,80) for the sum.
type Pick struct{ Value, State, Amount string }

// Render writes the row around its cells.
func (r Row) Render(ctx context.Context, w io.Writer) error {
	h := markup.Writer{To: w}
	h.Raw(`<tr role="row">`)
	r.box(&h)
	cells := templ.GetChildren(ctx)
	h.Content(templ.ClearChildren(ctx), cells)
	h.Raw("</tr>")
	return h.Err
}

// box writes the cell of the checkbox.
func (r Row) box(h *markup.Writer) {
	if r.Pick.Value == "" {
		return
	}
	h.Raw(`<td class="box" role="cell"><input type="checkbox" class="input pick" name="ids"`)
	h.Attribute("value", r.Pick.Value)
	h.Raw(markup.When(r.Selected, " checked"))
	h.Optional("data-state", r.Pick.State)
	h.Optional("data-amount", r.Pick.Amount)
	h.Raw(` aria-label="Selecionar `, templ.EscapeString(r.Name), `"></td>`)
}

// LeadCell is the cell that names the record and links to it.
type LeadCell struct {
	Text, Href, Initials string
	Mark                 ui.Content // before the text, instead of the initials
}

// Render writes the cell.
func (l LeadCell) Render(ctx context.Context, w io.Writer) error {
	h := markup.Writer{To: w}
	h.Raw(`<td role="cell" class="p-lead strong">`)
	if l.Href == "" {
		h.Raw(`<span class="lead">`)
		l.face(ctx, &h)
		h.Raw("</span></td>")
		return h.Err
	}
	h.Raw(`<a class="lead"`)
	h.Attribute("href", string(templ.URL(l.Href)))
	h.Raw(" data-row>")
	l.face(ctx, &h)
	h.Raw("</a></td>")
	return h.Err
}

func (l LeadCell) face(ctx context.Context, h *markup.Writer) {
	if l.Initials != "" {
		h.Content(ctx, ui.Avatar{Initials: l.Initials, Small: true})
	}
	h.Content(ctx, l.Mark)
	h.Raw("<span>")
	h.Text(l.Text)
	h.Raw("</span>")
}
