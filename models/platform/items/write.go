package items

import (
	"cmp"
	"context"
	"encoding/json"
	"slices"

	"acolhe/models/platform/db"
	"acolhe/models/types/access"
	"acolhe/models/types/auth"
	"acolhe/models/types/errs"
)

// MaxBatch is the maximum number of rows that one request may write.
const MaxBatch = 500

// CodePreconditionFailed is the code for a change to a row whose state no longer matches If-Match.
const CodePreconditionFailed = "PRECONDITION_FAILED"

// IDOnly reports whether the answer to a write is only the id, because the caller may write to the
// collection but not read it. It is the rule of every route that writes.
func IDOnly(by auth.Caller, collection string) bool {
	return !access.Can(by, collection, access.Read)
}

// Written is a row that was just stored. Row is empty if the answer is only the id.
type Written struct {
	ID  int64
	Row Row
}

// Create stores the row of an object, in a transaction that the caller may have begun, and returns
// the stored row. It returns the errors of the area's verb.
func (e *Engine) Create(ctx context.Context, tx *db.DB, req Request, body json.RawMessage) (written Written, err error) {
	create, err := e.creator(req)
	if err != nil {
		return written, err
	}
	err = tx.WithContext(ctx).Transaction(func(tx *db.DB) error {
		if written.ID, err = e.createOne(ctx, tx, req, create, body); err != nil {
			return err
		}
		if !IDOnly(req.By, req.Collection) {
			written.Row, err = e.findIn(ctx, tx, req, written.ID)
		}
		return err
	})
	return written, err
}

// CreateMany stores the rows of a list of objects, all or none, and returns their ids. The fields
// of a refusal begin with the index of the object, as in `[i].`.
func (e *Engine) CreateMany(ctx context.Context, req Request, body json.RawMessage) (ids []int64, err error) {
	create, err := e.creator(req)
	if err != nil {
		return nil, err
	}
	bodies, err := objects(body)
	if err != nil {
		return nil, err
	}
	err = e.write(ctx, req, func(tx *db.DB) error {
		ids = make([]int64, len(bodies))
		for i, one := range bodies {
			if ids[i], err = e.createOne(ctx, tx, req, create, one); err != nil {
				return errs.AtIndex(i, err)
			}
		}
		return nil
	})
	return ids, err
}

// creator returns the collection's verb for creating, or 405 METHOD_NOT_ALLOWED.
func (e *Engine) creator(req Request) (*Creator, error) {
	if err := e.checkRequest(req); err != nil {
		return nil, err
	}
	writing := e.collections[req.Collection].rules.Writing
	if writing.Create == nil {
		return nil, writing.createNotAllowed()
	}
	return writing.Create, nil
}

func (e *Engine) createOne(ctx context.Context, tx *db.DB, req Request, create *Creator, body json.RawMessage) (int64, error) {
	input := create.input()
	if err := e.decode(body, input); err != nil {
		return 0, err
	}
	return create.do(ctx, tx, req.By, input)
}

// attempts is the maximum number of attempts of a write that PostgreSQL ends because of a deadlock.
const attempts = 5

// write runs a write in a transaction, and again after a deadlock: the rows of a list are created
// in its order, and two lists may refer to the same parents in different orders.
func (e *Engine) write(ctx context.Context, req Request, do func(tx *db.DB) error) error {
	lock := e.collections[req.Collection].rules.Writing.Lock
	for attempt := 1; ; attempt++ {
		err := e.tx.WithContext(ctx).Transaction(func(tx *db.DB) error {
			if lock != nil {
				if err := lock(ctx, tx); err != nil {
					return err
				}
			}
			return do(tx)
		})
		if attempt == attempts || !db.IsDeadlock(err) {
			return err
		}
	}
}

// Update changes one row by an object. If tags are given, as in If-Match, a row in another state is
// 412 PRECONDITION_FAILED. A row that the caller may not see is 404 NOT_FOUND.
func (e *Engine) Update(ctx context.Context, req Request, id int64, tags []string, body json.RawMessage) error {
	if err := e.checkRequest(req); err != nil {
		return err
	}
	return e.write(ctx, req, func(tx *db.DB) error {
		if err := e.checkState(ctx, tx, req, id, tags); err != nil {
			return err
		}
		return e.updateOne(ctx, tx, req, id, body)
	})
}

