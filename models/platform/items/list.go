package items

import (
	"context"

	"github.com/jackc/pgx/v5"

	"acolhe/models/platform/db"
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
		dst, err = e.appendRows(ctx, dst, q.page(columnsOf(q.fields)), q.where.arguments(asText), q.fields)
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

// appendRows runs SQL that selects these fields, with the options and the values in args, and appends the rows.
func (e *Engine) appendRows(ctx context.Context, dst []byte, sql string, args []any, fields []*Field) ([]byte, error) {
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
		dst = appendRow(dst, fields, rows.RawValues())
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
