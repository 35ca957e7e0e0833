package reception

import (
	"net/url"

	"acolhe/models/reception"
	"acolhe/models/types/errs"
	"acolhe/views/ui"
	"acolhe/views/ui/control"
	"acolhe/views/ui/dialog"
)

func (d CompleteData) ask() dialog.Ask {
	return dialog.Ask{
		Title: "Concluir o atendimento de " + d.Name, Text: "Como terminou?", Action: Href(d.ID) + completeSlug, Back: Href(d.ID), Verb: "Concluir",
		Problems: ui.ProblemsOf(errs.FieldsOf(d.Refused), func(string) string { return "Como terminou" }),
	}
}

func (d CompleteData) reasons() ui.Content {
	options := []control.Option{
		{Value: string(reception.Pedido), Label: "Pedido"}, {Value: string(reception.Servico), Label: "Serviço"}, {Value: string(reception.Agendamento), Label: "Agendamento"},
	}
	return control.Radio{Name: "completion_reason", Label: "Como terminou", Options: options, Keys: true, Wide: true, Error: errs.For(errs.FieldsOf(d.Refused), "completion_reason")}
}

// linked describes the associate of the open item.
func (d BoardData) linked() string {
	_, who := identity(d.Open.Item)
	return who
}

// count returns the number of open items in the lanes.
func (d BoardData) count() (count int) {
	for _, lane := range d.Board.Lanes {
		for _, item := range lane.Items {
			if item.CompletedAt == nil {
				count++
			}
		}
	}
	return count
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