// checkState locks the row and refuses one whose state is not among the tags. Without tags every
// state is allowed.
func (e *Engine) checkState(ctx context.Context, tx *db.DB, req Request, id int64, tags []string) error {
	if len(tags) == 0 {
		return e.checkVisible(ctx, tx, req, []int64{id})
	}
	states, err := e.lock(ctx, tx, req, []int64{id})
	if err != nil {
		return err
	}
	if !slices.Contains(tags, anyTag) && !slices.Contains(tags, tagOf(states[id])) {
		return errs.New(errs.KindPreconditionFailed, CodePreconditionFailed,
			"O registro mudou desde que foi lido. Leia de novo e refaça a alteração.")
	}
	return nil
}

// UpdateMany changes the rows of a batch, all or none, and returns their ids.
func (e *Engine) UpdateMany(ctx context.Context, req Request, body json.RawMessage) (ids []int64, err error) {
	if err := e.checkRequest(req); err != nil {
		return nil, err
	}
	changes, err := readBatch(body)
	if err != nil {
		return nil, err
	}
	err = e.write(ctx, req, func(tx *db.DB) error {
		if ids, err = e.batchIDs(ctx, tx, req, changes); err != nil {
			return err
		}
		for _, i := range byID(ids) {
			err := e.updateOne(ctx, tx, req, ids[i], changes.bodyOf(i))
			if err != nil && changes.bodies != nil {
				err = errs.AtIndex(i, err)
			}
			if err != nil {
				return err
			}
		}
		return nil
	})
	return ids, err
}

// byID returns the positions of a batch in the order of its ids. Verbs lock their rows until the
// transaction ends, so two batches of the same rows cannot deadlock.
func byID(ids []int64) []int {
	positions := make([]int, len(ids))
	for i := range positions {
		positions[i] = i
	}
	slices.SortFunc(positions, func(a, b int) int { return cmp.Compare(ids[a], ids[b]) })
	return positions
}

func (e *Engine) updateOne(ctx context.Context, tx *db.DB, req Request, id int64, body json.RawMessage) error {
	update := e.collections[req.Collection].rules.Writing.Update
	if update == nil {
		return methodNotAllowed("altera registros")
	}
	input := update.input(id)
	if selective, ok := input.(Selective); ok {
		if err := selective.Admit(req.By, body); err != nil {
			return err
		}
	}
	if err := e.decode(body, input); err != nil {
		return err
	}
	return update.do(ctx, tx, req.By, input)
}

// Delete removes one row. It returns the errors of the area's verb. Tags are as in Update.
func (e *Engine) Delete(ctx context.Context, req Request, id int64, tags []string) error {
	if err := e.checkRequest(req); err != nil {
		return err
	}
	return e.write(ctx, req, func(tx *db.DB) error {
		if err := e.checkState(ctx, tx, req, id, tags); err != nil {
			return err
		}
		return e.deleteOne(ctx, tx, req, id)
	})
}

// DeleteMany removes the rows of a list of keys or of a query, all or none.
func (e *Engine) DeleteMany(ctx context.Context, req Request, body json.RawMessage) (ids []int64, err error) {
	if err := e.checkRequest(req); err != nil {
		return nil, err
	}
	removed, err := readRemoval(body)
	if err != nil {
		return nil, err
	}
	err = e.write(ctx, req, func(tx *db.DB) error {
		if ids, err = e.batchIDs(ctx, tx, req, removed); err != nil {
			return err
		}
		for _, i := range byID(ids) {
			if err := e.deleteOne(ctx, tx, req, ids[i]); err != nil {
				return err
			}
		}
		return nil
	})
	return ids, err
}

func (e *Engine) deleteOne(ctx context.Context, tx *db.DB, req Request, id int64) error {
	remove := e.collections[req.Collection].rules.Writing.Delete
	if remove == nil {
		return methodNotAllowed("exclui registros")
	}
	return (*remove)(ctx, tx, req.By, id)
}

// checkRequest refuses a write whose query has parameters other than the fields of the answer, and
// one to a collection that the caller may not use.
func (e *Engine) checkRequest(req Request) error {
	_, err := e.parseForRow(req)
	return err
}
