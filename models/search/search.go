// Package search looks for people, orders and work in all collections at once, and remembers
// what a person opened that way. Whoever asks finds what they may read, and nothing else:
// the matrix decides about a collection, the scope in the query about its rows. Searching
// within one collection is that area's own.
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
	// each is how many rows of a collection are offered: more are looked for in its own list.
	each     = 8
	fewest   = 2
	longest  = 200
	mostWord = 8
)

// Input is the query of GET /search.
type Input struct {
	// Q is looked for in names, e-mails, codes, CPF and phone; accents, case and punctuation
	// do not matter. A number also finds the order with this number.
	Q string `form:"q"`
	// Only names the collections to look into; all of them when empty.
	Only []string
}

// Everywhere finds at most eight rows of each collection that the caller may read; the other
// collections have none. Fewer than two characters find nothing, more than 200 are 400.
func Everywhere(ctx context.Context, tx *db.DB, by auth.Caller, input Input) (Results, error) {
	input.Q = strings.TrimSpace(input.Q)
	if utf8.RuneCountInString(input.Q) > longest {
		return Results{}, errs.Invalid("q", "pode ter no máximo 200 caracteres")
	}
	results := none()
	wanted := wordsOf(input.Q)
	if utf8.RuneCountInString(input.Q) < fewest || len(wanted) == 0 {
		return results, nil
	}
	var asked query
	for _, of := range collections() {
		if input.covers(of.name) && access.Can(by, of.name, access.Read) {
			asked.add(of, of.visible(by).and(of.matching(wanted, input.Q)), each)
		}
	}
	err := asked.read(tx.WithContext(ctx), &results)
	return results, err
}

func (in Input) covers(collection string) bool {
	return len(in.Only) == 0 || slices.Contains(in.Only, collection)
}

// query is the collections of one search as one statement: it works in a transaction too, and
// takes a single connection of the pool.
type query struct {
	parts     []string
	arguments []any
}

func (q *query) add(of collection, where condition, limit int) {
	q.parts = append(q.parts, fmt.Sprintf("select '%s' as collection, coalesce(json_agg(r), '[]') as found from (select %s from %s where %s order by %s limit %d) r",
		of.name, of.columns, of.name, where.sql, of.order, limit))
	q.arguments = append(q.arguments, where.arguments...)
}

// part is what one collection answered.
type part struct {
	Collection string
	Found      json.RawMessage
}

func (q *query) read(tx *db.DB, into *Results) error {
	if len(q.parts) == 0 {
		return nil
	}
	var rows []part
	err := db.WithCustomPlan(tx, func(tx *db.DB) error {
		return tx.Raw(strings.Join(q.parts, " union all "), q.arguments...).Find(&rows).Error
	})
	if err != nil {
		return err
	}
	for _, row := range rows {
		if err := json.Unmarshal(row.Found, into.of(row.Collection)); err != nil {
			return fmt.Errorf("read the %s found: %w", row.Collection, err)
		}
	}
	return nil
}
