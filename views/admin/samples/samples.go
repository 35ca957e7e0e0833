// Package samples shows the page on the sample data.
package samples

import (
	"cmp"
	"slices"
	"strings"

	"acolhe/models/samples"
	"acolhe/models/types/errs"
	"acolhe/models/types/fmtbr"
	"acolhe/views/panel/agenda"
	"acolhe/views/panel/associates"
	"acolhe/views/panel/orders"
	"acolhe/views/panel/reception"
	"acolhe/views/panel/signatures"
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
	// Linked are the real rows that keep the sample rows.
	Linked []samples.LinkedKind
	// Refused is why the last removal failed.
	Refused error
}

// Confirmation is what a person types to remove real rows too.
const Confirmation = "REMOVER"

// refusal is the message of a failed removal; the linked rows are listed below it.
func (d PageData) refusal() string {
	if fields := errs.FieldsOf(d.Refused); len(fields) > 0 && fields[0].Path == "confirmacao" {
		return fields[0].Message
	}
	if len(d.Linked) > 0 {
		return "Há dados reais ligados aos dados de exemplo. Abra cada registro abaixo e escolha o que fazer com ele."
	}
	return errs.As(d.Refused).Message
}

// goAlong reports whether there are rows that can be removed together with the samples, keeps whether there are others.
func (d PageData) goAlong() bool {
	return slices.ContainsFunc(d.Linked, func(kind samples.LinkedKind) bool { return kind.GoesAlong })
}

func (d PageData) keeps() bool {
	return slices.ContainsFunc(d.Linked, func(kind samples.LinkedKind) bool { return !kind.GoesAlong })
}

// linkedHref returns the page of a linked row.
func linkedHref(table, id string) string {
	paths := map[string]string{"users": associates.Path, "orders": orders.Path, "services": agenda.Path, "reception": reception.Path,
		"contracts": signatures.Path}
	return paths[table] + "/" + id
}

// linkedName is the text of the link to a row.
func linkedName(table string, row samples.LinkedRow) string {
	if table == "orders" {
		return strings.TrimSpace("nº " + row.ID + " " + row.Name)
	}
	return cmp.Or(row.Name, "Registro "+row.ID)
}

func (d PageData) removal() dialog.Confirm {
	confirm := dialog.Confirm{
		ID: "remover-exemplos", Title: "Remover os dados de exemplo?", Action: RemovePath, Verb: "Remover", Variant: ui.Danger,
		Text: fmtbr.Plural(d.Counts.Total, "registro de exemplo será apagado",
			"registros de exemplo serão apagados") + ". Os dados reais ficam como estão. Não dá para desfazer.",
	}
	switch {
	case d.goAlong():
		confirm.Text = "Há registros reais ligados aos de exemplo, na lista desta página. Nada é apagado enquanto houver, a não ser que você remova os dois juntos. Não dá para desfazer."
		confirm.Also = alsoLinked()
	case d.keeps():
		confirm.Text = "Há registros reais ligados aos de exemplo, na lista desta página. Abra cada um antes de remover."
		confirm.Verb = ""
	}
	return confirm
}
