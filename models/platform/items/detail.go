package items

import (
	"context"
	"reflect"
	"strconv"

	"github.com/jackc/pgx/v5"

	"acolhe/models/platform/db"
	"acolhe/models/platform/items/dialect"
	"acolhe/models/types/errs"
)

// Find appends one row to dst as a JSON object and gives its state as a tag that changes
// with any field the caller sees. A row that does not exist, or is not theirs, is 404 NOT_FOUND.
func (e *Engine) Find(ctx context.Context, asked Request, id int64, dst []byte) (body []byte, tag string, err error) {
	q, err := e.questionOfOne(asked)
	if err != nil {
		return dst, "", err
	}
	q.where.and()
	q.where.add(`"id" = `)
	q.where.value(id, "bigint")
	sql := "select " + columnsOf(q.fields) + ", " + q.view.state + " from " + q.collection.table + q.where.String()
	rows, err := e.pool.Query(ctx, sql, q.where.arguments(asText)...)
	if err != nil {
		return dst, "", db.Translate(err)
	}
	defer rows.Close()
	if !rows.Next() {
		return dst, "", orMissing(rows)
	}
	values := rows.RawValues()
	return appendRow(dst, q.fields, values), string(values[len(q.fields)]), nil
}

// findIn is Find within a transaction, which may have written the row itself. Its values come
// through database/sql, and so as text by a cast.
func (e *Engine) findIn(ctx context.Context, tx *db.DB, asked Request, id int64) (row []byte, tag string, err error) {
	q, err := e.questionOfOne(asked)
	if err != nil {
		return nil, "", err
	}
	q.where.oneOf([]int64{id})
	var s statement
	s.add("select ")
	for _, field := range q.fields {
		s.add(field.quoted, "::text, ")
	}
	s.add(q.view.state, " from ", q.collection.table, q.where.String())
	values := make([][]byte, len(q.fields)+1)
	into := make([]any, len(values))
	for i := range values {
		into[i] = &values[i]
	}
	if err := tx.Statement.ConnPool.QueryRowContext(ctx, s.String(), q.where.args...).Scan(into...); err != nil {
		return nil, "", db.Translate(err)
	}
	return appendRow(nil, q.fields, values), string(values[len(q.fields)]), nil
}

// questionOfOne reads the query of a single row, which only `fields` has a meaning for. Rows
// that lists leave out can be asked for by their number.
func (e *Engine) questionOfOne(asked Request) (*question, error) {
	c, err := e.find(asked.Collection)
	if err != nil {
		return nil, err
	}
	query, err := dialect.Parse(asked.Query, nil)
	if err != nil {
		return nil, err
	}
	only := dialect.Query{Fields: query.Fields}
	if !reflect.DeepEqual(query, only) {
		return nil, errs.Invalid("query", "aqui só cabe fields")
	}
	q := &question{collection: c, view: c.views[audienceOf(asked.By)], query: only}
	var problems errs.Problems
	q.fields = q.choose(&problems)
	if err := q.limitTo(asked.By); err != nil {
		return nil, err
	}
	return q, problems.Err()
}

// Reread appends rows that were just written, in the order of their ids, as a JSON list.
func (e *Engine) Reread(ctx context.Context, asked Request, ids []int64, dst []byte) ([]byte, error) {
	q, err := e.questionOfOne(asked)
	if err != nil {
		return dst, err
	}
	q.where.oneOf(ids)
	sql := "select " + columnsOf(q.fields) + " from " + q.collection.table + q.where.String() + ` order by "id"`
	return e.appendRows(ctx, dst, sql, &q.where, q.fields)
}

func orMissing(rows pgx.Rows) error {
	rows.Close()
	if err := rows.Err(); err != nil {
		return db.Translate(err)
	}
	return errs.NotFound("Registro não encontrado.")
}

// anyTag is the tag that every state has.
const anyTag = "*"

// tagOf spells a state as the headers do.
func tagOf(state int64) string { return strconv.FormatInt(state, 10) }
