package items_test

import (
	"encoding/json"
	"flag"
	"fmt"
	"net/url"
	"slices"
	"strconv"
	"testing"

	"pgregory.net/rapid"

	"acolhe/models/platform/items/dialect"
	"acolhe/models/platform/items/kind"
)

// Number of cases, and of the lots of rows for the cases.
const (
	cases     = "10000"
	fewCases  = "300"
	lots      = 25
	rowsInLot = 30
)

// Filters find exactly the rows that an evaluation of the same filter in Go finds.
func TestFilter_SameAsEvaluation(t *testing.T) {
	rows := randomRows()
	engine := newEngine(t, rows)
	if err := flag.Set("rapid.checks", numberOfCases()); err != nil {
		t.Fatal(err)
	}
	tried, found := 0, 0
	triedPairs := map[string]bool{}
	rapid.Check(t, func(r *rapid.T) {
		lot := rapid.IntRange(1, lots).Draw(r, "lot")
		filter := drawGroup(r, 1)
		query := url.Values{"sort": {"id"}}
		if rapid.Bool().Draw(r, "brackets") {
			query.Set("filter[_and][0][lot][_eq]", strconv.Itoa(lot))
			filter.intoBrackets(query, "filter[_and][1]")
		} else {
			raw, err := json.Marshal(map[string]any{"_and": []any{map[string]any{"lot": lot}, filter.tree()}})
			if err != nil {
				r.Fatal(err)
			}
			query.Set("filter", string(raw))
		}
		got, err := idsOf(t, engine, query)
		if err != nil {
			r.Fatalf("%s: %v", query.Get("filter"), err)
		}
		want := []int64{}
		for _, row := range rows {
			if row.Lot == lot && filter.holds(row) {
				want = append(want, row.ID)
			}
		}
		if !slices.Equal(got, want) {
			r.Fatalf("%v\nfinds %v\nand not %v", query, got, want)
		}
		tried++
		found += len(got)
		filter.recordPairs(triedPairs)
	})
	t.Logf("%d filters found %d rows; %d pairs of kind and operator", tried, found, len(triedPairs))
	if all := pairs(); len(triedPairs) < len(all) && !testing.Short() {
		t.Errorf("only %d of %d pairs of kind and operator were tried", len(triedPairs), len(all))
	}
}

func numberOfCases() string {
	if testing.Short() {
		return fewCases
	}
	return cases
}

// node is a group of nodes, or a condition.
type node struct {
	group dialect.Group
	nodes []node

	field    string
	kind     kind.Kind
	operator dialect.Operator
	values   []string
}

func drawGroup(r *rapid.T, depth int) node {
	n := node{group: rapid.SampledFrom([]dialect.Group{dialect.And, dialect.Or}).Draw(r, "group")}
	for range rapid.IntRange(1, 4).Draw(r, "parts") {
		if depth < 4 && rapid.IntRange(0, 3).Draw(r, "deeper") == 0 {
			n.nodes = append(n.nodes, drawGroup(r, depth+1))
			continue
		}
		n.nodes = append(n.nodes, drawCondition(r))
	}
	return n
}

type pair struct {
	field    string
	kind     kind.Kind
	operator dialect.Operator
}

var fields = map[string]kind.Kind{
	"word": kind.Text, "phase": kind.Phase, "count": kind.Integer, "sum": kind.Decimal, "truth": kind.Boolean,
	"at": kind.Timestamp, "day": kind.Date, "code": kind.UUID, "list": kind.List, "free": kind.JSON,
}

// pairs returns every operator with every field that it fits.
func pairs() []pair {
	var all []pair
	for field, k := range fields {
		for _, operator := range dialect.Operators() {
			if k.Fits(operator) {
				all = append(all, pair{field, k, operator})
			}
		}
	}
	slices.SortFunc(all, func(a, b pair) int {
		return slices.Compare([]string{a.field, string(a.operator)}, []string{b.field, string(b.operator)})
	})
	return all
}

func drawCondition(r *rapid.T) node {
	drawn := rapid.SampledFrom(pairs()).Draw(r, "condition")
	n := node{field: drawn.field, kind: drawn.kind, operator: drawn.operator, values: []string{}}
	count := 1
	switch n.operator {
	case dialect.Null, dialect.NotNull, dialect.Empty, dialect.NotEmpty:
		n.values = []string{rapid.SampledFrom([]string{"true", "false"}).Draw(r, "answer")}
		return n
	case dialect.In, dialect.NotIn:
		count = rapid.IntRange(0, 4).Draw(r, "count")
	case dialect.Between, dialect.NotBetween:
		count = 2
	}
	for range count {
		n.values = append(n.values, rapid.SampledFrom(operands[n.field]).Draw(r, "value"))
	}
	return n
}

// tree returns the filter for JSON.
func (n node) tree() map[string]any {
	if n.group != "" {
		parts := []any{}
		for _, part := range n.nodes {
			parts = append(parts, part.tree())
		}
		return map[string]any{string(n.group): parts}
	}
	var value any = n.values
	if !n.takesList() {
		value = n.values[0]
	}
	return map[string]any{n.field: map[string]any{string(n.operator): value}}
}

// intoBrackets adds the filter as parameters.
func (n node) intoBrackets(query url.Values, path string) {
	if n.group != "" {
		for i, part := range n.nodes {
			part.intoBrackets(query, fmt.Sprintf("%s[%s][%d]", path, n.group, i))
		}
		return
	}
	path += fmt.Sprintf("[%s][%s]", n.field, n.operator)
	switch {
	case !n.takesList():
		query.Set(path, n.values[0])
	case len(n.values) == 0:
		query.Set(path, "")
	default:
		for i, value := range n.values {
			query.Set(fmt.Sprintf("%s[%d]", path, i), value)
		}
	}
}

func (n node) takesList() bool {
	return slices.Contains([]dialect.Operator{dialect.In, dialect.NotIn, dialect.Between, dialect.NotBetween}, n.operator)
}

func (n node) recordPairs(triedPairs map[string]bool) {
	for _, part := range n.nodes {
		part.recordPairs(triedPairs)
	}
	if n.group == "" {
		triedPairs[n.field+string(n.operator)] = true
	}
}
