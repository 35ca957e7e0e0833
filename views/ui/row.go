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

// Render writes the row around its cells. It is not a template, for the reason of Cell.Render.
func (r Row) Render(ctx context.Context, w io.Writer) error {
	if err := write(w, `<tr role="row">`, r.box()); err != nil {
		return err
	}
	if err := templ.GetChildren(ctx).Render(templ.ClearChildren(ctx), w); err != nil {
		return err
	}
	return write(w, "</tr>")
}

// box returns the cell of the checkbox, empty without one.
func (r Row) box() string {
	if r.Pick.Value == "" {
		return ""
	}
	return `<td class="box" role="cell"><input type="checkbox" class="input pick" name="ids"` + attribute("value", r.Pick.Value) +
		when(r.Selected, " checked") + optional("data-state", r.Pick.State) + optional("data-amount", r.Pick.Amount) +
		attribute("aria-label", "Selecionar "+r.Name) + `></td>`
}

// LeadCell is the cell that names the record and links to it.
type LeadCell struct {
	Text, Href, Initials string
	Mark                 Content // before the text, instead of the initials
}

// Render writes the cell. It is not a template, for the reason of Cell.Render.
func (l LeadCell) Render(ctx context.Context, w io.Writer) error {
	opening, closing := `<span class="lead">`, "</span></td>"
	if l.Href != "" {
		opening, closing = `<a class="lead"`+attribute("href", string(templ.URL(l.Href)))+" data-row>", "</a></td>"
	}
	if err := write(w, `<td role="cell" class="p-lead strong">`, opening); err != nil {
		return err
	}
	if l.Initials != "" {
		if err := (Avatar{Initials: l.Initials, Small: true}).Render(ctx, w); err != nil {
			return err
		}
	}
	if l.Mark != nil {
		if err := l.Mark.Render(ctx, w); err != nil {
			return err
		}
	}
	return write(w, "<span>", templ.EscapeString(l.Text), "</span>", closing)
}
