package orders

import (
	"context"
	"slices"
	"strings"

	"acolhe/models/outgoing"
	"acolhe/models/platform/db"
	"acolhe/models/prescriptions"
	"acolhe/models/types/access"
	"acolhe/models/types/auth"
	"acolhe/models/types/errs"
	"acolhe/models/types/money"
	"acolhe/models/types/patch"
	"acolhe/models/types/texts"
)

// Codes for a transition that a status does not have, and for a change of a closed order.
const (
	CodeInvalidTransition = "INVALID_TRANSITION"
	CodeOrderClosed       = "ORDER_CLOSED"
)

// ChangeInput changes the sent fields of an order. Its associate and its operator never change. Version is the version of the opened form.
type ChangeInput struct {
	ID      int64  `json:"-" form:"-"`
	Version string `json:"-" form:"version"`
	Fields
	// PrescriptionReason lets items pass that the prescriptions do not allow.
	PrescriptionReason string         `json:"-" form:"prescription_reason"`
	User               patch.Standing `json:"user"`
	UserCode           patch.Standing `json:"user_code"`
	ServiceUser        patch.Standing `json:"service_user"`
}

// Change changes an order and records the differences in its history. Without a difference it writes nothing.
//
// The total is computed again, with the current configuration, only if one of its components
// differs. A sent total must equal it within the tolerance, or else the stored one.
//
// It returns 400 VALIDATION_ERROR with every wrong field, 400 TOTAL_MISMATCH, 404 NOT_FOUND, 409 CONFLICT for a stale version, 409
// INVALID_TRANSITION for a transition that the status does not have, and 409 ORDER_CLOSED if the order was delivered or cancelled
// and other fields than info and tags differ. Other items are 409 PRESCRIPTION_REQUIRED where the configuration blocks them.
func Change(ctx context.Context, tx *db.DB, by auth.Caller, input ChangeInput) (Order, error) {
	input.PrescriptionReason = strings.TrimSpace(input.PrescriptionReason)
	made := revision{ID: input.ID, Version: input.Version, Reason: &input.PrescriptionReason}
	return changeRecorded(ctx, tx, by, made, func(tx *db.DB, before Order, order *Order) error {
		return withoutStoredTotal(by, input.change(ctx, tx, by, before, order))
	})
}

// revision holds the order to change, the version of the opened form, and the reason, which is read after the change.
type revision struct {
	ID      int64
	Version string
	Reason  *string
}

type applyFunc = func(tx *db.DB, before Order, order *Order) error

// changeRecorded changes an order by apply and records the differences in its history.
func changeRecorded(ctx context.Context, tx *db.DB, by auth.Caller, made revision, apply applyFunc) (order Order, err error) {
	err = tx.WithContext(ctx).Transaction(func(tx *db.DB) error {
		var changed Differences
		order, err = db.Change(ctx, tx, made.ID, made.Version, func(tx *db.DB, before Order, order *Order) (err error) {
			if err = apply(tx, before, order); err == nil && before.Status == Picking && order.Status == Sent {
				err = outgoing.Check(ctx, tx, by, order.ID)
			}
			if err != nil {
				return err
			}
			order.setPaidAt(before, by.Now)
			changed, err = differences(before, *order)
			order.DateUpdated = by.Now
			return err
		}, ownOrders(by))
		if err != nil || len(changed) == 0 {
			return err
		}
		return record(tx, by, Event{OrderID: order.ID, Action: Changed, Changes: changed, Reason: texts.Optional(texts.Of(made.Reason)),
			DateCreated: by.Now})
	})
	return order, err
}

// change applies the input to an order, and sets the reason for the history.
func (in *ChangeInput) change(ctx context.Context, tx *db.DB, by auth.Caller, before Order, order *Order) error {
	if err := in.checkStanding(by, before); err != nil {
		return err
	}
	in.apply(order)
	changed, err := differences(before, *order)
	if err != nil {
		return err
	}
	if err := changed.validate(before, *order, in.Fields); err != nil {
		return err
	}
	if changed.has("items") {
		if in.PrescriptionReason, err = prescriptions.CheckChange(ctx, tx, by, order.Prescribed(), in.PrescriptionReason); err != nil {
			return err
		}
	}
	if changed.has("paid_on") && order.PaidOn != nil {
		if err := checkPaidOn(ctx, tx, by, *order.PaidOn); err != nil {
			return err
		}
	}
	order.Total, err = changed.total(ctx, tx, *order, in.Total)
	return err
}

// checkStanding refuses other values of what never changes, and to a caller who may not read orders any value.
func (in *ChangeInput) checkStanding(by auth.Caller, before Order) error {
	var problems errs.Problems
	mayKnow := access.Can(by, "orders", access.Read)
	problems.Require(in.User.Is(before.User, mayKnow), "user", patch.ErrReadOnly.Error())
	problems.Require(in.UserCode.Is(before.UserCode, mayKnow), "user_code", patch.ErrReadOnly.Error())
	problems.Require(in.ServiceUser.Is(before.ServiceUser, mayKnow), "service_user", patch.ErrReadOnly.Error())
	return problems.Err()
}

// validate refuses wrong values of fields that differ, and changes that the order's status does not allow. Other fields are not validated, because
// an old order may have values that are refused today.
func (d Differences) validate(before, order Order, fields Fields) error {
	problems := order.validate()
	problems.Require(order.NameAssociate != "", "name_associate", "informe o nome")
	problems.Require(slices.Contains(Statuses(), order.Status), "status", "deve ser um dos valores de status de pedidos")
	problems = slices.DeleteFunc(problems, func(wrong errs.Field) bool { return !d.has(root(wrong.Path)) })
	problems.Require(!fields.Total.Null, "total", "não pode ser nulo")
	if err := fields.BindErrors.Merge(problems).Err(); err != nil {
		return err
	}
	if d.has("status") {
		if err := before.Status.checkMove(order.Status); err != nil {
			return err
		}
	}
	if before.Status.IsClosed() && !d.onlyIn("info", "tags") {
		return errs.Conflict(CodeOrderClosed, "Um pedido em “"+string(before.Status)+"” só pode mudar nas observações e nas etiquetas.")
	}
	return nil
}

// total returns the total of the changed order and refuses a claimed one that differs by more than the tolerance.
func (d Differences) total(ctx context.Context, tx *db.DB, order Order, claimed patch.Field[money.Claimed]) (money.Amount, error) {
	totals := Totals{Total: order.Total}
	if d.has("items", "delivery_price", "discount", "donation", "custom_payment") {
		var err error
		if totals, err = Compute(ctx, tx, order.Priced()); err != nil {
			return order.Total, err
		}
	}
	if !claimed.Sent {
		return totals.Total, nil
	}
	return totals.Total, totals.accept(claimed.Value)
}

// withoutStoredTotal removes the stored total from a refusal for a caller who may change orders but not read them.
func withoutStoredTotal(by auth.Caller, err error) error {
	if !errs.HasCode(err, CodeTotalMismatch) || access.Can(by, "orders", access.Read) {
		return err
	}
	return errs.New(errs.KindInvalid, CodeTotalMismatch, "O total enviado não é o total calculado. Confira e envie de novo.")
}

// root returns the first field of a path: items for `items[0].code`.
func root(path string) string {
	if end := strings.IndexAny(path, ".["); end >= 0 {
		return path[:end]
	}
	return path
}
