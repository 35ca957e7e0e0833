package orders

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"

	"acolhe/models/platform/db"
	"acolhe/models/platform/undo"
	"acolhe/models/types/auth"
	"acolhe/models/types/civil"
	"acolhe/models/types/errs"
	"acolhe/models/types/patch"
	"acolhe/models/types/texts"
)

// MaxTogether is the maximum number of orders of one change, MaxSentTogether that of SendMany.
const (
	MaxTogether     = 500
	MaxSentTogether = 100
)

// MovedMany is the kind of undo that UndoMoveMany performs.
const MovedMany undo.Kind = "orders.move_many"

// MoveManyInput changes the status of several orders.
type MoveManyInput struct {
	IDs    []int64 `form:"ids"`
	Status Status  `form:"status"`
}

// PayManyInput is the payment of several orders, each of which is paid with its total.
type PayManyInput struct {
	errs.BindErrors
	IDs    []int64                 `form:"ids"`
	Method PaymentMethod           `form:"payment_method"`
	PaidOn patch.Field[civil.Date] `form:"paid_on"`
}

// SendManyInput says how several orders are sent: those in Orders, while any other of IDs is refused. Without a Carrier each
// order keeps its own. IsPickup allows orders without a tracking code.
type SendManyInput struct {
	errs.BindErrors
	IDs      []int64   `form:"ids"`
	Carrier  string    `form:"freight_carrier"`
	Orders   []Tracked `form:"orders"`
	IsPickup bool      `form:"pickup"`
}

// Tracked is an order with its tracking code.
type Tracked struct {
	ID           int64  `form:"id"`
	TrackingCode string `form:"tracking_code"`
}

// CancelManyInput cancels several orders for one reason.
type CancelManyInput struct {
	errs.BindErrors
	IDs    []int64 `form:"ids"`
	Reason string  `form:"reason"`
}

// ManyMoved is the result of a status change of several orders. Refused are the orders, unchanged, whose status does not
// allow it.
type ManyMoved struct {
	Moves
	Refused []Order
}

// Moves holds the new status of orders and their previous ones, to undo MoveMany.
type Moves struct {
	To   Status
	From map[int64]Status
}

// IsImmediate reports whether an order can get the status without further data. Paying needs a payment, sending a
// tracking code, and cancelling a reason.
func (s Status) IsImmediate() bool { return s == Picking || s == Delivered }

// Before returns the statuses from which an order may change to this one.
func (s Status) Before() []Status {
	return slices.DeleteFunc(Statuses(), func(before Status) bool { return !slices.Contains(before.Next(), s) })
}

// MoveMany changes the status of the orders that allow it and returns the others as refused. It returns 400
// VALIDATION_ERROR for a status that is not immediate and for no or more than 500 orders, and 404 NOT_FOUND for an
// unknown order.
func MoveMany(ctx context.Context, tx *db.DB, by auth.Caller, input MoveManyInput) (ManyMoved, error) {
	var p errs.Problems
	p.Require(input.Status.IsImmediate(), "status", "escolha uma situação que não pede mais dados")
	ids, err := lockOrder(input.IDs, p)
	if err != nil {
		return ManyMoved{}, err
	}
	return moveEach(ctx, tx, by, ids, step{To: input.Status, isFor: every, set: func(*Order) {}})
}

// PayMany marks the orders that await their payment as paid with their totals; the others are returned as refused. It
// returns 400 VALIDATION_ERROR with every wrong field and for no or more than 500 orders, and 404 NOT_FOUND for an unknown
// order.
func PayMany(ctx context.Context, tx *db.DB, by auth.Caller, input PayManyInput) (ManyMoved, error) {
	p, err := CheckPayment(ctx, tx, by, input.Method, input.PaidOn)
	if err != nil {
		return ManyMoved{}, err
	}
	ids, err := lockOrder(input.IDs, input.BindErrors.Merge(p))
	if err != nil {
		return ManyMoved{}, err
	}
	return moveEach(ctx, tx, by, ids, step{To: Paid, isFor: every, set: func(order *Order) {
		total := order.Total
		order.PaymentMethod, order.PaidOn, order.AmountReceived = &input.Method, &input.PaidOn.Value, &total
	}})
}

