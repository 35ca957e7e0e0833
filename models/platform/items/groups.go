package items

import (
	"cmp"
	"context"
	"slices"
	"strings"

	"acolhe/models/platform/db"
	"acolhe/models/platform/items/dialect"
	"acolhe/models/platform/items/kind"
	"acolhe/models/types/errs"
)

// total is one computed column: a function of a field, or the count of rows.
type total struct {
	function dialect.Function
	name     string
	sql      string
	kind     kind.Kind
}

// appendGroups appends a row for each group in the form of the public client: the fields of
// groupBy, and one object for each function, or a number for the count of rows.
func (e *Engine) appendGroups(ctx context.Context, q *selection, dst []byte) ([]byte, error) {
	var problems errs.Problems
	groups, totals := q.groups(&problems), q.totals(&problems)
	order := q.groupOrder(groups, &problems)
	problems.Require(len(q.parsed.Fields) == 0, "fields", "não se combina com aggregate e groupBy")
	problems.Require(len(q.parsed.Switches) == 0, "aggregate", "não se combina com outros registros")
	if err := problems.Err(); err != nil {
		return dst, err
	}
	rows, err := e.connection.PoolFor(ctx).Query(ctx, q.grouped(groups, totals)+order+q.limits(), q.where.arguments(asText)...)
	if err != nil {
		return dst, db.Translate(err)
	}
	defer rows.Close()
	dst = append(dst, '[')
	for first := true; rows.Next(); first = false {
		if !first {
			dst = append(dst, ',')
		}
		values := rows.RawValues()
		dst = appendMembers(append(dst, '{'), groups, values)
		dst = append(appendTotals(dst, totals, values[len(groups):], len(groups) > 0), '}')
	}
	return append(dst, ']'), db.Translate(rows.Err())
}

func (q *selection) groups(problems *errs.Problems) []*Field {
	var groups []*Field
	for _, name := range q.parsed.GroupBy {
		field := q.view.byName[name]
		switch {
		case field == nil:
			problems.Add("groupBy."+dialect.Echo(name), unknownField)
		case !field.Kind.HasOrder():
			problems.Add("groupBy."+field.Name, "não serve para agrupar")
		case !slices.Contains(groups, field):
			groups = append(groups, field)
		}
	}
	return groups
}

// totals returns the computed columns, sorted by function.
func (q *selection) totals(problems *errs.Problems) []total {
	var totals []total
	for _, aggregate := range q.parsed.Aggregates {
		path := "aggregate." + string(aggregate.Function) + "." + dialect.Echo(aggregate.Field)
		field := q.view.byName[aggregate.Field]
		switch {
		case aggregate.Field == dialect.Rows && aggregate.Function == dialect.Count:
			totals = append(totals, total{aggregate.Function, "", "count(*)", kind.Integer})
		case field == nil:
			problems.Add(path, unknownField)
		case !field.Kind.Computes(aggregate.Function):
			problems.Add(path, "esta função não serve para "+field.Name)
		default:
			totals = append(totals, totalOf(aggregate.Function, field))
		}
	}
	slices.SortFunc(totals, func(a, b total) int {
		return cmp.Or(cmp.Compare(a.function, b.function), cmp.Compare(a.name, b.name))
	})
	totals = slices.Compact(totals)
	for i := 1; i < len(totals); i++ {
		mixed := totals[i].function == totals[i-1].function && totals[i-1].name == ""
		problems.Require(!mixed, "aggregate.count", "* não se combina com campos")
	}
	return totals
}

func totalOf(function dialect.Function, field *Field) total {
	t := total{function: function, name: field.Name, kind: kind.Decimal}
	switch function {
	case dialect.CountDistinct:
		t.sql = "count(distinct " + field.quoted + ")"
	case dialect.Avg:
		t.sql = "trim_scale(avg(" + field.quoted + "))"
	case dialect.Min, dialect.Max:
		t.kind = field.Kind
		fallthrough
	default:
		t.sql = string(function) + "(" + field.quoted + ")"
	}
	return t
}

// groupOrder orders groups by all fields of groupBy, so that the order is total.
func (q *selection) groupOrder(groups []*Field, problems *errs.Problems) string {
	var order []string
	named := map[string]bool{}
	for _, key := range q.parsed.Sort {
		field := q.view.byName[key.Field]
		if field == nil {
			continue // reported by groups
		}
		problems.Require(slices.Contains(groups, field), "sort."+field.Name, "não está em groupBy")
		named[field.Name] = true
		order = append(order, field.quoted+direction(key.Descending))
	}
	for _, field := range groups {
		if !named[field.Name] {
			order = append(order, field.quoted)
		}
	}
	if len(order) == 0 {
		return ""
	}
	return " order by " + strings.Join(order, ", ")
}

func (q *selection) grouped(groups []*Field, totals []total) string {
	columns := make([]string, 0, len(groups)+len(totals))
	for _, field := range groups {
		columns = append(columns, field.quoted)
	}
	for _, t := range totals {
		columns = append(columns, t.sql)
	}
	sql := "select " + strings.Join(columns, ", ") + " from " + q.collection.table + q.where.String()
	if len(groups) > 0 {
		sql += " group by " + columnsOf(groups)
	}
	return sql
}

func appendTotals(dst []byte, totals []total, values [][]byte, follows bool) []byte {
	for i, t := range totals {
		switch {
		case i > 0 && totals[i-1].function == t.function:
			dst = append(dst, ',')
		case follows || i > 0:
			dst = append(dst, ',')
			fallthrough
		default:
			dst = append(append(append(dst, '"'), t.function...), '"', ':')
			if t.name != "" {
				dst = append(dst, '{')
			}
		}
		if t.name != "" {
			dst = append(append(append(dst, '"'), t.name...), '"', ':')
		}
		dst = t.kind.AppendJSON(dst, values[i])
		if t.name != "" && (i+1 == len(totals) || totals[i+1].function != t.function) {
			dst = append(dst, '}')
		}
	}
	return dst
}
