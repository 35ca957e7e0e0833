package imports

import (
	"fmt"
	"strconv"
	"strings"

	"acolhe/models/imports"
	"acolhe/models/imports/cells"
	"acolhe/models/platform/exports"
	"acolhe/models/platform/items/kind"
)

// ResultColumns are the columns of the result file: the line, what became of it, and the cells of the file as they are now, so
// that a corrected file can be imported again.
func ResultColumns(row imports.Import) []exports.Column[imports.Row] {
	columns := []exports.Column[imports.Row]{
		{Name: "Linha", Kind: kind.Integer, Value: func(r imports.Row) string { return strconv.Itoa(r.Line) }},
		{Name: "Resultado", Kind: kind.Text, Value: func(r imports.Row) string { return outcomeText(row.Kind, r.Outcome) }},
		{Name: "Motivo", Kind: kind.Text, Value: func(r imports.Row) string { return reasonOf(row, r) }},
		{Name: "Número no Acolhe", Kind: kind.Integer, Value: recordNumber},
	}
	for at := range row.Headers {
		columns = append(columns, exports.Column[imports.Row]{Name: row.Title(at), Kind: kind.Text,
			Value: func(r imports.Row) string { return r.Cell(at) }})
	}
	return columns
}

func recordNumber(r imports.Row) string {
	if r.RecordID == nil || r.Outcome == imports.WasUndone {
		return ""
	}
	return strconv.FormatInt(*r.RecordID, 10)
}

func outcomeText(kind imports.Kind, outcome imports.Outcome) string {
	if kind == imports.Orders && outcome == imports.WasAttached {
		return "Entrou como item do pedido"
	}
	return map[imports.Outcome]string{
		imports.Blank: "Sem dados", imports.Total: "Linha de total", imports.Problem: "Por decidir", imports.Duplicate: "Por decidir",
		imports.LeftOut: "Ficou de fora",
		imports.Create:  "Entra", imports.Attach: "Entra", imports.Join: "Será juntada", imports.Skip: "Será pulada",
		imports.WasCreated:  "Entrou",
		imports.WasAttached: "Entrou como paciente da pessoa já lida", imports.WasJoined: "Juntada", imports.WasSkipped: "Pulada",
		imports.WasRefused: "Recusada",
		imports.WasUndone:  "Desfeita", imports.WasKept: "Ficou, porque já é usada",
	}[outcome]
}

// reasonOf says why a row did not simply go in.
func reasonOf(row imports.Import, r imports.Row) string {
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
