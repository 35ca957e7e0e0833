package db

import (
	"unicode/utf8"

	"acolhe/models/types/access"
	"acolhe/models/types/auth"
	"acolhe/models/types/civil"
	"acolhe/models/types/page"
)

// First returns the first row of a query in its order, or the error missing.
func First[Row any](query *DB, missing error) (Row, error) {
	var row Row
	found := query.Limit(1).Find(&row)
	if found.Error == nil && found.RowsAffected == 0 {
		return row, missing
	}
	return row, found.Error
}

// Matching limits the query to rows whose text contains every search term, ignoring accents and
// case. Terms beyond those of page.SearchTerms are ignored. A search without terms that is not
// blank matches no row. The text is an SQL expression that is already folded, such as the column
// search_text.
func Matching(query *DB, text, words string) *DB {
	if page.HasNoTerms(words) {
		return query.Where("false")
	}
	for _, word := range page.SearchTerms(words) {
		query = query.Where(text+" like '%' || fold(?) || '%'", word)
	}
	return query
}

// indexedWord is the minimum length of a term that a trigram index finds inside a word.
const indexedWord = 3

// MatchWord returns the condition that a folded text contains a term; a term shorter than
// indexedWord must begin a word of the text.
func MatchWord(text, word string) (sql string, arguments []any) {
	if utf8.RuneCountInString(word) < indexedWord {
		return "(" + text + " like fold(?) || '%' or " + text + " like '% ' || fold(?) || '%')", []any{word, word}
	}
	return text + " like '%' || fold(?) || '%'", []any{word}
}

// CountBy counts the rows of a query by the value of a column, or of an expression with these
// arguments; values without rows are absent.
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

// CountByUpTo is CountBy that stops after most rows; the empty value counts all rows.
func CountByUpTo[Value ~string](query *DB, column string, most int) (map[Value]page.Counted, error) {
	some := query.Select(column + " as counted").Limit(most + 1)
	counts, err := CountBy[Value](query.Session(&Session{NewDB: true}).Table("(?) as filtered", some), "counted")
	rows := 0
	for _, count := range counts {
		rows += count
	}
	counted := map[Value]page.Counted{"": page.CountedUpTo(rows, most)}
	for value, count := range counts {
		counted[value] = page.Counted{Rows: count, More: rows > most}
	}
	return counted, err
}

// Allowed is the scope of a collection that a caller sees entirely or not at all.
func Allowed(isAllowed bool) Scope {
	return func(query *DB) *DB {
		if isAllowed {
			return query
		}
		return query.Where("false")
	}
}

// AdministratorsOnly returns the query, without any row unless the caller is an administrator.
// Areas that only administrators see apply it to every List and Find.
func AdministratorsOnly(query *DB, by auth.Caller) *DB {
	return Allowed(access.IsAdministrator(by))(query)
}

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
