package items

import (
	"context"
	"reflect"
	"slices"
	"strconv"

	"github.com/jackc/pgx/v5"

	"acolhe/models/platform/db"
	"acolhe/models/platform/items/dialect"
	"acolhe/models/types/errs"
)

// Row is one row as a JSON object. Tag identifies its state and changes with any field that the
// caller sees.
type Row struct {
	JSON []byte
	Tag  string
}

// Find appends the JSON of one row to dst. A row that the caller may not see is 404 NOT_FOUND.
func (e *Engine) Find(ctx context.Context, req Request, id int64, dst []byte) (Row, error) {
	q, err := e.parseForRow(req)
	if err != nil {
		return Row{}, err
	}
	q.where.and()
	q.where.add(`"id" = `)
	q.where.value(id, "bigint")
	sql := "select " + columnsOf(q.fields) + ", " + q.view.state + " from " + q.collection.table + q.where.String()
	rows, err := e.connection.PoolFor(ctx).Query(ctx, sql, q.where.arguments(asText)...)
	if err != nil {
		return Row{}, db.Translate(err)
	}
	defer rows.Close()
	if !rows.Next() {
		return Row{}, orMissing(rows)
	}
	values := rows.RawValues()
	return Row{appendRow(dst, q.fields, values), string(values[len(q.fields)])}, nil
}

// findIn is Find within a transaction, which may have written the row. database/sql returns the
// values as text because of a cast.
func (e *Engine) findIn(ctx context.Context, tx *db.DB, req Request, id int64) (Row, error) {
	q, err := e.parseForRow(req)
	if err != nil {
		return Row{}, err
	}
	q.where.idIn([]int64{id})
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
	if err := tx.Statement.ConnPool.QueryRowContext(ctx, s.String(), q.where.arguments()...).Scan(into...); err != nil {
		return Row{}, db.Translate(err)
	}
	return Row{appendRow(nil, q.fields, values), string(values[len(q.fields)])}, nil
}

// parseForRow binds the query of a single row, in which only `fields` is allowed. The default
// filter of lists does not apply.
func (e *Engine) parseForRow(req Request) (*selection, error) {
	c, err := e.find(req.Collection)
	if err != nil {
		return nil, err
	}
	query, err := dialect.Parse(req.Query, nil)
	if err != nil {
		return nil, err
	}
	only := dialect.Query{Fields: query.Fields}
	if !reflect.DeepEqual(query, only) {
		return nil, errs.Invalid("query", "aqui só cabe fields")
	}
	q := &selection{collection: c, view: c.rowView(req.By), parsed: only}
	q.where.unprepared = !only.IsPlain()
	var problems errs.Problems
	q.fields = q.chooseFields(&problems)
	if err := q.restrictTo(req.By); err != nil {
		return nil, err
	}
	return q, problems.Err()
}

// Reread appends rows that were just written to dst, as a JSON array in the order of their ids.
func (e *Engine) Reread(ctx context.Context, req Request, ids []int64, dst []byte) ([]byte, error) {
	q, err := e.parseForRow(req)
	if err != nil {
		return dst, err
	}
	shown := q.collection.listView(req.By).byName
	q.fields = slices.DeleteFunc(slices.Clone(q.fields), func(field *Field) bool { return shown[field.Name] == nil })
	q.where.idIn(ids)
	sql := "select " + columnsOf(q.fields) + " from " + q.collection.table + q.where.String() + ` order by "id"`
	return e.appendRows(ctx, dst, sql, q.where.arguments(asText), listing{fields: q.fields, key: -1})
}

func orMissing(rows pgx.Rows) error {
	rows.Close()
	if err := rows.Err(); err != nil {
		return db.Translate(err)
	}
	return errs.NotFound("Registro não encontrado.")
}

// anyTag is the tag that matches every state.
const anyTag = "*"

// tagOf returns the tag of a state.
func tagOf(state int64) string { return strconv.FormatInt(state, 10) }
