package items

import (
	"context"

	"github.com/jackc/pgx/v5"

	"acolhe/models/platform/db"
	"acolhe/models/types/page"
)

// asText makes PostgreSQL give every value as text, which is what JSON is made of.
var asText = pgx.QueryResultFormats{pgx.TextFormatCode}

// List appends the rows that match to dst as a JSON list, and gives what is to be said of
// them. It is 404 NOT_FOUND for an unknown collection, 400 VALIDATION_ERROR for a query with
// names or values that do not fit, 403 FORBIDDEN for who may not read here.
func (e *Engine) List(ctx context.Context, asked Request, dst []byte) ([]byte, page.Meta, error) {
	q, err := e.question(ctx, asked)
	if err != nil {
		return dst, page.Meta{}, err
	}
	meta, err := e.count(ctx, q)
	if err != nil {
		return dst, meta, err
	}
	switch {
	case q.isGrouped():
		dst, err = e.appendGroups(ctx, q, dst)
	case len(q.query.Switches) > 0:
		dst, err = e.appendWithAttached(ctx, q, dst)
	default:
		dst, err = e.appendRows(ctx, dst, q.page(columnsOf(q.fields)), &q.where, q.fields)
	}
	return dst, meta, err
}

// count gives the window with the counts that were asked for.
func (e *Engine) count(ctx context.Context, q *question) (page.Meta, error) {
	meta := page.Meta{Limit: q.window.Limit, Offset: q.window.Offset}
	for _, counted := range []struct {
		name string
		of   *statement
		into **int
	}{{page.TotalCount, &q.scope, &meta.TotalCount}, {page.FilterCount, &q.where, &meta.FilterCount}} {
		if !q.window.Wants(counted.name) {
			continue
		}
		*counted.into = new(int)
		row := e.pool.QueryRow(ctx, "select count(*) from "+q.collection.table+counted.of.String(), counted.of.arguments()...)
		if err := row.Scan(*counted.into); err != nil {
			return meta, db.Translate(err)
		}
	}
	return meta, nil
}

// appendRows runs SQL that selects the fields of what where tells, and appends what it finds.
func (e *Engine) appendRows(ctx context.Context, dst []byte, sql string, where *statement, fields []*Field) ([]byte, error) {
	rows, err := e.pool.Query(ctx, sql, where.arguments(asText)...)
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
