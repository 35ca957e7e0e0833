// Package samples shows the page on the sample data.
package samples

import (
	"acolhe/models/samples"
	"acolhe/models/types/errs"
	"acolhe/models/types/fmtbr"
	"acolhe/views/ui"
	"acolhe/views/ui/dialog"
)

// Addresses of the page and of the removal.
const (
	Path       = "/admin/dados-de-exemplo"
	RemovePath = Path + "/remover"
)

// Title is the name of the page.
const Title = "Dados de exemplo"

// PageData is the data of Page.
type PageData struct {
	Counts samples.Counts
	// Refused is why the last removal failed.
	Refused error
}

// blocked lists the kinds of real rows that hold the sample rows.
func (d PageData) blocked() []string {
	var kinds []string
	for _, field := range errs.FieldsOf(d.Refused) {
		kinds = append(kinds, field.Message)
	}
	return kinds
}

// refusal is the message of a failed removal; the kinds of rows are listed below it.
func (d PageData) refusal() string {
	if len(d.blocked()) > 0 {
		return "Há dados reais ligados aos dados de exemplo. Abra cada registro abaixo e escolha o que fazer com ele."
	}
	return errs.As(d.Refused).Message
}

func (d PageData) removal() dialog.Confirm {
	return dialog.Confirm{
		ID: "remover-exemplos", Title: "Remover os dados de exemplo?", Action: RemovePath, Verb: "Remover", Variant: ui.Danger,
		Text: fmtbr.Plural(d.Counts.Total, "registro de exemplo será apagado",
			"registros de exemplo serão apagados") + ". Os dados reais ficam como estão. Não dá para desfazer.",
	}
}
