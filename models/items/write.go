package items

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"slices"

	"acolhe/models/access"
	"acolhe/models/db"
	"acolhe/models/errs"
	"acolhe/models/items/dialect"
)

// MaxBatch is how many rows one request may write.
const MaxBatch = 500

// CodePreconditionFailed refuses a change to a row that is not any more what If-Match says.
const CodePreconditionFailed = "PRECONDITION_FAILED"

// Create stores the row of an object, or the rows of a list of objects, all or none, and
// gives their ids. It answers with what the area's verb refuses, in a list under `[i].`.
func (e *Engine) Create(ctx context.Context, asked Request, body json.RawMessage) (ids []int64, err error) {
	if err := e.check(asked); err != nil {
		return nil, err
	}
	writing := e.collections[asked.Collection].rules.Writing
	create := writing.Create
	if create == nil {
		return nil, writing.notCreated()
	}
	bodies, isList, err := objects(body)
	if err != nil {
		return nil, err
	}
	return ids, e.tx.WithContext(ctx).Transaction(func(tx *db.DB) error {
		for i, one := range bodies {
			input := create.input()
			err := e.decode(one, input)
			if err == nil {
				var id int64
				id, err = create.do(ctx, tx, asked.By, input, asked.Now)
				ids = append(ids, id)
			}
			if err != nil {
				return at(isList, i, err)
			}
		}
		return nil
	})
}

// Update changes one row by an object. With tags, as If-Match sends them, a row in another
// state is 412 PRECONDITION_FAILED. A row that is not the caller's is 404 NOT_FOUND.
func (e *Engine) Update(ctx context.Context, asked Request, id int64, tags []string, body json.RawMessage) error {
	if err := e.check(asked); err != nil {
		return err
	}
	return e.tx.WithContext(ctx).Transaction(func(tx *db.DB) error {
		if err := e.expect(ctx, tx, asked, id, tags); err != nil {
			return err
		}
		return e.updateOne(ctx, tx, asked, id, body)
	})
}

// expect holds the row, if it is in one of the states that the tags name; without tags it may
// be in any.
func (e *Engine) expect(ctx context.Context, tx *db.DB, asked Request, id int64, tags []string) error {
	if len(tags) == 0 {
		return e.allow(ctx, tx, asked, []int64{id})
	}
	states, err := e.lock(ctx, tx, asked, []int64{id})
	if err != nil {
		return err
	}
	if !slices.Contains(tags, anyTag) && !slices.Contains(tags, tagOf(states[id])) {
		return errs.New(errs.KindPreconditionFailed, CodePreconditionFailed,
			"O registro mudou desde que foi lido. Leia de novo e refaça a alteração.")
	}
	return nil
}

// UpdateMany changes the rows of a batch, all or none, and gives their ids.
func (e *Engine) UpdateMany(ctx context.Context, asked Request, body json.RawMessage) (ids []int64, err error) {
	if err := e.check(asked); err != nil {
		return nil, err
	}
	changes, err := readBatch(body)
	if err != nil {
		return nil, err
	}
	return ids, e.tx.WithContext(ctx).Transaction(func(tx *db.DB) error {
		if ids, err = e.rowsOf(ctx, tx, asked, changes); err != nil {
			return err
		}
		for _, i := range byID(ids) {
			if err := e.updateOne(ctx, tx, asked, ids[i], changes.bodyOf(i)); err != nil {
				return at(changes.bodies != nil, i, err)
			}
		}
		return nil
	})
}

// byID gives the positions of a batch in the order of its ids: verbs hold their rows until the
// end, and so two batches of the same rows cannot wait for each other.
func byID(ids []int64) []int {
	positions := make([]int, len(ids))
	for i := range positions {
		positions[i] = i
	}
	slices.SortFunc(positions, func(a, b int) int { return cmp.Compare(ids[a], ids[b]) })
	return positions
}

func (e *Engine) updateOne(ctx context.Context, tx *db.DB, asked Request, id int64, body json.RawMessage) error {
	update := e.collections[asked.Collection].rules.Writing.Update
	if update == nil {
		return notThisWay("altera registros")
	}
	input := update.input(id)
	if err := e.decode(body, input); err != nil {
		return err
	}
	return update.do(ctx, tx, asked.By, input, asked.Now)
}

// Delete removes one row, or answers with what the area's verb refuses. Tags are as in Update.
func (e *Engine) Delete(ctx context.Context, asked Request, id int64, tags []string) error {
	if err := e.check(asked); err != nil {
		return err
	}
	return e.tx.WithContext(ctx).Transaction(func(tx *db.DB) error {
		if err := e.expect(ctx, tx, asked, id, tags); err != nil {
			return err
		}
		return e.deleteOne(ctx, tx, asked, id)
	})
}

// DeleteMany removes the rows that a list of keys or a query names, all or none.
func (e *Engine) DeleteMany(ctx context.Context, asked Request, body json.RawMessage) (ids []int64, err error) {
	if err := e.check(asked); err != nil {
		return nil, err
	}
	removed, err := readRemoval(body)
	if err != nil {
		return nil, err
	}
	return ids, e.tx.WithContext(ctx).Transaction(func(tx *db.DB) error {
		if ids, err = e.rowsOf(ctx, tx, asked, removed); err != nil {
			return err
		}
		for _, i := range byID(ids) {
			if err := e.deleteOne(ctx, tx, asked, ids[i]); err != nil {
				return err
			}
		}
		return nil
	})
}

func (e *Engine) deleteOne(ctx context.Context, tx *db.DB, asked Request, id int64) error {
	remove := e.collections[asked.Collection].rules.Writing.Delete
	if remove == nil {
		return notThisWay("exclui registros")
	}
	return (*remove)(ctx, tx, asked.By, id, asked.Now)
}

// check refuses a write whose query asks for more than the fields to answer with, and one to
// what the caller may not use at all.
func (e *Engine) check(asked Request) error {
	_, err := e.questionOfOne(asked)
	return err
}

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
	if query.Export != "" || len(query.Aggregates) > 0 || len(query.GroupBy) > 0 {
		return nil, errs.Invalid("query", "aceita filter, search, sort, limit, offset e page")
	}
	unlimited := query.Window.Limit <= 0
	if unlimited {
		query.Window.Limit = MaxBatch + 1
	}
	q, err := e.collections[asked.Collection].ask(asked.By, query, e.reader(ctx, asked.Now))
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
