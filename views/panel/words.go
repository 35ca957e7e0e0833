// Package panel draws the pages of the staff: a file per page, in words that the staff
// uses. It draws what its handlers give it and asks nothing.
package panel

import (
	"time"

	"acolhe/models/types/texts"
	"acolhe/views/fmtbr"
	"acolhe/views/ui"
)

// moment shows when something was, short beside the full date.
func moment(at, now time.Time) ui.When {
	return ui.When{Text: fmtbr.Ago(at, now, now.Location()), ISO: at.UTC().Format(time.RFC3339),
		Title: fmtbr.DateTime(at, now.Location())}
}

// dayOf is moment for a narrow place: the time of a day that is over stands beside it alone.
func dayOf(at, now time.Time) ui.When {
	when := moment(at, now)
	if now.Sub(at) >= 24*time.Hour {
		when.Text = fmtbr.Date(at, now.Location())
	}
	return when
}

func text(value *string) string { return texts.Of(value) }
