// Package search searches all collections at once, and stores the rows that an operator opened from
// there. Callers find only rows that they may read: the matrix decides on a collection, a condition
// in the query on its rows. Searching within one collection belongs to its area.
package search

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"acolhe/models/platform/db"
	"acolhe/models/types/access"
	"acolhe/models/types/auth"
	"acolhe/models/types/errs"
)

const (
	// maxPerCollection is the maximum number of rows of a collection; the collection's list has all
	// of them.
	maxPerCollection = 8
	minLength        = 2
	maxLength        = 200
	maxTerms         = 8
)

// Input is the query of GET /search.
type Input struct {
	// Q is searched in names, e-mails, codes, CPF and phone, without accents, case and punctuation.
	// A number also finds the order with this number.
	Q string `form:"q"`
	// Only lists the collections to search; all if it is empty.
	Only []string
}

// Everywhere returns at most eight rows of each collection that the caller may read; other
// collections are empty. Fewer than two characters find nothing, more than 200 are 400
// VALIDATION_ERROR.
func Everywhere(ctx context.Context, tx *db.DB, by auth.Caller, input Input) (Results, error) {
	input.Q = strings.TrimSpace(input.Q)
	if utf8.RuneCountInString(input.Q) > maxLength {
		return Results{}, errs.Invalid("q", "pode ter no máximo 200 caracteres")
	}
	results := emptyResults()
	terms := parseTerms(input.Q)
	if utf8.RuneCountInString(input.Q) < minLength || len(terms) == 0 {
		return results, nil
	}
	var statement query
	for _, c := range collections() {
		if input.covers(c.name) && access.Can(by, c.name, access.Read) {
			statement.add(c, c.visible(by).and(c.matching(by, terms, input.Q)), maxPerCollection)
		}
	}
	err := statement.read(tx.WithContext(ctx), &results)
	for i, found := range results.Users {
		results.Users[i].AssociateCPF = by.ConcealOf(auth.CPF, found.AssociateCPF)
	}
	return results, err
}

func (in Input) covers(collection string) bool {
	return len(in.Only) == 0 || slices.Contains(in.Only, collection)
}

// query is one statement for several collections, so that a search needs a single connection and
// works in a transaction.
type query struct {
	parts     []string
	arguments []any
}

func (q *query) add(c collection, where condition, limit int) {
	q.parts = append(q.parts, fmt.Sprintf("select '%s' as collection, coalesce(json_agg(r), '[]') as found from (select %s from %s where %s order by %s limit %d) r",
		c.name, c.columns, c.name, where.sql, c.order, limit))
	q.arguments = append(q.arguments, where.arguments...)
}

// row is the result of one collection.
type row struct {
	Collection string
	Found      json.RawMessage
}

func (q *query) read(tx *db.DB, into *Results) error {
	if len(q.parts) == 0 {
		return nil
	}
	var rows []row
	if err := db.Unprepared(tx).Raw(strings.Join(q.parts, " union all "), q.arguments...).Find(&rows).Error; err != nil {
		return err
	}
	for _, row := range rows {
		if err := json.Unmarshal(row.Found, into.list(row.Collection)); err != nil {
			return fmt.Errorf("read the %s found: %w", row.Collection, err)
		}
	}
	return nil
}
