package items

import (
	"context"
	"fmt"
	"reflect"
	"slices"

	"acolhe/models/platform/db"
	"acolhe/models/platform/items/dialect"
	"acolhe/models/types/access"
	"acolhe/models/types/errs"
)

// rowsOf gives the ids of a batch in their order; one that is not the caller's to see is 404
// NOT_FOUND.
func (e *Engine) rowsOf(ctx context.Context, tx *db.DB, asked Request, b batch) ([]int64, error) {
	ids := b.keys
	if b.query != nil {
		var err error
		if ids, err = e.resolve(ctx, tx, asked, *b.query); err != nil {
			return nil, err
		}
	}
	return ids, e.allow(ctx, tx, asked, ids)
}

// resolve gives the ids of the rows that a batch's query finds.
func (e *Engine) resolve(ctx context.Context, tx *db.DB, asked Request, query dialect.Query) ([]int64, error) {
	// Which rows a query finds tells what stands in them.
	if err := access.Require(asked.By, asked.Collection, access.Read); err != nil {
		return nil, err
	}
	chosen := dialect.Query{Filter: query.Filter, Search: query.Search, Sort: query.Sort, Window: query.Window, Page: query.Page}
	if chosen.Window.Count = ""; !reflect.DeepEqual(query, chosen) {
		return nil, errs.Invalid("query", "aceita filter, search, sort, limit, offset e page")
	}
	if limit := query.Window.Limit; limit == nil || *limit == noLimit {
		if query.Page > 1 {
			return nil, errs.Invalid("query.page", "só serve com limit")
		}
		query.Window.Limit = new(MaxBatch + 1)
	}
	q, err := e.collections[asked.Collection].ask(asked.By, query, e.reader(ctx, asked.By.Now))
	if err != nil {
		return nil, err
	}
	ids, err := e.idsOf(ctx, tx, q, q.page(`"id"`))
	if err == nil && len(ids) > MaxBatch {
		return nil, errs.Invalid("query", fmt.Sprintf("acha mais de %d registros", MaxBatch))
	}
	if err != nil || len(ids) == 0 {
		return nil, err
	}
	return e.hold(ctx, tx, q, ids)
}

// hold keeps the rows that a query found until the transaction ends, those that it still finds
// once nobody else is changing them. It locks in the order of the ids, as lock does.
func (e *Engine) hold(ctx context.Context, tx *db.DB, q *question, ids []int64) ([]int64, error) {
	q.where.oneOf(ids)
	return e.idsOf(ctx, tx, q, `select "id" from `+q.collection.table+q.where.String()+` order by "id" for update`)
}

func (e *Engine) idsOf(ctx context.Context, tx *db.DB, q *question, sql string) ([]int64, error) {
	rows, err := tx.Statement.ConnPool.QueryContext(ctx, sql, q.where.args...)
	if err != nil {
		return nil, db.Translate(err)
	}
	defer rows.Close()
	var ids []int64
	for rows.Next() {
		var id int64
		if err := rows.Scan(&id); err != nil {
			return nil, err
		}
		ids = append(ids, id)
	}
	return ids, db.Translate(rows.Err())
}

// allow keeps to the rows that the caller may see. Who sees all is left to the verbs, which
// answer for rows that do not exist and take their locks in an order of their own.
func (e *Engine) allow(ctx context.Context, tx *db.DB, asked Request, ids []int64) error {
	if _, tied := access.PartnerCode(asked.By); !tied {
		return nil
	}
	_, err := e.lock(ctx, tx, asked, ids)
	return err
}

// lock holds the rows until the transaction ends and gives their states. It locks in the
// order of the ids, so that two batches cannot wait for each other.
func (e *Engine) lock(ctx context.Context, tx *db.DB, asked Request, ids []int64) (map[int64]int64, error) {
	c := e.collections[asked.Collection]
	q := &question{collection: c, view: c.views[audienceOf(asked.By)]}
	if err := q.limitTo(asked.By); err != nil {
		return nil, err
	}
	q.where.oneOf(ids)
	rows, err := tx.Statement.ConnPool.QueryContext(ctx,
		`select "id", `+q.view.state+" from "+c.table+q.where.String()+` order by "id" for update`, q.where.args...)
	if err != nil {
		return nil, db.Translate(err)
	}
	defer rows.Close()
	states := map[int64]int64{}
	for rows.Next() {
		var id, state int64
		if err := rows.Scan(&id, &state); err != nil {
			return nil, err
		}
		states[id] = state
	}
	if err := rows.Err(); err != nil {
		return nil, db.Translate(err)
	}
	missing := slices.ContainsFunc(ids, func(id int64) bool {
		_, found := states[id]
		return !found
	})
	if missing {
		return nil, errs.NotFound("Registro não encontrado.")
	}
	return states, nil
}
