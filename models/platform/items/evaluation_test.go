package items_test

import (
	"cmp"
	"encoding/json"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/google/uuid"
	"github.com/shopspring/decimal"

	"acolhe/models/platform/items/dialect"
	"acolhe/models/platform/items/kind"
)

var saoPaulo = mustLoad("America/Sao_Paulo")

func mustLoad(name string) *time.Location {
	location, err := time.LoadLocation(name)
	if err != nil {
		panic(err)
	}
	return location
}

// Rows and conditions have few different values, so that they often match.
var (
	words  = []string{"", "a", "A", "ab", "B a", "ação", "AÇÃO", "Ção", "x,y", `d'Ávila "q"`, "50%", "_", `\`, "🌿 cbd", "b\nc"}
	phases = []string{"1", "2", "5", "assinatura_termo"}
	counts = []int64{-9223372036854775808, -3, 0, 1, 2, 9223372036854775807}
	sums   = []string{"0", "0.5", "1.5", "-2.25", "9999999.99", "1234567890123456.7891"}
	codes  = []string{"0a000000-0000-4000-8000-000000000001", "0a000000-0000-4000-8000-000000000002", "ffffffff-ffff-4fff-bfff-ffffffffffff"}
	lists  = [][]string{{}, {"a"}, {"a", "b"}, {"x,y", "ação"}, {`d'Ávila "q"`}}
	frees  = []string{`{}`, `[]`, `{"a": 1}`, `[1]`, `"text"`}
	// The first two are the same time; the dates are around the association's current day.
	moments = []string{"2026-11-21T01:30:00Z", "2026-11-20T22:30:00-03:00", "2026-11-20T01:30:00Z", "2026-10-21T01:30:00Z",
		"2026-11-20T03:00:00.000001Z", "1999-12-31T23:59:59-02:00"}
	days = []string{"2026-11-19", "2026-11-20", "2026-11-21", "2024-02-29", "1985-03-14"}
)

// operands are the values of conditions by field.
var operands = map[string][]string{
	"word": words, "phase": phases, "count": numbersAsText(counts), "sum": append([]string{"1.50", "1.5e0", "-2.2500"}, sums...),
	"truth": {"true", "false", "1", "0"}, "code": append([]string{strings.ToUpper(codes[2])}, codes...),
	"at":  append([]string{"$NOW", "$NOW(-1 day)", "$NOW(-1 month)", "$NOW(+2 hours)", "2026-11-20", "2026-11-20T22:30:00"}, moments...),
	"day": append([]string{"$NOW", "$NOW(-1 day)", "$NOW(+1 d)"}, days...), "list": {"a", "b", "x,y", "ação", `d'Ávila "q"`, ""},
}

func numbersAsText(numbers []int64) []string {
	var texts []string
	for _, number := range numbers {
		texts = append(texts, strconv.FormatInt(number, 10))
	}
	return texts
}

func randomRows() []sample {
	chance := rand.New(rand.NewPCG(2026, 11))
	rows := make([]sample, lots*rowsInLot)
	for i := range rows {
		rows[i] = sample{
			ID: int64(i + 1), Lot: i/rowsInLot + 1, Word: orNil(chance, words), Phase: orNil(chance, phases), Count: orNil(chance, counts),
			Truth: orNil(chance, []bool{true, false}), Sum: parsed(orNil(chance, sums), decimal.RequireFromString),
			Code: parsed(orNil(chance, codes), uuid.MustParse), At: parsed(orNil(chance, moments), mustMoment),
			Day: parsed(orNil(chance, days), mustDay),
		}
		if list := orNil(chance, lists); list != nil {
			rows[i].List = *list
		}
		if free := orNil(chance, frees); free != nil {
			rows[i].Free = json.RawMessage(*free)
		}
	}
	return rows
}

// orNil returns a random value, nil in one of six cases.
func orNil[T any](chance *rand.Rand, from []T) *T {
	if chance.IntN(6) == 0 {
		return nil
	}
	picked := from[chance.IntN(len(from))]
	return &picked
}

func parsed[T any](text *string, parse func(string) T) *T {
	if text == nil {
		return nil
	}
	value := parse(*text)
	return &value
}

func mustMoment(text string) time.Time {
	relative := map[string]time.Time{
		"$NOW": now, "$NOW(-1 day)": now.AddDate(0, 0, -1), "$NOW(-1 month)": now.AddDate(0, -1, 0), "$NOW(+2 hours)": now.Add(2 * time.Hour),
		"2026-11-20":          time.Date(2026, 11, 20, 0, 0, 0, 0, saoPaulo),
		"2026-11-20T22:30:00": time.Date(2026, 11, 20, 22, 30, 0, 0, saoPaulo),
	}
	if moment, known := relative[text]; known {
		return moment
	}
	moment, err := time.Parse(time.RFC3339, text)
	if err != nil {
		panic(err)
	}
	return moment
}

func mustDay(text string) time.Time {
	// In São Paulo the time now is still on 20 November.
	text = map[string]string{"$NOW": "2026-11-20", "$NOW(-1 day)": "2026-11-19", "$NOW(+1 d)": "2026-11-21"}[text] + text
	day, err := time.Parse(time.DateOnly, text[:len(time.DateOnly)])
	if err != nil {
		panic(err)
	}
	return day
}

// holds evaluates the filter for one row. A comparison with null is false.
func (n node) holds(row sample) bool {
	switch n.group {
	case dialect.And:
		return !slices.ContainsFunc(n.nodes, func(part node) bool { return !part.holds(row) })
	case dialect.Or:
		return slices.ContainsFunc(n.nodes, func(part node) bool { return part.holds(row) })
	}
	switch n.operator {
	case dialect.Null, dialect.NotNull:
		return n.isNull(row) == (n.operator == dialect.Null) == (n.values[0] == "true")
	case dialect.Empty, dialect.NotEmpty:
		return n.isEmpty(row) == (n.operator == dialect.Empty) == (n.values[0] == "true")
	}
	// SQL's `null <> all('{}')` is true.
	if n.isNull(row) {
		return n.operator == dialect.NotIn && len(n.values) == 0
	}
	if n.kind == kind.List {
		return slices.Contains(row.List, n.values[0]) == (n.operator == dialect.Contains)
	}
	return n.compares(row)
}

func (n node) isNull(row sample) bool {
	return map[string]bool{"word": row.Word == nil, "phase": row.Phase == nil, "count": row.Count == nil, "sum": row.Sum == nil,
		"truth": row.Truth == nil, "at": row.At == nil, "day": row.Day == nil, "code": row.Code == nil,
		"list": row.List == nil, "free": row.Free == nil}[n.field]
}

func (n node) isEmpty(row sample) bool {
	switch n.field {
	case "word":
		return row.Word == nil || *row.Word == ""
	case "phase":
		return row.Phase == nil
	case "list":
		return len(row.List) == 0
	}
	return row.Free == nil || string(row.Free) == "{}" || string(row.Free) == "[]"
}

// compareTo compares the row's value with an operand: -1, 0 or 1.
func (n node) compareTo(row sample, value string) int {
	switch n.field {
	case "word":
		return cmp.Compare(*row.Word, value)
	case "phase":
		return cmp.Compare(*row.Phase, value)
	case "count":
		number, _ := strconv.ParseInt(value, 10, 64)
		return cmp.Compare(*row.Count, number)
	case "sum":
		return row.Sum.Cmp(decimal.RequireFromString(value))
	case "truth":
		return cmp.Compare(strconv.FormatBool(*row.Truth), map[string]string{"1": "true", "0": "false"}[value]+strings.Trim(value, "01"))
	case "at":
		return row.At.Compare(mustMoment(value))
	case "day":
		return row.Day.Compare(mustDay(value))
	}
	return cmp.Compare(row.Code.String(), strings.ToLower(value))
}

func (n node) compares(row sample) bool {
	first := func() int { return n.compareTo(row, n.values[0]) }
	isOneOf := func() bool {
		return slices.ContainsFunc(n.values, func(value string) bool { return n.compareTo(row, value) == 0 })
	}
	isWithin := func() bool { return first() >= 0 && n.compareTo(row, n.values[1]) <= 0 }
	switch n.operator {
	case dialect.Eq:
		return first() == 0
	case dialect.Neq:
		return first() != 0
	case dialect.Lt:
		return first() < 0
	case dialect.Lte:
		return first() <= 0
	case dialect.Gt:
		return first() > 0
	case dialect.Gte:
		return first() >= 0
	case dialect.In:
		return isOneOf()
	case dialect.NotIn:
		return !isOneOf()
	case dialect.Between:
		return isWithin()
	case dialect.NotBetween:
		return !isWithin()
	}
	return n.matchesText(row)
}

// matchesText derives the operation from the operator's name: n negates, i ignores case.
func (n node) matchesText(row sample) bool {
	text, value := row.Word, n.values[0]
	if n.field == "phase" {
		text = row.Phase
	}
	name := strings.TrimPrefix(string(n.operator), "_")
	name, negated := strings.CutPrefix(name, "n")
	has, pattern := *text, value
	if rest, anyCase := strings.CutPrefix(name, "i"); anyCase {
		name, has, pattern = rest, strings.ToLower(has), strings.ToLower(pattern)
	}
	look := map[string]func(string, string) bool{"contains": strings.Contains, "starts_with": strings.HasPrefix,
		"ends_with": strings.HasSuffix}
	return look[name](has, pattern) != negated
}
