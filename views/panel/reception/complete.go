package reception

import (
	"net/url"

	"acolhe/models/reception/queue"
	"acolhe/models/reception/triage"
	"acolhe/models/types/errs"
	"acolhe/views/ui"
	"acolhe/views/ui/control"
	"acolhe/views/ui/dialog"
)

func (d CompleteData) ask() dialog.Ask {
	return dialog.Ask{
		Title: "Concluir o atendimento de " + d.Name, Text: "Escolha uma opção ou aperte o número dela.", Action: Href(d.ID) + completeSlug,
		Back: Href(d.ID), Verb: "Concluir",
		Problems: ui.ProblemsOf(errs.FieldsOf(d.Refused), func(string) string { return "Como terminou" }),
	}
}

// details say what the reasons of the program mean.
var details = map[triage.CompletionReason]string{
	triage.Pedido: "virou pedido, ou já tem", triage.Servico: "consulta ou serviço prestado",
	triage.Agendamento: "consulta ou serviço marcado",
}

func (d CompleteData) reasons() ui.Content {
	options := make([]control.Option, len(d.Reasons))
	for i, reason := range d.Reasons {
		options[i] = control.Option{Value: string(reason), Label: string(reason), Detail: details[reason]}
	}
	return control.Radio{Name: "completion_reason", Label: "Como terminou", Options: options, Keys: true, Wide: true,
		Error: errs.For(errs.FieldsOf(d.Refused), "completion_reason")}
}

// linked describes the associate of the open item.
func (d BoardData) linked() string {
	_, who := identity(d.Open.Item)
	return who
}

// count returns the number of items of the chosen attendant.
func (d BoardData) count() int {
	switch d.Filter.Whose {
	case queue.Mine:
		return d.Board.Mine
	case queue.Nobody:
		return d.Board.Nobodys
	}
	return d.Board.All
}

// reopenHref moves the open item back to the lane of new items.
func (d BoardData) reopenHref() string {
	for _, lane := range d.Board.Lanes {
		if lane.IsDefaultEntry {
			return Href(d.Open.Item.ID) + moveSlug + "?status=" + url.QueryEscape(lane.Value)
		}
	}
	return ""
}
