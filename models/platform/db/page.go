package db

import (
	"strconv"

	"gorm.io/gorm/clause"

	"acolhe/models/types/page"
)

// ReadPage reads a window of the filtered rows in a total order, and the requested counts:
// total_count of scope, filter_count of filtered.
func ReadPage[T any](scope, filtered *DB, window page.Range, order string) (page.Of[T], error) {
	scope, filtered = Unprepared(scope), Unprepared(filtered)
	found := page.Of[T]{Meta: page.Meta{Limit: window.Limit, Offset: window.Offset}}
	if window.Wants(page.TotalCount) {
		count, err := count(scope)
		if err != nil {
			return found, err
		}
		found.Meta.TotalCount = &count
	}
	if window.Wants(page.FilterCount) {
		count, err := count(filtered.Session(&Session{}))
		if err != nil {
			return found, err
		}
		found.Meta.FilterCount = &count
	}
	items, err := Collect[T](windowed[T](filtered.Model(new(T)), window, order))
	found.Items = items
	return found, err
}

// deferredFrom is the offset from which a window is read by its ids: the rows before it are then read from an index alone.
const deferredFrom = 300

// windowed limits a query to a window in a total order.
func windowed[T any](filtered *DB, window page.Range, order string) *DB {
	statement := filtered.Statement
	_, isShaped := statement.Clauses["SELECT"]
	isPlain := !isShaped && len(statement.Joins) == 0 && statement.TableExpr == nil && statement.Parse(new(T)) == nil
	if window.Offset < deferredFrom || !isPlain || statement.Schema.PrioritizedPrimaryField == nil {
		return InWindow(filtered.Order(order), window)
	}
	id := statement.Schema.PrioritizedPrimaryField.DBName
	ids := InWindow(filtered.Session(&Session{}).Select(id).Order(order), window)
	rows := filtered.Session(&Session{NewDB: true}).Model(new(T)).Where(id+" in (?)", ids).Order(order)
	if len(statement.Selects) > 0 {
		rows = rows.Select(statement.Selects)
	}
	return rows
}

// CountUpTo counts the rows of a query up to most; list pages count up to page.CountLimit.
func CountUpTo(query *DB, most int) (page.Counted, error) {
	var rows int
	err := ScanRow(CountOf(Unprepared(query), most+1), &rows)
	return page.CountedUpTo(rows, most), err
}

// CountOf selects the number of rows of a query, at most most.
func CountOf(query *DB, most int) *DB {
	some := query.Select("1").Limit(most)
	return query.Session(&Session{NewDB: true}).Table("(?) as counted", some).Select("count(*)")
}

func count(query *DB) (int, error) {
	var count int64
	err := query.Count(&count).Error
	return int(count), err
}

// SQL returns the statement that selects columns of a query, with its arguments, for a read on the pool.
func SQL(query *DB, columns string) (sql string, args []any, err error) {
	var rows []map[string]any
	built := query.Session(&Session{DryRun: true}).Select(columns).Find(&rows)
	return built.Statement.SQL.String(), built.Statement.Vars, built.Error
}

// InWindow limits a query to the rows of a window. At the start of a list the limit is part of the
// statement: with a parameter PostgreSQL plans the statement each time, which for associates is as
// slow as reading them. There are few limits but many offsets, so further down both are parameters.
func InWindow(query *DB, window page.Range) *DB {
	if window.Offset > 0 {
		return query.Limit(window.Limit).Offset(window.Offset)
	}
	return query.Clauses(first(window.Limit))
}

// first is the clause LIMIT with a literal number.
type first int

// Name implements clause.Interface.
func (first) Name() string { return "LIMIT" }

// Build implements clause.Interface.
func (f first) Build(builder clause.Builder) {
	_, _ = builder.WriteString("LIMIT " + strconv.Itoa(int(f))) // a statement is built in memory, where writing does not fail
}

// MergeClause implements clause.Interface.
func (f first) MergeClause(limit *clause.Clause) { limit.Name, limit.Expression = "", f }
