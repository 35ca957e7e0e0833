package imports

import (
	"strings"

	"acolhe/models/imports"
	"acolhe/models/imports/cells"
	"acolhe/models/types/fmtbr"
	"acolhe/views/ui/control"
)

// isFixed reports whether a column is shown but cannot be corrected.
func (d ReviewData) isFixed(at int) bool { return !d.Import.Kind.IsSheet() && at != 1 && at != 2 }

// fixedOptions are the choices of a column in which a person picks what its cells say; none where they type.
func (d ReviewData) fixedOptions(row imports.Row, at int) []control.Option {
	if d.Import.Kind.IsSheet() {
		return nil
	}
	if candidates := row.Data["candidates"]; candidates != "" && d.Import.Columns[at].Field == "whose" {
		options := []control.Option{{Value: row.Cell(at), Label: fmtbr.Plural(strings.Count(candidates, "\n")+1, "possível", "possíveis") + "…"}}
		for _, one := range strings.Split(candidates, "\n") {
			number, name, _ := strings.Cut(one, " ")
			options = append(options, control.Option{Value: number, Label: name + " · " + number})
		}
		return options
	}
	field, _ := cells.FieldOf(d.Import.Kind.Fields(), d.Import.Columns[at].Field)
	var options []control.Option
	for _, option := range field.Options {
		options = append(options, control.Option{Value: option.Label, Label: option.Label})
	}
	return options
}

// placeholder says what a column takes where its title does not.
func (d ReviewData) placeholder(at int) string {
	if d.Import.Columns[at].Field == "whose" {
		return "CPF, número ou nome"
	}
	return ""
}

// back is the address of the step before.
func (d ReviewData) back() string {
	if d.Import.Kind.IsSheet() {
		return Of(ColumnsPath, d.Import.ID)
	}
	return Path
}

func outNote(kind imports.Kind) string {
	if kind.IsSheet() {
		return "vazias, totais e deixadas de fora"
	}
	return "não abrem ou estão sem dono"
}

func ready(kind imports.Kind) string {
	if kind.IsSheet() {
		return "registros novos"
	}
	return "com dono certo"
}
