package db

import "acolhe/models/types/civil"

// InSpan limits a query to the rows whose column is a time of the span.
func InSpan(query *DB, column string, span civil.Span) *DB {
	if !span.From.IsZero() {
		query = query.Where(column+" >= ?", span.From)
	}
	if !span.To.IsZero() {
		query = query.Where(column+" < ?", span.To)
	}
	return query
}
