package cells

import (
	"regexp"
	"slices"
	"strings"

	"acolhe/models/types/brdoc"
)

// Scores of a guess; from ScoreWord on, a title names its field, from ScoreStart on surely.
const (
	scoreExact   = 100
	ScoreStart   = 80
	ScoreWord    = 70
	scoreContent = 40
	// leastScore is the score from which a guess is made.
	leastScore = 35
)

var punctuation = regexp.MustCompile(`[^a-z0-9]+`)

// Normal returns a title as single words.
func Normal(title string) string {
	return strings.TrimSpace(punctuation.ReplaceAllString(Fold(title), " "))
}

// GroupSign divides the group of a title from the title, as in Field.Title.
const GroupSign = " · "

// TitleScore is how well a title names a field: with its group, or a little less surely without.
func TitleScore(field Field, title string) int {
	if at := strings.LastIndex(title, GroupSign); at >= 0 {
		group, below := Normal(title[:at]), title[at+len(GroupSign):]
		short := Normal(below)
		if group == Normal(field.Group) && len(short) > 2 && strings.HasPrefix(Normal(field.Label), short) {
			return scoreExact
		}
		return max(wordsScore(field, title), wordsScore(field, below)-1)
	}
	return wordsScore(field, title)
}

func wordsScore(field Field, title string) int {
	words := Normal(title)
	if words == "" || len(words) > 60 {
		return 0
	}
	best := 0
	for _, known := range append([]string{Normal(field.Label), Normal(field.Title())}, field.Words...) {
		switch {
		case words == known:
			best = max(best, scoreExact)
		case len(known) > 2 && strings.HasPrefix(words, known+" "):
			best = max(best, ScoreStart-1+min(len(known)/3, 4))
		case len(known) > 2 && (strings.HasSuffix(words, " "+known) || strings.Contains(words, " "+known+" ")):
			best = max(best, ScoreWord-1+min(len(known)/3, 4))
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
			score := TitleScore(field, title)
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

// FieldOf returns the field of this name.
func FieldOf(fields []Field, name string) (Field, bool) {
	at := slices.IndexFunc(fields, func(field Field) bool { return field.Name == name })
	if at < 0 {
		return Field{}, false
	}
	return fields[at], true
}
