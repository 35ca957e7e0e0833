package orders

import (
	"context"
	"strings"

	"acolhe/models/platform/db"
	"acolhe/models/platform/undo"
	"acolhe/models/types/auth"
	"acolhe/models/types/errs"
	"acolhe/models/types/texts"
)

// Limits of the columns.
const (
	maxReason   = 500
	maxTracking = 60
	maxCarrier  = 60
)

// MoveInput is a move to a status that needs no further data: Picking or Delivered.
type MoveInput struct {
	ID      int64  `form:"-"`
	Version string `form:"version"`
	To      Status `form:"status"`
}

// Moved holds the move of an order, to undo it.
type Moved struct {
	ID       int64
	From, To Status
}

// MoveUndo is the kind of undo that UndoMove performs.
const MoveUndo undo.Kind = "orders.move"

// Move changes the status of an order and returns the id of the undo, or 0 if the order has the status already. It
// returns 404 NOT_FOUND, 409 CONFLICT for a stale version, and 409 INVALID_TRANSITION for a transition that the status
// does not have or that needs further data: see Pay, Send and Cancel.
func Move(ctx context.Context, tx *db.DB, by auth.Caller, input MoveInput) (order Order, undoID int64, err error) {
	if input.To != Picking && input.To != Delivered {
		return order, 0, errs.Conflict(CodeInvalidTransition, "Para esta situação, use o botão dela na página do pedido.")
	}
	var moved Moved
	err = tx.WithContext(ctx).Transaction(func(tx *db.DB) error {
		order, err = changeRecorded(ctx, tx, by, revision{ID: input.ID, Version: input.Version},
			func(_ *db.DB, before Order, order *Order) error {
				moved = Moved{ID: before.ID, From: before.Status, To: input.To}
				order.Status = input.To
				return unlessDone(before, *order, before.Status.checkMove(input.To))
			})
		if err != nil || moved.From == moved.To {
			return err
		}
		undoID, err = undo.Keep(ctx, tx, by, MoveUndo, moved)
		return err
	})
	return order, undoID, err
}

// unlessDone returns the refusal of a move, or nil if the order has the result of the move already, for example because
// a form was sent twice.
func unlessDone(before, order Order, refused error) error {
	changed, err := differences(before, order)
	if err != nil || len(changed) == 0 {
		return err
	}
	return refused
}

// UndoMove undoes Move. If the order has changed status since, it returns 409 CONFLICT.
func UndoMove(ctx context.Context, tx *db.DB, by auth.Caller, moved Moved) error {
	_, err := changeRecorded(ctx, tx, by, revision{ID: moved.ID}, func(_ *db.DB, before Order, order *Order) error {
		if before.Status != moved.To {
			return errs.Conflict(errs.CodeConflict, "O pedido já está em “"+string(before.Status)+"”: nada foi desfeito.")
		}
		order.Status = moved.From
		return nil
	})
	return err
}

// SendInput is the shipment of an order. A pick-up needs no tracking code.
type SendInput struct {
	errs.BindErrors
	ID           int64  `form:"-"`
	Version      string `form:"version"`
	Carrier      string `form:"freight_carrier"`
	TrackingCode string `form:"tracking_code"`
	IsPickup     bool   `form:"pickup"`
}

// Send marks an order as sent. It returns 400 VALIDATION_ERROR with every wrong field, 404 NOT_FOUND, 409 CONFLICT for a
// stale version, and 409 INVALID_TRANSITION unless the order is being picked.
func Send(ctx context.Context, tx *db.DB, by auth.Caller, input SendInput) (Order, error) {
	input.Carrier, input.TrackingCode = strings.TrimSpace(input.Carrier), strings.TrimSpace(input.TrackingCode)
	var p errs.Problems
	checkTracking(&p, "tracking_code", input.TrackingCode, input.IsPickup)
	p.Require(texts.Fits(input.Carrier, maxCarrier), "freight_carrier", "é longo demais")
	if err := input.BindErrors.Merge(p).Err(); err != nil {
		return Order{}, err
	}
	return changeRecorded(ctx, tx, by, revision{ID: input.ID, Version: input.Version}, func(_ *db.DB, before Order, order *Order) error {
		order.Status, order.TrackingCode = Sent, texts.Optional(input.TrackingCode)
		order.setCarrier(input.Carrier)
		return unlessDone(before, *order, before.Status.checkMove(Sent))
	})
}

// NoTracking is the message for an order without a tracking code.
const NoTracking = "informe o código, ou marque a retirada"

// checkTracking adds what is wrong with a tracking code, which only a pick-up may lack.
func checkTracking(p *errs.Problems, path, code string, isPickup bool) {
	p.Require(isPickup || code != "", path, NoTracking)
	p.Require(texts.Fits(code, maxTracking), path, "é longo demais")
}

// ReasonInput is a move of an order that needs a reason.
type ReasonInput struct {
	errs.BindErrors
	ID      int64  `form:"-"`
	Version string `form:"version"`
	Reason  string `form:"reason"`
}

// MoveBack returns an order to its previous status, with the reason in its history (decisions.md, "Settled while
// building"), and removes the payment or the tracking code of the step. It returns 400 VALIDATION_ERROR without a
// reason, 404 NOT_FOUND, 409 CONFLICT for a stale version, and 409 INVALID_TRANSITION for the first status and for a
// cancelled order.
func MoveBack(ctx context.Context, tx *db.DB, by auth.Caller, input ReasonInput) (Order, error) {
	return moveWithReason(ctx, tx, by, input, func(_ *db.DB, before Order, order *Order) error {
		previous := before.Status.Previous()
		if previous == "" {
			return errs.Conflict(CodeInvalidTransition, "Um pedido em “"+string(before.Status)+"” não volta.")
		}
		order.Status = previous
		switch before.Status {
		case Paid:
			order.forgetPayment()
		case Sent:
			order.TrackingCode = nil
		}
		return nil
	})
}

// Cancel cancels an order, with the reason in its history. It returns the errors of MoveBack; INVALID_TRANSITION is for a
// delivered or cancelled order.
func Cancel(ctx context.Context, tx *db.DB, by auth.Caller, input ReasonInput) (Order, error) {
	return moveWithReason(ctx, tx, by, input, func(_ *db.DB, before Order, order *Order) error {
		order.Status = Cancelled
		return unlessDone(before, *order, before.Status.checkMove(Cancelled))
	})
}

func moveWithReason(ctx context.Context, tx *db.DB, by auth.Caller, input ReasonInput, apply applyFunc) (Order, error) {
	reason := strings.TrimSpace(input.Reason)
	p := checkReason(reason)
	if err := input.BindErrors.Merge(p).Err(); err != nil {
		return Order{}, err
	}
	return changeRecorded(ctx, tx, by, revision{ID: input.ID, Version: input.Version, Reason: &reason}, apply)
}

func checkReason(reason string) errs.Problems {
	var p errs.Problems
	p.Require(reason != "", "reason", "escreva o motivo")
	p.Require(texts.Fits(reason, maxReason), "reason", "é longo demais")
	return p
}
