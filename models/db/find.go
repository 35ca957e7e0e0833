package db

import "acolhe/models/page"

// One gives the one row of a query, the first in its order; where there is none, missing.
func One[Row any](query *DB, missing error) (Row, error) {
	var row Row
	found := query.Limit(1).Find(&row)
	if found.Error == nil && found.RowsAffected == 0 {
		return row, missing
	}
	return row, found.Error
}

// HoldingWords keeps the rows whose text holds every word, as people type them: accents and case
// do not matter, and more words than page.Words takes say nothing. Signs without a word keep none.
// The text is SQL that is folded already, such as the column search_text.
func HoldingWords(query *DB, text, words string) *DB {
	if page.SaysNothing(words) {
		return query.Where("false")
	}
	for _, word := range page.Words(words) {
		query = query.Where(text+" like '%' || fold(?) || '%'", word)
	}
	return query
}

// CountBy counts the rows of a query by what they have in a column, or what an expression with
// these arguments makes of them; what no row has is absent.
func CountBy[Value ~string](query *DB, column string, arguments ...any) (map[Value]int, error) {
	var rows []struct {
		CountedBy Value
		Count     int
	}
	err := query.Select(column+" as counted_by, count(*) as count", arguments...).Group("counted_by").Scan(&rows).Error
	counts := make(map[Value]int, len(rows))
	for _, row := range rows {
		counts[row.CountedBy] = row.Count
	}
	return counts, err
}
