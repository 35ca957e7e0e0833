package tasks

import (
	"slices"
	"strconv"

	"acolhe/models/platform/exports"
	"acolhe/models/platform/items/kind"
	"acolhe/models/tasks"
	"acolhe/views/ui/dialog"
)

// FailureColumns returns the columns of the file of failed rows.
func FailureColumns() []exports.Column[tasks.Row] {
	return []exports.Column[tasks.Row]{
		{Name: "Nº", Kind: kind.Integer, Value: func(r tasks.Row) string { return strconv.FormatInt(r.RowID, 10) }},
		{Name: "Nome", Value: func(r tasks.Row) string { return r.Name }},
		{Name: "Motivo", Value: func(r tasks.Row) string { return r.Reason }},
	}
}

// ResultColumns returns the columns of the file of all rows.
func ResultColumns(of tasks.Task) []exports.Column[tasks.Row] {
	columns := FailureColumns()
	result := exports.Column[tasks.Row]{Name: "Resultado", Value: resultOf}
	columns = slices.Insert(columns, 2, result)
	if of.Kind == tasks.SetField {
		columns = append(columns, exports.Column[tasks.Row]{Name: "Antes", Value: func(r tasks.Row) string { return r.Before }})
	}
	return columns
}

func resultOf(row tasks.Row) string {
	switch {
	case row.Reason != "":
		return "Recusado"
	case row.Outcome == nil:
		return "Não chegou a vez"
	case *row.Outcome == tasks.Changed:
		return "Feito"
	}
	return "Já estava assim"
}

// undoing asks before the task is undone.
func (s PageData) undoing() dialog.Confirm {
	rows := rowsOf(s.Task.Kind, s.Task.Changed)
	return dialog.Confirm{ID: "desfazer-tarefa", Title: "Desfazer em " + rows + "?",
		Text: "O que mudou de novo depois desta tarefa fica como está.",
		Verb: "Desfazer", Action: Href(s.Task.ID) + "/desfazer"}
}
