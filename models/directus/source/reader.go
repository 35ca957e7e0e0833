// Package source reads a Directus by its interface or by its PostgreSQL: pages of rows, and the bytes of files. It writes nothing and knows
// no rule of the association.
package source

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"strings"
	"time"
)

// Row is a row of a collection by its fields. Numbers are json.Number, so that no digit is lost.
type Row map[string]any

// Query asks for the rows of a collection in the order of their ids.
type Query struct {
	Collection string
	// After is the id after which the page begins; a number, or a UUID for the collections of Directus itself. Passed is the number of
	// rows that this run has read before it.
	After  string
	Passed int
	// Since, if not nil, may leave out rows that were neither created nor changed since then.
	Since *time.Time
}

// isOwn reports whether the collection is one of Directus itself.
func (q Query) isOwn() bool { return strings.HasPrefix(q.Collection, "directus_") }

// Reader reads a Directus. Page returns at most Batch rows, no row only after the last one, and AbsentError for a collection that the
// Directus does not have.
type Reader interface {
	Page(ctx context.Context, query Query) ([]Row, error)
	// Asset opens the bytes of a file.
	Asset(ctx context.Context, id string) (io.ReadCloser, error)
}

// Collections of Directus itself.
const (
	Users = "directus_users"
	Roles = "directus_roles"
	Files = "directus_files"
)

// Batch is the number of rows of a page at most.
const Batch = 500

// AbsentError says that a collection does not exist, or that the token may not read it.
type AbsentError struct{ Collection, Reason string }

// Error implements error.
func (e AbsentError) Error() string { return fmt.Sprintf("%s: %s", e.Collection, e.Reason) }

// EachPage calls use with the pages of a query until the last one.
func EachPage(ctx context.Context, from Reader, query Query, use func(rows []Row) error) error {
	for {
		rows, err := from.Page(ctx, query)
		if err != nil || len(rows) == 0 {
			return err
		}
		last := rows[len(rows)-1].Text("id")
		if last == "" || last == query.After {
			return fmt.Errorf("a página depois de %q não anda", query.After)
		}
		if err := use(rows); err != nil {
			return err
		}
		query.After, query.Passed = last, query.Passed+len(rows)
	}
}

// Decode reads a row without losing digits.
func Decode(encoded []byte, into any) error {
	decoder := json.NewDecoder(bytes.NewReader(encoded))
	decoder.UseNumber()
	return decoder.Decode(into)
}

// Text returns a field as text; empty for none.
func (r Row) Text(field string) string {
	switch value := r[field].(type) {
	case nil:
		return ""
	case string:
		return value
	default:
		return fmt.Sprint(value)
	}
}
