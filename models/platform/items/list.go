package items

import (
	"context"
	"slices"

	"github.com/jackc/pgx/v5"

	"acolhe/models/platform/db"
	"acolhe/models/platform/shown"
	"acolhe/models/types/auth"
	"acolhe/models/types/page"
)

// asText makes PostgreSQL return every value as text, which is written to JSON directly.
var asText = pgx.QueryResultFormats{pgx.TextFormatCode}

// Rows are the rows of a list as a JSON array, with the meta of the list.
type Rows struct {
	JSON []byte
	Meta page.Meta
}

// List appends the JSON of the matching rows to dst. It returns 404 NOT_FOUND for an unknown
// collection, 400 VALIDATION_ERROR for a query with unknown names or wrong values, and 403
// FORBIDDEN for a caller who may not read the collection.
func (e *Engine) List(ctx context.Context, req Request, dst []byte) (Rows, error) {
	q, err := e.parse(ctx, req)
	if err != nil {
		return Rows{}, err
	}
	meta, err := e.meta(ctx, q)
	if err != nil {
		return Rows{}, err
	}
	switch {
	case q.isGrouped():
		dst, err = e.appendGroups(ctx, q, dst)
	case len(q.parsed.Switches) > 0:
		dst, err = e.appendWithIncluded(ctx, q, dst)
	default:
		listed := listingOf(ctx, q.collection, q.view, q.fields)
		dst, err = e.appendRows(ctx, dst, q.page(listed.columns), q.where.arguments(asText), listed)
	}
	return Rows{dst, meta}, err
}

// meta returns the window with the requested counts.
func (e *Engine) meta(ctx context.Context, q *selection) (page.Meta, error) {
	count := func(where *statement) counting {
		return func() (string, []any, error) {
			return "select count(*) from " + q.collection.table + where.String(), where.arguments(), nil
		}
	}
	return e.count(ctx, q.window, count(&q.scope), count(&q.where))
}

// counting returns a statement that counts rows, as pgx runs it.
type counting func() (sql string, args []any, err error)

// count returns a window with the requested counts: total_count of total, filter_count of filtered.
func (e *Engine) count(ctx context.Context, window page.Range, total, filtered counting) (page.Meta, error) {
	meta := page.Meta{Limit: window.Limit, Offset: window.Offset}
	for _, counted := range []struct {
		name string
		by   counting
		into **int
	}{{page.TotalCount, total, &meta.TotalCount}, {page.FilterCount, filtered, &meta.FilterCount}} {
		if !window.Wants(counted.name) {
			continue
		}
		sql, args, err := counted.by()
		if err != nil {
			return meta, err
		}
		*counted.into = new(int)
		if err := e.connection.PoolFor(ctx).QueryRow(ctx, sql, args...).Scan(*counted.into); err != nil {
			return meta, db.Translate(err)
		}
	}
	return meta, nil
}

// listing is what a statement selects: the fields of the answer, and the key of each row for the log of reads.
type listing struct {
	fields []*Field
	// columns is their SQL, with that of the key behind them if it is not one of them.
	columns string
	// key is the index of the key among the columns; negative if nobody collects it.
	key     int
	of      string
	records *shown.Records
}

// listingOf returns what a list of these fields selects.
func listingOf(ctx context.Context, of *Collection, seen view, fields []*Field) listing {
	l := listing{fields: fields, columns: columnsOf(fields), key: -1, of: of.name, records: shown.Of(ctx)}
	id := seen.byName["id"]
	if l.records == nil || id == nil {
		return l
	}
	if l.key = slices.Index(fields, id); l.key < 0 {
		l.key = len(fields)
		l.columns += ", " + id.quoted
	}
	return l
}

// collect adds the row with these values to those that the answer contains.
func (l listing) collect(values [][]byte) {
	if l.key >= 0 {
		l.records.Add(l.of, string(values[l.key]))
	}
}

// appendRows runs SQL that selects a listing, with the options and the values in args, and appends the rows.
func (e *Engine) appendRows(ctx context.Context, dst []byte, sql string, args []any, listed listing) ([]byte, error) {
	rows, err := e.connection.PoolFor(ctx).Query(ctx, sql, args...)
	if err != nil {
		return dst, db.Translate(err)
	}
	defer rows.Close()
	dst = append(dst, '[')
	for first := true; rows.Next(); first = false {
		if !first {
			dst = append(dst, ',')
		}
		values := rows.RawValues()
		listed.collect(values)
		dst = appendRow(dst, listed.fields, values)
	}
	return append(dst, ']'), db.Translate(rows.Err())
}

func appendRow(dst []byte, fields []*Field, values [][]byte) []byte {
	return append(appendMembers(append(dst, '{'), fields, values), '}')
}

func appendMembers(dst []byte, fields []*Field, values [][]byte) []byte {
	for i, field := range fields {
		if i > 0 {
			dst = append(dst, ',')
		}
		dst = append(dst, field.lead...)
		dst = field.Kind.AppendJSON(dst, values[i])
	}
	return dst
}

// Selected is a window of a list whose rows an area selects by its own scope and filters.
type Selected struct {
	// Rows describes the rows in the answer.
	Rows *Collection
	// Scope selects the rows that the caller may see, Filtered those of them that match the filters.
	Scope, Filtered *db.DB
	Window          page.Range
	// Order is a total order.
	Order string
	// Unprepared is true if the caller shapes the statement: see db.Unprepared.
	Unprepared bool
	// IfEmpty returns the error of a list without rows, for example of an unknown person; nil for a list that may be empty.
	IfEmpty func() error
}

// Read returns the rows of an area's list with the fields that the caller sees; their JSON is appended to dst. A field that
// lists hide from the caller is null.
func (e *Engine) Read(ctx context.Context, by auth.Caller, s Selected, dst []byte) (Rows, error) {
	count := func(rows *db.DB) counting {
		return func() (string, []any, error) { return s.statement(rows, "count(*)") }
	}
	meta, err := e.count(ctx, s.Window, count(s.Scope), count(s.Filtered))
	if err != nil {
		return Rows{}, err
	}
	view := s.Rows.rowView(by)
	sql, args, err := s.statement(db.InWindow(s.Filtered.Order(s.Order), s.Window), view.columnsFor(by))
	if err != nil {
		return Rows{}, err
	}
	before := len(dst)
	dst, err = e.appendRows(ctx, dst, sql, append([]any{asText}, args...), listingOf(ctx, s.Rows, view, view.fields))
	if isEmpty := string(dst[before:]) == "[]"; err == nil && isEmpty && s.IfEmpty != nil {
		err = s.IfEmpty()
	}
	return Rows{dst, meta}, err
}

// statement returns the SQL that selects columns of rows, as pgx runs it.
func (s Selected) statement(rows *db.DB, columns string) (sql string, args []any, err error) {
	sql, args, err = db.SQL(rows, columns)
	if s.Unprepared {
		args = append([]any{pgx.QueryExecModeCacheDescribe}, args...)
	}
	return sql, args, err
}
