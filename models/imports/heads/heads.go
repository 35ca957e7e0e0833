// Package heads finds where the records of a sheet begin and what is no record: titles of one or two rows below a logo and an
// address, totals, legends, letters of the alphabet. It understands no cell.
package heads

import (
	"maps"
	"regexp"
	"slices"
	"strings"

	"acolhe/models/imports/cells"
	"acolhe/models/platform/spreadsheet"
	"acolhe/models/types/brdoc"
)

// maxHeaderLine is the number of rows among which the titles are looked for: some sheets have a logo and an address above.
const maxHeaderLine = 30

// Find returns the index of the row with the titles among the first rows of a sheet, -1 if there is none: the row with
// the most known titles, else the first of texts over rows with as many cells.
func Find(rows [][]string, fields []cells.Field) int {
	best, bestScore := -1, 0
	for i, row := range rows[:min(len(rows), maxHeaderLine)] {
		score := headerScore(row, fields)
		if score > bestScore {
			best, bestScore = i, score
		}
	}
	return best
}

// Has reports whether a row of titles that are known is among the first rows.
func Has(rows [][]string, fields []cells.Field) bool {
	return slices.ContainsFunc(rows[:min(len(rows), maxHeaderLine)], func(row []string) bool {
		known := 0
		for _, cell := range row {
			if slices.ContainsFunc(fields, func(field cells.Field) bool { return cells.TitleScore(field, cell) >= cells.ScoreStart }) {
				known++
			}
		}
		return known >= 2
	})
}

// headerScore is positive for a row that can be one of titles.
func headerScore(row []string, fields []cells.Field) int {
	known, words, others := 0, 0, 0
	for _, cell := range row {
		switch {
		case cell == "":
		case slices.ContainsFunc(fields, func(field cells.Field) bool { return cells.TitleScore(field, cell) >= cells.ScoreWord }):
			known++
		case isData(cell):
			others++
		default:
			words++
		}
	}
	if known == 0 || known+words < 2 && len(row) > 1 {
		return 0
	}
	return max(known*4+words-others*4, 0)
}

// isData reports whether a cell holds what titles do not: numbers, dates, addresses.
func isData(cell string) bool {
	digits := len(brdoc.Digits(cell))
	return digits > 3 || digits > 0 && digits*2 >= len(cell) || strings.Contains(cell, "@") || len(cell) > 60
}

// Join returns the titles of the head at an index, and the index of its last row: a head of two rows has groups in the
// first (Associado, Paciente) and titles in the second, or further titles below those that need no group.
func Join(rows [][]string, at int, fields []cells.Field) (titles []string, last int) {
	if at+1 < len(rows) && isSecondRow(rows[at], rows[at+1], fields) {
		return joined(rows[at], rows[at+1]), at + 1
	}
	if at > 0 && (isGroups(rows[at-1], rows[at]) ||
		headerScore(rows[at-1], fields) > 0 && isSecondRow(rows[at-1], rows[at], fields)) {
		return joined(rows[at-1], rows[at]), at
	}
	return slices.Clone(rows[at]), at
}

// isSecondRow reports whether a row continues the titles above it: it has titles alone, one of them known, and one below nothing.
func isSecondRow(above, row []string, fields []cells.Field) bool {
	if headerScore(row, fields) == 0 || slices.ContainsFunc(row, isData) {
		return false
	}
	fills, beside := false, 0
	for column, cell := range row {
		switch {
		case cell == "":
		case cellAt(above, column) == "":
			fills = true
		default:
			beside++
		}
	}
	// A row of a person has a name below the title of names.
	return fills && beside < len(row)-beside
}

// isGroups reports whether a row has the groups of the titles below it: short texts, fewer than the titles, of which some repeat.
func isGroups(row, titles []string) bool {
	groups, seen, repeats := 0, map[string]bool{}, false
	for _, cell := range row {
		if cell == "" {
			continue
		}
		if groups++; isData(cell) {
			return false
		}
	}
	filled := 0
	for _, title := range titles {
		if title == "" {
			continue
		}
		filled++
		repeats = repeats || seen[cells.Normal(title)]
		seen[cells.Normal(title)] = true
	}
	return repeats && groups >= 2 && groups < filled
}

