package incidents

import (
	"time"

	"acolhe/models/incidents"
	"acolhe/models/types/fmtbr"
	"acolhe/views/ui"
	"acolhe/views/ui/nav"
)

// ListData is the page of the incidents of a state.
type ListData struct {
	State     incidents.State
	Incidents []incidents.Incident
	Clocks    map[int64]incidents.Clock
	Counts    map[incidents.State]int
	Zone      *time.Location
}

func (d ListData) tabs() nav.Tabs {
	tab := func(label string, state incidents.State, query string) nav.Tab {
		count := d.Counts[state]
		return nav.Tab{Label: label, Href: Path + query, Current: d.State == state, Count: &count}
	}
	return nav.Tabs{Label: "Situação", Tabs: []nav.Tab{tab("Abertos", incidents.Open, ""),
		tab("Encerrados", incidents.Closed, "?situacao=encerrados"),
		tab("Não eram", incidents.Dismissed, "?situacao=nao-eram")}}
}

func clockTone(clock incidents.Clock) ui.Tone {
	if clock.IsLate || clock.Left == 0 {
		return ui.Bad
	}
	return ui.Warn
}

func clockWords(clock incidents.Clock) string {
	switch {
	case clock.IsLate:
		return "Prazo vencido"
	case clock.Left == 0:
		return "Vence hoje"
	case clock.Left == 1:
		return "Falta 1 dia útil"
	}
	return "Faltam " + fmtbr.Plural(clock.Left, "dia útil", "dias úteis")
}

func (d ListData) badge(incident incidents.Incident) ui.Badge {
	switch incident.State {
	case incidents.Closed:
		return ui.Badge{Tone: ui.Good, Text: "Encerrado"}
	case incidents.Dismissed:
		return ui.Badge{Tone: ui.Muted, Text: "Não era incidente"}
	}
	clock := d.Clocks[incident.ID]
	return ui.Badge{Tone: clockTone(clock), Text: clockWords(clock)}
}
