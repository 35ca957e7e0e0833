package items

import (
	"context"
	"slices"

	"acolhe/models/platform/db"
)

// appendWithIncluded appends the rows of a list, each with its included rows.
func (e *Engine) appendWithIncluded(ctx context.Context, q *selection, dst []byte) ([]byte, error) {
	inclusions := q.included()
	keyColumns := make([]*Field, len(inclusions))
	for i, inclusion := range inclusions {
		keyColumns[i] = q.view.byName[inclusion.Key]
	}
	found, keys, err := e.readWithKeys(ctx, q, keyColumns)
	if err != nil {
		return dst, err
	}
	included := make([]map[string][]byte, len(inclusions))
	for i, inclusion := range inclusions {
		if included[i], err = e.readIncluded(ctx, q, inclusion, keys[i]); err != nil {
			return dst, err
		}
	}
	dst = append(dst, '[')
	for row, members := range found {
		if row > 0 {
			dst = append(dst, ',')
		}
		dst = append(append(dst, '{'), members...)
		for i, inclusion := range inclusions {
			dst = append(append(dst, `,"`+inclusion.Name+`":[`...), included[i][keys[i][row]]...)
			dst = append(dst, ']')
		}
		dst = append(dst, '}')
	}
	return append(dst, ']'), nil
}

func (q *selection) included() []Inclusion {
	var wanted []Inclusion
	for _, inclusion := range q.collection.rules.Included {
		if slices.Contains(q.parsed.Switches, inclusion.Name) {
			wanted = append(wanted, inclusion)
		}
	}
	return wanted
}

// readWithKeys returns the members of each row as JSON, and the values of its key columns.
func (e *Engine) readWithKeys(ctx context.Context, q *selection, keyColumns []*Field) (found [][]byte, keys [][]string, err error) {
	listed := listingOf(ctx, q.collection, q.view, slices.Concat(q.fields, keyColumns))
	rows, err := e.connection.PoolFor(ctx).Query(ctx, q.page(listed.columns), q.where.arguments(asText)...)
	if err != nil {
		return nil, nil, db.Translate(err)
	}
	defer rows.Close()
	keys = make([][]string, len(keyColumns))
	for rows.Next() {
		values := rows.RawValues()
		listed.collect(values)
		found = append(found, appendMembers(nil, q.fields, values))
		for i := range keyColumns {
			keys[i] = append(keys[i], string(values[len(q.fields)+i]))
		}
	}
	return found, keys, db.Translate(rows.Err())
}

// readIncluded returns, by key, the included rows as elements of a JSON array.
func (e *Engine) readIncluded(ctx context.Context, q *selection, a Inclusion, keys []string) (map[string][]byte, error) {
	foreign := q.view.byName[a.ForeignKey]
	s := statement{unprepared: q.where.unprepared}
	s.add("select ", q.view.columns, ", ", foreign.quoted, " from ", q.collection.table, " where ", foreign.quoted, " = any(")
	s.value(keys, "text[]")
	s.add("::", foreign.Kind.Type(), `[]) order by "id"`)
	rows, err := e.connection.PoolFor(ctx).Query(ctx, s.String(), s.arguments(asText)...)
	if err != nil {
		return nil, db.Translate(err)
	}
	defer rows.Close()
	included := map[string][]byte{}
	for rows.Next() {
		values := rows.RawValues()
		key := string(values[len(q.view.fields)])
		if list := included[key]; list != nil {
			included[key] = append(list, ',')
		}
		included[key] = appendRow(included[key], q.view.fields, values)
	}
	return included, db.Translate(rows.Err())
}
