// Package permissions shows the staff what an associate allows the association to do with their data.
package permissions

import (
	"strconv"
	"time"

	"acolhe/models/consents"
	"acolhe/models/types/fmtbr"
	"acolhe/views/ui"
)

// Sentence says what an associate answered about a purpose, and when.
func Sentence(c consents.Consent, zone *time.Location) string {
	if c.Last == nil {
		return "não respondeu"
	}
	when := fmtbr.Date(c.Last.DateCreated, zone) + ", " + fmtbr.Clock(c.Last.DateCreated, zone)
	switch {
	case c.IsStale():
		return "permitiu o texto " + strconv.Itoa(c.Last.Version) + " em " + when + "; ainda não leu o texto " + strconv.Itoa(c.Text.Version)
	case c.Last.Given:
		return "permitiu em " + when + ", texto " + strconv.Itoa(c.Last.Version)
	}
	return "não permite desde " + when
}

// Tone returns the colour of an answer.
func Tone(c consents.Consent) ui.Tone {
	switch {
	case c.IsStale():
		return ui.Warn
	case c.IsGiven():
		return ui.Good
	case c.Last != nil && c.Text.Purpose.IsRequired():
		return ui.Bad
	}
	return ui.Muted
}

// IsWithdrawn reports whether the associate withdrew the treatment of health data.
func IsWithdrawn(list consents.List) bool {
	treatment := list.Of(consents.Treatment)
	return treatment.Last != nil && !treatment.Last.Given
}
