package analytics

import (
	"acolhe/models/platform/exports"
	"acolhe/models/platform/items/kind"
)

// Line is a row of the file of an area: a table or a list, its row, and a figure of it.
type Line struct{ Part, Row, Figure, Value string }

// Lines returns every figure of the page, also in the file "< 3" for a small group.
func (b Board) Lines() (lines []Line) {
	for _, trend := range b.Trends {
		lines = append(lines, Line{"Resumo", trend.Label, "Período", trend.Value}, Line{"Resumo", trend.Label, "Mudança", trend.Change})
	}
	for _, row := range b.Table.Rows {
		for i, cell := range row.Cells {
			lines = append(lines, Line{b.Table.Label, row.Label, b.Table.Head[i+1], cell})
		}
	}
	for _, list := range b.Lists {
		for _, row := range list.Ranks.Rows {
			lines = append(lines, Line{list.Title, row.Label, list.Ranks.Heads[1], row.Figure}, Line{list.Title, row.Label, list.Ranks.Heads[2], row.Note})
		}
	}
	return lines
}

// Columns are those of the file.
func Columns() []exports.Column[Line] {
	text := func(name string, of func(Line) string) exports.Column[Line] {
		return exports.Column[Line]{Name: name, Kind: kind.Text, Value: of}
	}
	return []exports.Column[Line]{
		text("Quadro", func(l Line) string { return l.Part }), text("Linha", func(l Line) string { return l.Row }),
		text("Figura", func(l Line) string { return l.Figure }), text("Valor", func(l Line) string { return l.Value }),
	}
}
