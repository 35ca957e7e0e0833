package agenda

import (
	"time"

	"acolhe/models/bookings"
	"acolhe/models/types/fmtbr"
	"acolhe/models/types/texts"
	"acolhe/views/ui"
)

// StatusBadge shows whether a service is paid.
func StatusBadge(status bookings.Status) ui.Badge {
	if status == bookings.Paid {
		return ui.Badge{Tone: ui.Good, Text: "Pago"}
	}
	return ui.Badge{Tone: ui.Warn, Text: "A pagar"}
}

// Person returns the name of the person who is attended: the patient, else the associate.
func Person(associate string, patient *string) string {
	if name := texts.Of(patient); name != "" {
		return name
	}
	return associate
}

// When returns the date of a service in a line: qui 26/11, 09:00.
func When(date *time.Time, zone *time.Location) string { return when(date, zone) }

// when returns the date of a service: qui 26/11, 09:00.
func when(date *time.Time, zone *time.Location) string {
	if date == nil {
		return "sem data"
	}
	return fmtbr.ShortWeekday(*date, zone) + " " + fmtbr.DayMonth(*date, zone) + ", " + fmtbr.Clock(*date, zone)
}

// eventIcon returns the icon and the words of the state of a calendar event; empty without an event.
func eventIcon(state *string) (icon, words string) {
	switch texts.Of(state) {
	case "failed":
		return "calendar-x", "evento não criado"
	case "queued":
		return "clock", "evento a caminho"
	case "created":
		return "calendar-check", "evento criado"
	}
	return "", ""
}