// SendMany marks the orders that are being picked as sent; the others are returned as refused. It returns 400
// VALIDATION_ERROR with every wrong field and for no or more than 100 orders, and 404 NOT_FOUND for an unknown order.
func SendMany(ctx context.Context, tx *db.DB, by auth.Caller, input SendManyInput) (ManyMoved, error) {
	carrier := strings.TrimSpace(input.Carrier)
	var p errs.Problems
	p.Require(texts.Fits(carrier, maxCarrier), "freight_carrier", "é longo demais")
	p.Require(len(input.Orders) <= MaxSentTogether, "ids", "selecione no máximo 100 de cada vez")
	codes, ids := map[int64]string{}, slices.Clone(input.IDs)
	for i, order := range input.Orders {
		ids, codes[order.ID] = append(ids, order.ID), strings.TrimSpace(order.TrackingCode)
		checkTracking(&p, fmt.Sprintf("orders[%d].tracking_code", i), codes[order.ID], input.IsPickup)
	}
	ids, err := lockOrder(ids, input.BindErrors.Merge(p))
	if err != nil {
		return ManyMoved{}, err
	}
	hasCode := func(id int64) bool { _, has := codes[id]; return has }
	return moveEach(ctx, tx, by, ids, step{To: Sent, isFor: hasCode, set: func(order *Order) {
		order.TrackingCode = texts.Optional(codes[order.ID])
		if carrier != "" {
			order.setCarrier(carrier)
		}
	}})
}

// CancelMany cancels the orders that can be cancelled, with the reason in their histories; the others are refused one by
// one. It returns 400 VALIDATION_ERROR without a reason and for no or more than 500 orders, and 404 NOT_FOUND for an unknown
// order.
func CancelMany(ctx context.Context, tx *db.DB, by auth.Caller, input CancelManyInput) (ManyMoved, error) {
	reason := strings.TrimSpace(input.Reason)
	ids, err := lockOrder(input.IDs, input.BindErrors.Merge(checkReason(reason)))
	if err != nil {
		return ManyMoved{}, err
	}
	return moveEach(ctx, tx, by, ids, step{To: Cancelled, Reason: reason, isFor: every, set: func(*Order) {}})
}

// step is a change of status, for orders and with what else it sets.
type step struct {
	To     Status
	Reason string
	isFor  func(id int64) bool
	set    func(order *Order)
}

func every(int64) bool { return true }

// moveEach takes the step for all orders that may have it, in one transaction.
func moveEach(ctx context.Context, tx *db.DB, by auth.Caller, ids []int64, step step) (ManyMoved, error) {
	result := ManyMoved{Moves: Moves{To: step.To, From: map[int64]Status{}}}
	err := tx.WithContext(ctx).Transaction(func(tx *db.DB) error {
		for _, id := range ids {
			before, err := db.Lock[Order](tx, id, ownOrders(by))
			if err != nil {
				return err
			}
			if !step.isFor(id) || !slices.Contains(before.Status.Next(), step.To) {
				result.Refused = append(result.Refused, before)
				continue
			}
			_, err = changeRecorded(ctx, tx, by, revision{ID: id, Reason: &step.Reason}, func(_ *db.DB, _ Order, order *Order) error {
				order.Status = step.To
				step.set(order)
				return nil
			})
			if err != nil {
				return err
			}
			result.From[id] = before.Status
		}
		return nil
	})
	return result, err
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

// lockOrder returns ids in the order in which their rows are locked, so that concurrent changes do not deadlock.
func lockOrder(ids []int64, problems errs.Problems) ([]int64, error) {
	sorted := slices.Compact(slices.Sorted(slices.Values(ids)))
	problems.Require(len(sorted) > 0, "ids", "selecione um pedido na lista")
	problems.Require(len(sorted) <= MaxTogether, "ids", "selecione no máximo 500 de cada vez")
	return sorted, problems.Err()
}
