package analytics

import (
	"slices"
	"strconv"

	"acolhe/models/platform/exports"
	"acolhe/models/platform/items/kind"
	"acolhe/models/types/money"
)

// Line is a row of the file of an area: a table or a list, its row, the first day of a bucket, and a figure of the row.
// Value is a number, or hidden.
type Line struct{ Part, Row, Day, Figure, Value string }

// plain returns a figure as a number.
func (u unit) plain(n int64) string {
	if u == inCents {
		return money.FromCents(n).String()
	}
	return strconv.FormatInt(n, 10)
}

// tenths returns tenths of a percent as a number.
func tenths(n int) string { return strconv.FormatFloat(float64(n)/10, 'f', 1, 64) }

// Lines returns every figure of the page, also in the file "< 3" for a small group.
func (b Board) Lines() []Line {
	lines := slices.Concat(b.summary, b.table)
	for _, list := range b.Lists {
		for _, row := range list.fileRows {
			lines = append(lines, Line{Part: list.Title, Row: row.row, Figure: list.Ranks.Heads[1], Value: row.count})
			if row.second != "" {
				lines = append(lines, Line{Part: list.Title, Row: row.row, Figure: list.Ranks.Heads[2], Value: row.second})
			}
		}
	}
	return lines
}

// Columns are those of the file.
func Columns() []exports.Column[Line] {
	column := func(name string, of kind.Kind, value func(Line) string) exports.Column[Line] {
		return exports.Column[Line]{Name: name, Kind: of, Value: value}
	}
	return []exports.Column[Line]{
		column("Quadro", kind.Text, func(l Line) string { return l.Part }), column("Linha", kind.Text, func(l Line) string { return l.Row }),
		column("Início", kind.Date, func(l Line) string { return l.Day }), column("Figura", kind.Text, func(l Line) string { return l.Figure }),
		column("Valor", kind.Decimal, func(l Line) string { return l.Value }),
	}
}
