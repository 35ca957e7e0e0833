package panel

import (
	"slices"
	"time"

	"acolhe/views/ui"
)

// column is a column of a list of T beside the one that names the row, which is always there.
type column[T any] struct {
	name string
	// optional columns are shown to who asks for them.
	optional bool
	head     ui.Column
	// cell shows the row's value; now carries the association's time zone.
	cell func(row *T, now time.Time) ui.Content
}

// columns are columns of a list in their order.
type columns[T any] []column[T]

// shown keeps those that somebody chose, or those that the list comes with.
func (all columns[T]) shown(chosen []string) columns[T] {
	return slices.DeleteFunc(slices.Clone(all), func(one column[T]) bool {
		if len(chosen) == 0 {
			return one.optional
		}
		return !slices.Contains(chosen, one.name)
	})
}

func (all columns[T]) names() []string {
	names := make([]string, len(all))
	for i, one := range all {
		names[i] = one.name
	}
	return names
}

// heads are those of the columns, after the one that names the row.
func (all columns[T]) heads(lead ui.Column) []ui.Column {
	heads := []ui.Column{lead}
	for _, one := range all {
		heads = append(heads, one.head)
	}
	return heads
}

// chooser offers all of the list's columns; what it is called and where it leads, the list adds.
func (all columns[T]) chooser(chosen []string) ui.ColumnChooser {
	chooser := ui.ColumnChooser{Action: "/painel/colunas", Chosen: all.shown(chosen).names()}
	for _, one := range all {
		chooser.Options = append(chooser.Options, ui.Option{Value: one.name, Label: one.head.Label})
	}
	return chooser
}
