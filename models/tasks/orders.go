package tasks

import (
	"context"
	"fmt"

	"acolhe/models/orders"
	"acolhe/models/platform/db"
	"acolhe/models/platform/undo"
	"acolhe/models/types/auth"
	"acolhe/models/types/errs"
	"acolhe/models/types/patch"
)

// applyToOrders does the action for orders. An order that has the tag, or whose status does not allow the step, is not
// changed.
func (in Input) applyToOrders(ctx context.Context, tx *db.DB, by auth.Caller, ids []int64) (Result, error) {
	if in.Kind == MoveOrders {
		return in.moveOrders(ctx, tx, by, ids)
	}
	return in.tagOrders(ctx, tx, by, orders.TagInput{IDs: ids, Tag: in.Tag})
}

// tagOrders adds the tag to orders, or removes it.
func (in Input) tagOrders(ctx context.Context, tx *db.DB, by auth.Caller, input orders.TagInput) (result Result, err error) {
	change, kind := orders.AddTag, orders.TagAdded
	if in.Kind == RemoveOrderTag {
		change, kind = orders.RemoveTag, orders.TagRemoved
	}
	changed, err := change(ctx, tx, by, input)
	result.Changed = len(changed)
	if err == nil && len(changed) > 0 {
		result.UndoID, err = undo.Keep(ctx, tx, by, kind, orders.TagInput{IDs: changed, Tag: input.Tag})
	}
	return result, err
}

// moveOrders performs the step. A payment and a cancellation are undone on the page of the order, with a reason.
func (in Input) moveOrders(ctx context.Context, tx *db.DB, by auth.Caller, ids []int64) (Result, error) {
	moved, err := in.Step.take(ctx, tx, by, ids)
	if err != nil {
		return Result{}, err
	}
	result := Result{Changed: len(moved.From), Orders: moved.Refused}
	if result.Changed > 0 && in.Step.Status.IsImmediate() {
		result.UndoID, err = undo.Keep(ctx, tx, by, orders.MovedMany, moved.Moves)
	}
	return result, err
}

// take performs the step for orders.
func (s Step) take(ctx context.Context, tx *db.DB, by auth.Caller, ids []int64) (orders.ManyMoved, error) {
	switch s.Status {
	case orders.Paid:
		input := orders.PayManyInput{IDs: ids, Method: s.Method}
		if s.PaidOn != nil {
			input.PaidOn = patch.Of(*s.PaidOn)
		}
		return orders.PayMany(ctx, tx, by, input)
	case orders.Cancelled:
		return orders.CancelMany(ctx, tx, by, orders.CancelManyInput{IDs: ids, Reason: s.Reason})
	}
	return orders.MoveMany(ctx, tx, by, orders.MoveManyInput{IDs: ids, Status: s.Status})
}

// noOrder is an id without an order.
const noOrder = 0

// check returns the problem of a step without an order: the verb validates the step before it searches the order.
func (s Step) check(ctx context.Context, tx *db.DB, by auth.Caller) error {
	_, err := s.take(ctx, tx, by, []int64{noOrder})
	if errs.HasCode(err, errs.CodeNotFound) {
		return nil
	}
	return err
}

// doToOrder does the action for one order. A status that does
// not allow the step is 409 INVALID_TRANSITION.
func (t *Task) doToOrder(ctx context.Context, tx *db.DB, by auth.Caller, id int64) (rowDone, error) {
	switch t.Kind {
	case AddOrderTag:
		changed, err := orders.AddTag(ctx, tx, by, orders.TagInput{IDs: []int64{id}, Tag: *t.Tag})
		return rowDone{isChanged: len(changed) > 0}, err
	case RemoveOrderTag:
		changed, err := orders.RemoveTag(ctx, tx, by, orders.TagInput{IDs: []int64{id}, Tag: *t.Tag})
		return rowDone{isChanged: len(changed) > 0}, err
	}
	moved, err := t.Facts.Step.take(ctx, tx, by, []int64{id})
	if err == nil && len(moved.Refused) > 0 {
		err = errs.Conflict(orders.CodeInvalidTransition, fmt.Sprintf("O pedido está em “%s”.", moved.Refused[0].Status))
	}
	return rowDone{isChanged: true}, err
}
