package reception

import (
	"cmp"

	"acolhe/models/reception"
	"acolhe/models/reception/triage"
	"acolhe/models/types/errs"
	"acolhe/models/types/texts"
	"acolhe/views/ui"
	"acolhe/views/ui/control"
	"acolhe/views/ui/dialog"
	"acolhe/web"
)

// DetailsData is the page that corrects the name, telephone and e-mail of an item.
type DetailsData struct {
	Item    reception.Item
	Version string
	// Typed is the form as it was sent; nil shows the stored values.
	Typed   web.FormData
	Refused error
}

var detailLabels = map[string]string{"name": "Nome", "phone": "Telefone", "email": "E-mail"}

func (d DetailsData) ask() dialog.Ask {
	ask := dialog.Ask{
		Title: "Corrigir os dados de " + d.Item.DisplayName(), Action: Href(d.Item.ID) + detailsSlug, Back: Href(d.Item.ID), Verb: "Salvar",
		Problems: ui.ProblemsOf(errs.FieldsOf(d.Refused), func(path string) string { return detailLabels[path] }),
	}
	if d.isLinked() {
		ask.Text = "O nome vem do cadastro vinculado. O telefone e o e-mail são deste contato."
	}
	switch {
	case errs.IsStale(d.Refused):
		ask.Problems, ask.Refusal = nil, "Outra pessoa mudou este contato enquanto você editava. Confira o que você digitou e salve de novo."
	case d.Refused != nil && len(ask.Problems) == 0:
		ask.Refusal = d.Refused.Error()
	}
	return ask
}

// isLinked reports whether the name is that of the associate, which is not corrected here.
func (d DetailsData) isLinked() bool { return d.Item.AssociateCode != nil }

// inputs are the fields; a linked item has no name of its own.
func (d DetailsData) inputs() []ui.Content {
	stored := map[string]*string{"name": cmp.Or(d.Item.AssociateName, d.Item.Name), "phone": d.Item.Phone, "email": d.Item.Email}
	kinds := map[string]control.Kind{"phone": control.Phone, "email": control.Email}
	var inputs []ui.Content
	for _, name := range []string{"name", "phone", "email"} {
		if name == "name" && d.isLinked() {
			continue
		}
		inputs = append(inputs, control.Input{Name: name, Label: detailLabels[name], Kind: kinds[name],
			Value: d.Typed.Or(name, texts.Of(stored[name])), Optional: name != "name",
			MaxLength: map[string]int{"name": 250}[name], Error: errs.For(errs.FieldsOf(d.Refused), name), Autocomplete: "off"})
	}
	return inputs
}

// StatusName returns the label of a status, or its value if it is not configured.
func StatusName(statuses []triage.Status, value string) string {
	for _, status := range statuses {
		if status.Value == value {
			return status.Label
		}
	}
	return value
}
