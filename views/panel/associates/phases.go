package associates

import (
	"acolhe/models/associates"
	"acolhe/views/ui"
	"acolhe/views/ui/control"
)

// phaseNames are the names of the phases of the funnel.
var phaseNames = map[associates.Phase]string{
	"1": "Dados pessoais", "2": "Tratamento", "3": "Documentos", "4": "Assinatura", "5": "Receita", associates.AwaitingTerm: "Termo pendente",
}

// phaseName returns the name of a phase in an address; empty for an unknown one.
func phaseName(phase string) string { return phaseNames[associates.Phase(phase)] }

func phaseOptions() []control.Option {
	var options []control.Option
	for _, phase := range associates.Phases() {
		options = append(options, control.Option{Value: string(phase), Label: phaseNames[phase]})
	}
	return options
}

// phaseOf returns the name of an associate's phase; a member has completed the phases, except perhaps the term.
func phaseOf(a *associates.Listed) string {
	switch {
	case a.AssociateStatus == nil:
		return ""
	case a.Status == associates.Associado && !a.AwaitsTerm():
		return "Concluído"
	}
	return phaseNames[*a.AssociateStatus]
}

// PhaseName returns the name of a phase.
func PhaseName(phase associates.Phase) string { return phaseNames[phase] }

// PhaseBadge shows the phase of an incomplete registration.
func PhaseBadge(phase associates.Phase) ui.Badge {
	if phase == associates.AwaitingTerm {
		return ui.Badge{Tone: ui.Warn, Text: "Termo pendente"}
	}
	return ui.Badge{Tone: ui.Muted, Text: "Fase: " + phaseNames[phase]}
}
