package db

import (
	"strings"

	"acolhe/models/types/civil"
	"acolhe/models/types/money"
)

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

// SumSpans sums the amounts of payments in each of the spans with one query. The query payments selects amount and
// paid_at.
func SumSpans(tx, payments *DB, spans []civil.Span) ([]money.Amount, error) {
	columns, arguments := make([]string, len(spans)), []any{payments}
	sums, places := make([]money.Amount, len(spans)), make([]any, len(spans))
	for i, span := range spans {
		columns[i] = "coalesce(sum(amount) filter (where paid_at >= ? and paid_at < ?), 0)"
		arguments = append(arguments, span.From, span.To)
		places[i] = &sums[i]
	}
	// Materialized, so that the time of a payment is computed once instead of for each bound.
	query := "with payments as materialized (?) select " + strings.Join(columns, ", ") + " from payments"
	return sums, ScanRow(tx.Raw(query, arguments...), places...)
}
