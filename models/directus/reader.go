// Package directus moves an association out of a Directus that has the collections of the specification: rows with their ids,
// dates and authors, operators with their password hashes, and files. It can run again and again until the day of the change,
// and compares both sides at the end. It knows tables by their columns alone and owns only its marks.
package directus

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

// Reader reads a Directus. Page returns at most batch rows, no row only after the last one, and absentError for a collection that the
// Directus does not have.
type Reader interface {
	Page(ctx context.Context, query Query) ([]Row, error)
	// Asset opens the bytes of a file.
	Asset(ctx context.Context, id string) (io.ReadCloser, error)
}

// Collections of Directus itself.
const (
	usersCollection = "directus_users"
	rolesCollection = "directus_roles"
	filesCollection = "directus_files"
	filesLabel      = "Arquivos" // in the report
)

// absentError says that a collection does not exist, or that the token may not read it.
type absentError struct{ collection, reason string }

func (e absentError) Error() string { return fmt.Sprintf("%s: %s", e.collection, e.reason) }

// eachPage calls use with the pages of a query until the last one.
func eachPage(ctx context.Context, from Reader, query Query, use func(rows []Row) error) error {
	for {
		rows, err := from.Page(ctx, query)
		if err != nil || len(rows) == 0 {
			return err
		}
		last := rows[len(rows)-1].text("id")
		if last == "" || last == query.After {
			return fmt.Errorf("a página depois de %q não anda", query.After)
		}
		if err := use(rows); err != nil {
			return err
		}
		query.After, query.Passed = last, query.Passed+len(rows)
	}
}

// decode reads a row without losing digits.
func decode(encoded []byte, into any) error {
	decoder := json.NewDecoder(bytes.NewReader(encoded))
	decoder.UseNumber()
	return decoder.Decode(into)
}

// text returns a field as text; empty for none.
func (r Row) text(field string) string {
	switch value := r[field].(type) {
	case nil:
		return ""
	case string:
		return value
	default:
		return fmt.Sprint(value)
	}
}
