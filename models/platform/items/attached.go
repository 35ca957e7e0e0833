package items

import (
	"context"
	"slices"

	"acolhe/models/platform/db"
)

// appendWithAttached appends the rows of a list, each with the rows that hang on it.
func (e *Engine) appendWithAttached(ctx context.Context, q *question, dst []byte) ([]byte, error) {
	attached := q.attached()
	keyColumns := make([]*Field, len(attached))
	for i, a := range attached {
		keyColumns[i] = q.view.byName[a.Key]
	}
	found, keys, err := e.readWithKeys(ctx, q, keyColumns)
	if err != nil {
		return dst, err
	}
	hanging := make([]map[string][]byte, len(attached))
	for i, a := range attached {
		if hanging[i], err = e.readHanging(ctx, q, a, keys[i]); err != nil {
			return dst, err
		}
	}
	dst = append(dst, '[')
	for row, members := range found {
		if row > 0 {
			dst = append(dst, ',')
		}
		dst = append(append(dst, '{'), members...)
		for i, a := range attached {
			dst = append(append(dst, `,"`+a.Name+`":[`...), hanging[i][keys[i][row]]...)
			dst = append(dst, ']')
		}
		dst = append(dst, '}')
	}
	return append(dst, ']'), nil
}

func (q *question) attached() []Attached {
	var wanted []Attached
	for _, a := range q.collection.rules.Attached {
		if slices.Contains(q.query.Switches, a.Name) {
			wanted = append(wanted, a)
		}
	}
	return wanted
}

// readWithKeys gives the members of each row as JSON, and the values of its key columns.
func (e *Engine) readWithKeys(ctx context.Context, q *question, keyColumns []*Field) (found [][]byte, keys [][]string, err error) {
	columns := columnsOf(slices.Concat(q.fields, keyColumns))
	rows, err := e.pool.Query(ctx, q.page(columns), q.where.arguments(asText)...)
	if err != nil {
		return nil, nil, db.Translate(err)
	}
	defer rows.Close()
	keys = make([][]string, len(keyColumns))
	for rows.Next() {
		values := rows.RawValues()
		found = append(found, appendMembers(nil, q.fields, values))
		for i := range keyColumns {
			keys[i] = append(keys[i], string(values[len(q.fields)+i]))
		}
	}
	return found, keys, db.Translate(rows.Err())
}

// readHanging gives, by key, the rows that hang on the keys, as members of a JSON list.
func (e *Engine) readHanging(ctx context.Context, q *question, a Attached, keys []string) (map[string][]byte, error) {
	foreign := q.view.byName[a.ForeignKey]
	var s statement
	s.add("select ", q.view.columns, ", ", foreign.quoted, " from ", q.collection.table, " where ", foreign.quoted, " = any(")
	s.value(keys, "text[]")
	s.add("::", foreign.Kind.Type(), `[]) order by "id"`)
	rows, err := e.pool.Query(ctx, s.String(), s.arguments(asText)...)
	if err != nil {
		return nil, db.Translate(err)
	}
	defer rows.Close()
	hanging := map[string][]byte{}
	for rows.Next() {
		values := rows.RawValues()
		key := string(values[len(q.view.fields)])
		if list := hanging[key]; list != nil {
			hanging[key] = append(list, ',')
		}
		hanging[key] = appendRow(hanging[key], q.view.fields, values)
	}
	return hanging, db.Translate(rows.Err())
}
