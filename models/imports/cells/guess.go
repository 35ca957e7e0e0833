package cells

import (
	"regexp"
	"slices"
	"strings"

	"acolhe/models/types/brdoc"
)

// maxHeaderLine is the number of rows among which the titles are looked for: some sheets have a logo and an address above.
const maxHeaderLine = 30

// FindHeader returns the index of the row with the titles among the first rows of a sheet, -1 if there is none: the row with
// the most known titles, else the first of texts over rows with as many cells.
func FindHeader(rows [][]string, fields []Field) int {
	best, bestScore := -1, 0
	for i, row := range rows[:min(len(rows), maxHeaderLine)] {
		score := headerScore(row, fields)
		if score > bestScore {
			best, bestScore = i, score
		}
	}
	return best
}

// HasHeader reports whether a row of titles that are known is among the first rows.
func HasHeader(rows [][]string, fields []Field) bool {
	return slices.ContainsFunc(rows[:min(len(rows), maxHeaderLine)], func(row []string) bool {
		known := 0
		for _, cell := range row {
			if slices.ContainsFunc(fields, func(field Field) bool { return titleScore(field, cell) >= scoreStart }) {
				known++
			}
		}
		return known >= 2
	})
}

// headerScore is positive for a row that can be one of titles.
func headerScore(row []string, fields []Field) int {
	known, words, others := 0, 0, 0
	for _, cell := range row {
		switch {
		case cell == "":
		case slices.ContainsFunc(fields, func(field Field) bool { return titleScore(field, cell) >= scoreWord }):
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

// Scores of a guess.
const (
	scoreExact   = 100
	scoreStart   = 80
	scoreWord    = 70
	scoreContent = 40
	// leastScore is the score from which a guess is made.
	leastScore = 35
)

var punctuation = regexp.MustCompile(`[^a-z0-9]+`)

// normal returns a title as single words.
func normal(title string) string {
	return strings.TrimSpace(punctuation.ReplaceAllString(Fold(title), " "))
}

// groupSign divides the group of a title from the title, as in Field.Title.
const groupSign = " · "

// titleScore is how well a title names a field: with its group, or a little less surely without.
func titleScore(field Field, title string) int {
	if at := strings.LastIndex(title, groupSign); at >= 0 {
		group, below := normal(title[:at]), title[at+len(groupSign):]
		short := normal(below)
		if group == normal(field.Group) && len(short) > 2 && strings.HasPrefix(normal(field.Label), short) {
			return scoreExact
		}
		return max(wordsScore(field, title), wordsScore(field, below)-1)
	}
	return wordsScore(field, title)
}

func wordsScore(field Field, title string) int {
	words := normal(title)
	if words == "" || len(words) > 60 {
		return 0
	}
	best := 0
	for _, known := range append([]string{normal(field.Label), normal(field.Title())}, field.Words...) {
		switch {
		case words == known:
			best = max(best, scoreExact)
		case len(known) > 2 && strings.HasPrefix(words, known+" "):
			best = max(best, scoreStart-1+min(len(known)/3, 4))
		case len(known) > 2 && (strings.HasSuffix(words, " "+known) || strings.Contains(words, " "+known+" ")):
			best = max(best, scoreWord-1+min(len(known)/3, 4))
		}
	}
	return best
}

// Guess returns where each column goes, by its title and by the samples of its cells: the surest first, and no field twice.
func Guess(fields []Field, titles []string, samples [][]string) []Column {
	type pair struct{ column, field, score int }
	var pairs []pair
	for column, title := range titles {
		for at, field := range fields {
			score := titleScore(field, title)
			if fit := contentScore(field, samples[column]); fit >= 0 {
				score += fit
			} else if score < scoreExact {
				score = 0
			}
			if score >= leastScore {
				pairs = append(pairs, pair{column, at, score})
			}
		}
	}
	slices.SortStableFunc(pairs, func(a, b pair) int { return b.score - a.score })
	columns := make([]Column, len(titles))
	taken := map[string]bool{}
	for _, one := range pairs {
		field := fields[one.field]
		if columns[one.column].Field != "" || taken[field.Name] && !field.Many ||
			slices.ContainsFunc(overlaps[field.Name], func(name string) bool { return taken[name] }) {
			continue
		}
		columns[one.column] = Column{Field: field.Name}
		taken[field.Name] = true
		if field.Kind == Choice {
			columns[one.column].Values = guessValues(field, samples[one.column])
		}
	}
	// Without a street, a column "Nº" of a list of people counts the rows.
	if _, hasStreet := FieldOf(fields, "street"); hasStreet && !taken["address"] && !taken["street"] {
		for at := range columns {
			if columns[at].Field == "number" {
				columns[at] = Column{}
			}
		}
	}
	return columns
}

// overlaps are fields that fill the same values.
var overlaps = map[string][]string{
	"city_state": {"city"}, "city": {"city_state"}, "name": {"first_name"},
}

// maxChoices is the number of different texts of a column that may be a choice.
const maxChoices = 30

func guessValues(field Field, samples []string) map[string]string {
	values := map[string]string{}
	for _, cell := range samples {
		if folded := Fold(cell); folded != "" && len(values) < maxChoices {
			values[folded] = GuessOption(field, cell)
		}
	}
	return values
}

// contentScore is how well the samples fit a field: -1 if they cannot be its values, 0 if any text can.
func contentScore(field Field, samples []string) int {
	filled, fit := 0, 0
	test, sure := contents[field.Kind], scoreContent
	if test == nil {
		return 0
	}
	for _, cell := range samples {
		if isNothing(cell) {
			continue
		}
		filled++
		if test(field, cell) {
			fit++
		}
	}
	switch {
	case filled == 0:
		return 0
	case fit*10 < filled*4:
		return -1
	case slices.Contains([]Kind{CPF, Email, CEP}, field.Kind) && !strings.HasPrefix(field.Name, "patient") && fit*10 >= filled*7:
		return sure
	}
	return 10
}

var contents = map[Kind]func(Field, string) bool{
	CPF: func(_ Field, cell string) bool {
		digits := len(brdoc.Digits(cell))
		return digits >= 8 && digits <= 14 && countLetters(cell) < 3
	},
	Email: func(_ Field, cell string) bool { return strings.Contains(cell, "@") },
	CEP: func(_ Field, cell string) bool {
		d := len(brdoc.Digits(cell))
		return d >= 7 && d <= 8 && countLetters(cell) == 0
	},
	Phones: func(_ Field, cell string) bool { return len(brdoc.Digits(cell)) >= 8 || len(brdoc.Digits(cell)) == 0 },
	Date: func(_ Field, cell string) bool {
		_, ok := ParseDate(cell, false)
		return ok || len(dateParts(cell)) == 3 || onlyYear.MatchString(cell)
	},
	Moment: func(_ Field, cell string) bool {
		_, ok := ParseDate(cell, false)
		return ok || len(dateParts(clock.ReplaceAllString(cell, ""))) == 3
	},
	Clock: func(_ Field, cell string) bool {
		_, ok := ParseClock(cell)
		return ok
	},
	Money: func(_ Field, cell string) bool {
		_, ok := ParseMoney(cell, false)
		_, point := ParseMoney(cell, true)
		return ok || point
	},
	Integer: func(_ Field, cell string) bool { return len(brdoc.Digits(cell)) > 0 && countLetters(cell) < 4 },
	State:   func(_ Field, cell string) bool { return stateOf(cell) != "" },
	Name:    func(_ Field, cell string) bool { return countLetters(cell) > 1 && len(brdoc.Digits(cell)) < 4 },
	Patient: func(_ Field, cell string) bool { return countLetters(cell) > 1 && len(brdoc.Digits(cell)) < 4 },
}

// FindStyle returns how the samples of dates and amounts are written: whether the month is first, and whether a point divides
// the cents.
func FindStyle(columns []Column, fields []Field, samples [][]string) (monthFirst, pointDecimal bool) {
	days, months, commas, points := 0, 0, 0, 0
	for i, column := range columns {
		field, _ := FieldOf(fields, column.Field)
		for _, cell := range samples[i] {
			switch field.Kind {
			case Date, Moment:
				first, second := dayAndMonth(cell)
				if first > 12 && second <= 12 {
					days++
				}
				if second > 12 && first <= 12 && first > 0 {
					months++
				}
			case Money:
				comma, point := strings.LastIndex(cell, ","), strings.LastIndex(cell, ".")
				if comma > point {
					commas++
				}
				if point > comma && comma > 0 {
					points++
				}
			}
		}
	}
	return months > days, points > commas
}

// dayAndMonth returns the first two numbers of a date; zeros for none.
func dayAndMonth(cell string) (first, second int) {
	parts := dateParts(clock.ReplaceAllString(cell, ""))
	if len(parts) != 3 || len(parts[0]) > 2 || len(parts[1]) > 2 {
		return 0, 0
	}
	return number(parts[0]), number(parts[1])
}

func number(text string) (n int) {
	for _, digit := range text {
		if digit < '0' || digit > '9' {
			return 0
		}
		n = n*10 + int(digit-'0')
	}
	return n
}

// JoinHeader returns the titles of the head at an index, and the index of its last row: a head of two rows has groups in the
// first (Associado, Paciente) and titles in the second, or further titles below those that need no group.
func JoinHeader(rows [][]string, at int, fields []Field) (titles []string, last int) {
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
func isSecondRow(above, row []string, fields []Field) bool {
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
		repeats = repeats || seen[normal(title)]
		seen[normal(title)] = true
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
		case group == "" || normal(group) == normal(below):
			both[column] = below
		default:
			both[column] = group + groupSign + below
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

// FieldOf returns the field of this name.
func FieldOf(fields []Field, name string) (Field, bool) {
	at := slices.IndexFunc(fields, func(field Field) bool { return field.Name == name })
	if at < 0 {
		return Field{}, false
	}
	return fields[at], true
}

// remark matches what stands below or between the people of a list: a legend of colours, a footnote, a count in words.
var remark = regexp.MustCompile(`^(\*|legenda|obs\b|nota\b|fonte\b|(em )?(vermelho|amarelo|verde|azul|laranja|cinza|roxo)\b.*[=:-]|` +
	`\d+ (associad|soci|pessoa|registro|paciente|pedido|cadastro)|[a-z]$)`)

// IsRemark reports whether a row is no record: its only cell, in a list of several columns, is a letter of the alphabet, a
// legend, or a footnote.
func IsRemark(cells []string, columns int) bool {
	only := ""
	for _, cell := range cells {
		if cell == "" {
			continue
		}
		if only != "" {
			return false
		}
		only = cell
	}
	return columns > 2 && remark.MatchString(Fold(only))
}

// IsTotal reports whether a row only adds up others: its first text begins with "Total", or it says how many rows there are.
func IsTotal(cells []string) bool {
	filled := 0
	first := ""
	for _, cell := range cells {
		if cell == "" {
			continue
		}
		if filled++; first == "" {
			first = Fold(cell)
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
