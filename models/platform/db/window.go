package db

import (
	"strconv"

	"gorm.io/gorm/clause"

	"acolhe/models/types/page"
)

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
