package db

import (
	"strconv"

	"gorm.io/gorm/clause"

	"acolhe/models/types/page"
)

// InWindow keeps the rows of a window. At the start of a list the limit is written into the statement:
// as a parameter it makes PostgreSQL plan anew each time, which for the associates takes as long as
// reading them. Limits are few but offsets are many, so further down both are parameters.
func InWindow(query *DB, window page.Range) *DB {
	if window.Offset > 0 {
		return query.Limit(window.Limit).Offset(window.Offset)
	}
	return query.Clauses(first(window.Limit))
}

// first is the clause LIMIT with its number written out.
type first int

// Name is GORM's name of the clause.
func (first) Name() string { return "LIMIT" }

// Build writes the clause.
func (f first) Build(builder clause.Builder) {
	_, _ = builder.WriteString("LIMIT " + strconv.Itoa(int(f))) // a statement is built in memory
}

// MergeClause makes this the limit of the statement.
func (f first) MergeClause(limit *clause.Clause) { limit.Name, limit.Expression = "", f }
