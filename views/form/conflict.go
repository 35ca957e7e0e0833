package form

import (
	"context"
	"io"

	"acolhe/views/ui/record"
)

// Conflict is shown above a form sent after a colleague had changed the same row.
type Conflict struct {
	// This names the changed row: "este pedido".
	This        string
	Differences []Difference
	// Stored is the address of the form with the stored values.
	Stored string
}

// Difference is a field whose stored value differs from the typed one.
type Difference struct{ Label, Stored, Typed string }

// Render writes the conflict.
func (c Conflict) Render(ctx context.Context, w io.Writer) error { return c.html().Render(ctx, w) }

func (c Conflict) facts() []record.Fact {
	facts := make([]record.Fact, len(c.Differences))
	for i, difference := range c.Differences {
		facts[i] = record.Fact{Label: difference.Label, Content: difference.sides()}
	}
	return facts
}

func orDash(value string) string {
	if value == "" {
		return "–"
	}
	return value
}