// joined writes each title with the group that stands above it or above a title to its left.
func joined(groups, titles []string) []string {
	both, group := make([]string, max(len(groups), len(titles))), ""
	for column := range both {
		above, below := cellAt(groups, column), cellAt(titles, column)
		if above != "" {
			group = above
		}
		switch {
		case below == "":
			both[column] = above
		case group == "" || cells.Normal(group) == cells.Normal(below):
			both[column] = below
		default:
			both[column] = group + cells.GroupSign + below
		}
	}
	return both
}

func cellAt(row []string, column int) string {
	if column >= len(row) {
		return ""
	}
	return row[column]
}

// remark matches what stands below or between the people of a list: a legend of colours, a footnote, a count in words.
var remark = regexp.MustCompile(`^(\*|legenda|obs\b|nota\b|fonte\b|(em )?(vermelho|amarelo|verde|azul|laranja|cinza|roxo)\b.*[=:-]|` +
	`\d+ (associad|soci|pessoa|registro|paciente|pedido|cadastro)|[a-z]$)`)

// IsRemark reports whether a row is no record: its only cell, in a list of several columns, is a letter of the alphabet, a
// legend, or a footnote.
func IsRemark(row []string, columns int) bool {
	only := ""
	for _, cell := range row {
		if cell == "" {
			continue
		}
		if only != "" {
			return false
		}
		only = cell
	}
	return columns > 2 && remark.MatchString(cells.Fold(only))
}

// IsTotal reports whether a row only adds up others: its first text begins with "Total", or it says how many rows there are.
func IsTotal(row []string) bool {
	filled := 0
	first := ""
	for _, cell := range row {
		if cell == "" {
			continue
		}
		if filled++; first == "" {
			first = cells.Fold(cell)
		}
	}
	if filled > 4 {
		return false
	}
	for _, start := range []string{"total", "subtotal", "soma", "quantidade", "qtd", "media", "ultima atualizacao", "atualizado em",
		"impresso em", "pagina "} {
		if strings.HasPrefix(first, start) && (filled > 1 || first != start || start == "total") {
			return true
		}
	}
	return false
}

// sheetRows is the number of first rows of a sheet among which its titles are looked for.
const sheetRows = 40

// Sheets returns the number of rows of each sheet, and the first sheet with known titles, else the first with rows; -1 if there
// is none.
func Sheets(file spreadsheet.File, fields []cells.Field) (counts []int, chosen int, err error) {
	first, chosen := -1, -1
	for at := range file.Sheets() {
		rows := 0
		var head [][]string
		err := file.Each(at, func(_ int, row []string) error {
			if rows++; rows <= sheetRows {
				head = append(head, slices.Clone(row))
			}
			return nil
		})
		if err != nil {
			return nil, -1, err
		}
		counts = append(counts, rows)
		if rows > 0 && first < 0 {
			first = at
		}
		if rows > 1 && chosen < 0 && Has(head, fields) {
			chosen = at
		}
	}
	if chosen < 0 {
		chosen = first
	}
	return counts, chosen, nil
}

// ColourTitle is the title of the column with the colours of rows.
const ColourTitle = "Cor da linha"

// Colours returns the colours of the rows below the titles that may mean something.
func Colours(file spreadsheet.File, sheet, header int) (map[int]string, error) {
	found, err := file.Colours(sheet)
	removeDecoration(found, header)
	return found, err
}

// removeDecoration removes the colours of titles, and bands, one row in two, from the colours by line.
func removeDecoration(found map[int]string, header int) {
	rows, parities := 0, map[string][2]int{}
	for line, colour := range found {
		if line <= header {
			continue
		}
		rows++
		both := parities[colour]
		both[line%2]++
		parities[colour] = both
	}
	maps.DeleteFunc(found, func(line int, colour string) bool {
		both := parities[colour]
		isBand := min(both[0], both[1]) == 0 && 3*(both[0]+both[1]) > rows
		return line <= header || colour == "" || isBand
	})
}

// WithColour returns a row of a sheet with this number of columns with its colour in the last one.
func WithColour(row []string, colour string, columns int) []string {
	if colour == "" {
		return row
	}
	coloured := make([]string, columns)
	copy(coloured, row)
	coloured[columns-1] = colour
	return coloured
}
