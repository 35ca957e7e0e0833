package imports

import (
	"fmt"
	"strconv"
	"strings"

	"acolhe/models/imports"
	"acolhe/models/imports/cells"
	"acolhe/models/imports/staging"
	"acolhe/models/platform/exports"
	"acolhe/models/platform/items/kind"
)

// ResultColumns are the columns of the result file: the line, what became of it, and the cells of the file as they are now, so
// that a corrected file can be imported again.
func ResultColumns(row imports.Import) []exports.Column[staging.Row] {
	columns := []exports.Column[staging.Row]{
		{Name: "Linha", Kind: kind.Integer, Value: func(r staging.Row) string { return strconv.Itoa(r.Line) }},
		{Name: "Resultado", Kind: kind.Text, Value: func(r staging.Row) string { return outcomeText(row.Kind, r.Outcome) }},
		{Name: "Motivo", Kind: kind.Text, Value: func(r staging.Row) string { return reasonOf(row, r) }},
		{Name: "Número no Acolhe", Kind: kind.Integer, Value: recordNumber},
	}
	for at := range row.Headers {
		columns = append(columns, exports.Column[staging.Row]{Name: row.Title(at), Kind: kind.Text,
			Value: func(r staging.Row) string { return r.Cell(at) }})
	}
	return columns
}

func recordNumber(r staging.Row) string {
	if r.RecordID == nil || r.Outcome == staging.WasUndone {
		return ""
	}
	return strconv.FormatInt(*r.RecordID, 10)
}

func outcomeText(kind imports.Kind, outcome staging.Outcome) string {
	if kind == imports.Orders && outcome == staging.WasAttached {
		return "Entrou como item do pedido"
	}
	return map[staging.Outcome]string{
		staging.Blank: "Sem dados", staging.Total: "Linha de total", staging.Problem: "Por decidir", staging.Duplicate: "Por decidir",
		staging.LeftOut: "Ficou de fora",
		staging.Create:  "Entra", staging.Attach: "Entra", staging.Join: "Será juntada", staging.Skip: "Será pulada",
		staging.WasCreated:  "Entrou",
		staging.WasAttached: "Entrou como paciente da pessoa já lida", staging.WasJoined: "Juntada", staging.WasSkipped: "Pulada",
		staging.WasRefused: "Recusada",
		staging.WasUndone:  "Desfeita", staging.WasKept: "Ficou, porque já é usada",
	}[outcome]
}

// reasonOf says why a row did not simply go in.
func reasonOf(row imports.Import, r staging.Row) string {
	if r.Note != nil && *r.Note != "" {
		return *r.Note
	}
	var parts []string
	for _, problem := range r.Problems {
		text := cells.KindOf(problem.Kind, row.Kind.Fields()).Title
		if problem.Value != "" {
			text += fmt.Sprintf(": “%s”", problem.Value)
		}
		parts = append(parts, text)
	}
	return strings.Join(parts, "; ")
}
