// Package status shows associates where the documents that they sent stand, and who acts next.
package status

import (
	"time"

	"acolhe/models/documents"
	"acolhe/models/types/civil"
	"acolhe/models/types/fmtbr"
	"acolhe/views/ui"
)

// Status is what the states are shown with.
type Status struct {
	Checks documents.Checks
	// AnswerBy is the day by which what waits longest is checked.
	AnswerBy civil.Date
	Today    civil.Date
	Location *time.Location
}

// Badge shows a state.
func Badge(state documents.State) ui.Badge {
	tone := map[documents.State]ui.Tone{documents.Received: ui.Muted, documents.Checking: ui.Info, documents.Taken: ui.Good,
		documents.NotTaken: ui.Bad, documents.Expired: ui.Bad}[state]
	return ui.Badge{Tone: tone, Text: state.Label()}
}

// Sentence says what happened to a document and who acts next.
func (s Status) Sentence(c documents.Check) string {
	when := fmtbr.Date(c.DateUpdated, s.Location)
	switch c.On(s.Today) {
	case documents.Received:
		return "Chegou em " + s.moment(c.DateCreated) + ". Fica na fila da equipe."
	case documents.Checking:
		return "Enviado em " + s.moment(c.DateCreated) + ". " + s.answer()
	case documents.NotTaken:
		return "Recusado em " + when + ". " + c.Reason
	case documents.Expired:
		return "Venceu em " + c.Expires.Shown() + ". Envie uma nova para pedir de novo."
	}
	if c.Expires != nil {
		return "Conferido em " + when + ". Vale até " + c.Expires.Shown() + "."
	}
	return "Conferido em " + when + "."
}

func (s Status) moment(at time.Time) string {
	return fmtbr.Date(at, s.Location) + ", " + fmtbr.Clock(at, s.Location)
}

// IsLate reports whether the staff takes longer than it said.
func (s Status) IsLate() bool { return !s.Checks.Oldest().IsZero() && s.AnswerBy.Before(s.Today) }

func (s Status) answer() string {
	if s.IsLate() {
		return "Está demorando mais que o normal. Fale com a gente."
	}
	return "Respondemos até " + s.day() + "."
}

func (s Status) day() string {
	at := s.AnswerBy.In(s.Location)
	return fmtbr.Weekday(at, s.Location) + ", " + fmtbr.DayMonth(at, s.Location)
}

// Waiting is the title and the text while the staff has something to check; empty if nothing waits.
func (s Status) Waiting() (title, text string) {
	switch {
	case s.Checks.Oldest().IsZero():
		return "", ""
	case s.IsLate():
		return "Recebemos tudo", "Está demorando mais que o normal. Fale com a gente."
	}
	return "Recebemos tudo", "A equipe está conferindo; responde até " + s.day() + "."
}

// Validity shows until when a prescription serves: its badge, and whether it ends within 30 days or has ended.
func Validity(expires, today civil.Date) (badge ui.Badge, isUrgent bool) {
	const warned = 30
	left := today.DaysUntil(expires)
	switch {
	case left < 0:
		return ui.Badge{Tone: ui.Bad, Text: "Venceu em " + expires.Shown()}, true
	case left == 0:
		return ui.Badge{Tone: ui.Warn, Text: "Vence hoje"}, true
	case left <= warned:
		return ui.Badge{Tone: ui.Warn, Text: "Vence em " + fmtbr.Plural(left, "dia", "dias")}, true
	}
	return ui.Badge{Tone: ui.Good, Text: "Em dia"}, false
}
