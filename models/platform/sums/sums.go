// Package sums adds up amounts in spans of time.
package sums

import (
	"slices"
	"strings"
	"time"

	"acolhe/models/platform/db"
	"acolhe/models/types/civil"
	"acolhe/models/types/money"
)

// OfSpans sums the amounts of payments in each of the spans with one query. The query payments selects amount and
// paid_at. There is at least one span; spans may overlap: a payment is added once, to its piece between two bounds.
func OfSpans(tx, payments *db.DB, spans []civil.Span) ([]money.Amount, error) {
	bounds := boundsOf(spans)
	columns, arguments := make([]string, len(bounds)-1), make([]any, 0, 2*len(bounds))
	pieces, places := make([]money.Amount, len(columns)), make([]any, len(columns))
	for i := range columns {
		columns[i] = "coalesce(sum(amount) filter (where paid_at >= ? and paid_at < ?), 0)"
		arguments = append(arguments, bounds[i], bounds[i+1])
		places[i] = &pieces[i]
	}
	// With an offset, so that the time of a payment is computed once instead of for each bound.
	query := "select " + strings.Join(columns, ", ") + " from ((?) offset 0) as payments"
	err := db.ScanRow(tx.Raw(query, append(arguments, payments)...), places...)
	sums := make([]money.Amount, len(spans))
	for i, span := range spans {
		for n, piece := range pieces {
			if !bounds[n].Before(span.From) && bounds[n].Before(span.To) {
				sums[i] = sums[i].Add(piece)
			}
		}
	}
	return sums, err
}

// boundsOf returns the instants at which spans begin and end, in order.
func boundsOf(spans []civil.Span) []time.Time {
	var bounds []time.Time
	for _, span := range spans {
		bounds = append(bounds, span.From, span.To)
	}
	slices.SortFunc(bounds, time.Time.Compare)
	return slices.CompactFunc(bounds, time.Time.Equal)
}
