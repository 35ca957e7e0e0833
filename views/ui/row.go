package ui

import (
	"context"
	"io"

	"github.com/a-h/templ"
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
	h := html{to: w}
	h.raw(`<tr role="row">`)
	r.box(&h)
	cells := templ.GetChildren(ctx)
	h.content(templ.ClearChildren(ctx), cells)
	h.raw("</tr>")
	return h.err
}

// box writes the cell of the checkbox.
func (r Row) box(h *html) {
	if r.Pick.Value == "" {
		return
	}
	h.raw(`<td class="box" role="cell"><input type="checkbox" class="input pick" name="ids"`)
	h.attribute("value", r.Pick.Value)
	h.raw(when(r.Selected, " checked"))
	h.optional("data-state", r.Pick.State)
	h.optional("data-amount", r.Pick.Amount)
	h.raw(` aria-label="Selecionar `, templ.EscapeString(r.Name), `"></td>`)
}

// LeadCell is the cell that names the record and links to it.
type LeadCell struct {
	Text, Href, Initials string
	Mark                 Content // before the text, instead of the initials
}

// Render writes the cell.
func (l LeadCell) Render(ctx context.Context, w io.Writer) error {
	h := html{to: w}
	h.raw(`<td role="cell" class="p-lead strong">`)
	if l.Href == "" {
		h.raw(`<span class="lead">`)
		l.face(ctx, &h)
		h.raw("</span></td>")
		return h.err
	}
	h.raw(`<a class="lead"`)
	h.attribute("href", string(templ.URL(l.Href)))
	h.raw(" data-row>")
	l.face(ctx, &h)
	h.raw("</a></td>")
	return h.err
}

func (l LeadCell) face(ctx context.Context, h *html) {
	if l.Initials != "" {
		h.content(ctx, Avatar{Initials: l.Initials, Small: true})
	}
	h.content(ctx, l.Mark)
	h.raw("<span>")
	h.text(l.Text)
	h.raw("</span>")
}
