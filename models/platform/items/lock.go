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

// batchIDs returns the ids of a batch in their order; a row that the caller may not see is 404
// NOT_FOUND.
func (e *Engine) batchIDs(ctx context.Context, tx *db.DB, req Request, b batch) ([]int64, error) {
	ids := b.keys
	if b.query != nil {
		var err error
		if ids, err = e.resolve(ctx, tx, req, *b.query); err != nil {
			return nil, err
		}
	}
	return ids, e.checkVisible(ctx, tx, req, ids)
}

// resolve locks the rows that a batch's query finds and returns their ids.
func (e *Engine) resolve(ctx context.Context, tx *db.DB, req Request, query dialect.Query) ([]int64, error) {
	// The ids of the found rows disclose values, so the caller needs to read.
	if err := access.Require(req.By, req.Collection, access.Read); err != nil {
		return nil, err
	}
	if !query.Selects() {
		return nil, errs.Invalid("query", "precisa de filter, search ou limit: sem eles acharia tudo")
	}
	allowed := dialect.Query{Filter: query.Filter, Search: query.Search, Sort: query.Sort, Window: query.Window, Page: query.Page}
	if allowed.Window.Count = ""; !reflect.DeepEqual(query, allowed) {
		return nil, errs.Invalid("query", "aceita filter, search, sort, limit, offset e page")
	}
	if limit := query.Window.Limit; limit == nil || *limit == noLimit {
		if query.Page > 1 {
			return nil, errs.Invalid("query.page", "só serve com limit")
		}
		query.Window.Limit = new(MaxBatch + 1)
	}
	q, err := e.collections[req.Collection].bind(req.By, query, e.reader(ctx, req.By.Now))
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
	return e.lockFound(ctx, tx, q, ids)
}

// lockFound locks the found rows until the transaction ends, and returns those that still match
// after other transactions have ended. It locks in the order of the ids, as lock does.
func (e *Engine) lockFound(ctx context.Context, tx *db.DB, q *selection, ids []int64) ([]int64, error) {
	q.where.idIn(ids)
	return e.idsOf(ctx, tx, q, `select "id" from `+q.collection.table+q.where.String()+` order by "id" for update`)
}

func (e *Engine) idsOf(ctx context.Context, tx *db.DB, q *selection, sql string) ([]int64, error) {
	rows, err := tx.Statement.ConnPool.QueryContext(ctx, sql, q.where.arguments()...)
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

// checkVisible refuses rows that the caller may not see. For a caller who sees all rows the verbs
// check that a row exists, and lock in an order of their own.
func (e *Engine) checkVisible(ctx context.Context, tx *db.DB, req Request, ids []int64) error {
	if _, tied := access.PartnerCode(req.By); !tied {
		return nil
	}
	_, err := e.lock(ctx, tx, req, ids)
	return err
}

// lock locks the rows until the transaction ends and returns their states. It locks in the order of the ids, so that
// two batches cannot deadlock.
func (e *Engine) lock(ctx context.Context, tx *db.DB, req Request, ids []int64) (map[int64]int64, error) {
	c := e.collections[req.Collection]
	q := &selection{collection: c, view: c.rowView(req.By)}
	if err := q.restrictTo(req.By); err != nil {
		return nil, err
	}
	q.where.idIn(ids)
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
