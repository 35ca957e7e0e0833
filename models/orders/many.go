package orders

import (
	"context"
	"maps"
	"slices"
	"strings"

	"acolhe/models/platform/db"
	"acolhe/models/platform/undo"
	"acolhe/models/types/auth"
	"acolhe/models/types/errs"
	"acolhe/models/types/patch"
)

// maxTogether is the maximum number of orders of one change.
const maxTogether = 500

// The kinds of undo that UndoMoveMany, UndoAddTag and UndoRemoveTag perform.
const (
	MovedMany  undo.Kind = "orders.move_many"
	TagAdded   undo.Kind = "orders.tag.add"
	TagRemoved undo.Kind = "orders.tag.remove"
)

// MoveManyInput changes the status of several orders.
type MoveManyInput struct {
	IDs    []int64 `form:"ids"`
	Status Status  `form:"status"`
}

// TagInput is a tag and the orders to which it is added, or from which it is removed.
type TagInput struct {
	IDs []int64 `form:"ids"`
	Tag string  `form:"tag"`
}

// ManyChanged is the result of a change of several orders. Refused are the orders, unchanged, whose status does not
// allow it; UndoID is the id of the undo of the other changes, or 0 if nothing changed.
type ManyChanged struct {
	Changed []int64
	Refused []Order
	UndoID  int64
}

// Moves holds the new status of orders and their previous ones, to undo MoveMany.
type Moves struct {
	To   Status
	From map[int64]Status
}

// IsImmediate reports whether an order can get the status without further data. Paying needs a payment, sending a
// tracking code, and cancelling a confirmation.
func (s Status) IsImmediate() bool { return s == Picking || s == Delivered }

// Before returns the statuses from which an order may change to this one.
func (s Status) Before() []Status {
	return slices.DeleteFunc(Statuses(), func(before Status) bool { return !slices.Contains(before.Next(), s) })
}

// MoveMany changes the status of the orders that allow it and returns the others as refused. It returns 400
// VALIDATION_ERROR for a status that is not immediate and for no or more than 500 orders, and 404 NOT_FOUND for an
// unknown order.
func MoveMany(ctx context.Context, tx *db.DB, by auth.Caller, input MoveManyInput) (result ManyChanged, err error) {
	var problems errs.Problems
	problems.Require(input.Status.IsImmediate(), "status", "escolha uma situação que não pede mais dados")
	ids, err := together(input.IDs, problems)
	if err != nil {
		return result, err
	}
	moved := Moves{To: input.Status, From: map[int64]Status{}}
	err = tx.WithContext(ctx).Transaction(func(tx *db.DB) error {
		for _, id := range ids {
			before, err := db.Lock[Order](tx, id, ownOrders(by))
			if err != nil {
				return err
			}
			if !slices.Contains(before.Status.Next(), input.Status) {
				result.Refused = append(result.Refused, before)
				continue
			}
			if _, err := changeRecorded(ctx, tx, by, revision{ID: id}, setStatus(input.Status)); err != nil {
				return err
			}
			moved.From[id] = before.Status
			result.Changed = append(result.Changed, id)
		}
		return result.keep(ctx, tx, by, MovedMany, moved)
	})
	return result, err
}

func setStatus(status Status) applyFunc {
	return func(_ *db.DB, _ Order, order *Order) error {
		order.Status = status
		return nil
	}
}

// UndoMoveMany restores the previous status of orders, except those that have changed status since.
func UndoMoveMany(ctx context.Context, tx *db.DB, by auth.Caller, moved Moves) error {
	return tx.WithContext(ctx).Transaction(func(tx *db.DB) error {
		for _, id := range slices.Sorted(maps.Keys(moved.From)) {
			err := UndoMove(ctx, tx, by, Moved{ID: id, From: moved.From[id], To: moved.To})
			if err != nil && !errs.HasCode(err, errs.CodeConflict) {
				return err
			}
		}
		return nil
	})
}

// AddTag adds a tag to orders, all or none. It returns 400 VALIDATION_ERROR without a tag and for no or more than 500
// orders, and 404 NOT_FOUND for an unknown order.
func AddTag(ctx context.Context, tx *db.DB, by auth.Caller, input TagInput) (ManyChanged, error) {
	return input.apply(ctx, tx, by, TagAdded, func(tags []string, tag string) []string {
		if slices.Contains(tags, tag) {
			return tags
		}
		return append(tags, tag)
	})
}

// RemoveTag removes a tag from orders, all or none. It returns the errors of AddTag.
func RemoveTag(ctx context.Context, tx *db.DB, by auth.Caller, input TagInput) (ManyChanged, error) {
	return input.apply(ctx, tx, by, TagRemoved, func(tags []string, tag string) []string {
		return slices.DeleteFunc(tags, func(name string) bool { return name == tag })
	})
}

// UndoAddTag removes the tag from the orders to which it was added.
func UndoAddTag(ctx context.Context, tx *db.DB, by auth.Caller, added TagInput) error {
	_, err := RemoveTag(ctx, tx, by, added)
	return err
}

// UndoRemoveTag adds the tag to the orders from which it was removed.
func UndoRemoveTag(ctx context.Context, tx *db.DB, by auth.Caller, removed TagInput) error {
	_, err := AddTag(ctx, tx, by, removed)
	return err
}

func (in TagInput) apply(ctx context.Context, tx *db.DB, by auth.Caller, kind undo.Kind, change func(tags []string, tag string) []string) (result ManyChanged, err error) {
	tag := strings.TrimSpace(in.Tag)
	var problems errs.Problems
	problems.Require(tag != "", "tag", "escolha uma etiqueta")
	ids, err := together(in.IDs, problems)
	if err != nil {
		return result, err
	}
	err = tx.WithContext(ctx).Transaction(func(tx *db.DB) error {
		for _, id := range ids {
			before, err := db.Lock[Order](tx, id, ownOrders(by))
			if err != nil {
				return err
			}
			tags := change(slices.Clone(before.Tags), tag)
			if slices.Equal(tags, before.Tags) {
				continue
			}
			if _, err := Change(ctx, tx, by, ChangeInput{ID: id, Fields: Fields{Tags: patch.Of(tags)}}); err != nil {
				return err
			}
			result.Changed = append(result.Changed, id)
		}
		return result.keep(ctx, tx, by, kind, TagInput{IDs: result.Changed, Tag: tag})
	})
	return result, err
}

// keep stores the undo of a change, unless nothing changed.
func (r *ManyChanged) keep(ctx context.Context, tx *db.DB, by auth.Caller, kind undo.Kind, payload any) (err error) {
	if len(r.Changed) > 0 {
		r.UndoID, err = undo.Keep(ctx, tx, by, kind, payload)
	}
	return err
}

// together returns ids in the order in which their rows are locked, so that concurrent changes do not deadlock.
func together(ids []int64, problems errs.Problems) ([]int64, error) {
	sorted := slices.Compact(slices.Sorted(slices.Values(ids)))
	problems.Require(len(sorted) > 0, "ids", "selecione um pedido na lista")
	problems.Require(len(sorted) <= maxTogether, "ids", "selecione no máximo 500 de cada vez")
	return sorted, problems.Err()
}
