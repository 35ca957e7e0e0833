package items

import (
	"cmp"
	"context"
	"encoding/json"
	"slices"

	"acolhe/models/platform/db"
	"acolhe/models/types/access"
	"acolhe/models/types/errs"
)

// MaxBatch is how many rows one request may write.
const MaxBatch = 500

// CodePreconditionFailed refuses a change to a row that is not any more what If-Match says.
const CodePreconditionFailed = "PRECONDITION_FAILED"

// Written is a row as who has just written it is answered: the whole of it with its tag, or its
// number alone when they may not read it.
type Written struct {
	ID  int64
	Row []byte
	Tag string
}

// Create stores the row of an object, in a transaction that the caller may have begun, and gives
// it as it stands there. It answers with what the area's verb refuses.
func (e *Engine) Create(ctx context.Context, tx *db.DB, asked Request, body json.RawMessage) (made Written, err error) {
	create, err := e.creating(asked)
	if err != nil {
		return made, err
	}
	err = tx.WithContext(ctx).Transaction(func(tx *db.DB) error {
		if made.ID, err = e.createOne(ctx, tx, asked, create, body); err != nil {
			return err
		}
		if access.Can(asked.By, asked.Collection, access.Read) {
			made.Row, made.Tag, err = e.findIn(ctx, tx, asked, made.ID)
		}
		return err
	})
	return made, err
}

// CreateMany stores the rows of a list of objects, all or none, and gives their ids. What is
// refused is told under `[i].`.
func (e *Engine) CreateMany(ctx context.Context, asked Request, body json.RawMessage) (ids []int64, err error) {
	create, err := e.creating(asked)
	if err != nil {
		return nil, err
	}
	bodies, err := objects(body)
	if err != nil {
		return nil, err
	}
	err = e.write(ctx, asked, func(tx *db.DB) error {
		ids = make([]int64, len(bodies))
		for i, one := range bodies {
			if ids[i], err = e.createOne(ctx, tx, asked, create, one); err != nil {
				return at(i, err)
			}
		}
		return nil
	})
	return ids, err
}

// creating gives the collection's way to create, or refuses.
func (e *Engine) creating(asked Request) (*Creating, error) {
	if err := e.check(asked); err != nil {
		return nil, err
	}
	writing := e.collections[asked.Collection].rules.Writing
	if writing.Create == nil {
		return nil, writing.notCreated()
	}
	return writing.Create, nil
}

func (e *Engine) createOne(ctx context.Context, tx *db.DB, asked Request, create *Creating, body json.RawMessage) (int64, error) {
	input := create.input()
	if err := e.decode(body, input); err != nil {
		return 0, err
	}
	return create.do(ctx, tx, asked.By, input)
}

// attempts are how often a write is tried that others, who waited for it and it for them, did not
// let end.
const attempts = 5

// write runs a write in a transaction of its own, and once more when PostgreSQL ended it to let
// another one pass: rows that come together come in the order of their list, which no two lists
// need to have in common.
func (e *Engine) write(ctx context.Context, asked Request, do func(tx *db.DB) error) error {
	first := e.collections[asked.Collection].rules.Writing.First
	for attempt := 1; ; attempt++ {
		err := e.tx.WithContext(ctx).Transaction(func(tx *db.DB) error {
			if first != nil {
				if err := first(ctx, tx); err != nil {
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

// Update changes one row by an object. With tags, as If-Match sends them, a row in another
// state is 412 PRECONDITION_FAILED. A row that is not the caller's is 404 NOT_FOUND.
func (e *Engine) Update(ctx context.Context, asked Request, id int64, tags []string, body json.RawMessage) error {
	if err := e.check(asked); err != nil {
		return err
	}
	return e.write(ctx, asked, func(tx *db.DB) error {
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
	err = e.write(ctx, asked, func(tx *db.DB) error {
		if ids, err = e.rowsOf(ctx, tx, asked, changes); err != nil {
			return err
		}
		for _, i := range byID(ids) {
			err := e.updateOne(ctx, tx, asked, ids[i], changes.bodyOf(i))
			if err != nil && changes.bodies != nil {
				err = at(i, err)
			}
			if err != nil {
				return err
			}
		}
		return nil
	})
	return ids, err
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
	return update.do(ctx, tx, asked.By, input)
}

// Delete removes one row, or answers with what the area's verb refuses. Tags are as in Update.
func (e *Engine) Delete(ctx context.Context, asked Request, id int64, tags []string) error {
	if err := e.check(asked); err != nil {
		return err
	}
	return e.write(ctx, asked, func(tx *db.DB) error {
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
	err = e.write(ctx, asked, func(tx *db.DB) error {
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
	return ids, err
}

func (e *Engine) deleteOne(ctx context.Context, tx *db.DB, asked Request, id int64) error {
	remove := e.collections[asked.Collection].rules.Writing.Delete
	if remove == nil {
		return notThisWay("exclui registros")
	}
	return (*remove)(ctx, tx, asked.By, id)
}

// check refuses a write whose query asks for more than the fields to answer with, and one to
// what the caller may not use at all.
func (e *Engine) check(asked Request) error {
	_, err := e.questionOfOne(asked)
	return err
}
