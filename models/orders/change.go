package orders

import (
	"context"
	"slices"
	"strings"

	"acolhe/models/platform/db"
	"acolhe/models/types/access"
	"acolhe/models/types/auth"
	"acolhe/models/types/errs"
	"acolhe/models/types/money"
	"acolhe/models/types/patch"
)

// The refusals of a change: a move that the order of the statuses does not have, and a change of a closed order.
const (
	CodeInvalidTransition = "INVALID_TRANSITION"
	CodeOrderClosed       = "ORDER_CLOSED"
)

// ChangeInput changes what is sent of an order. Its associate and its operator never change. Version is the one that a
// form was opened with.
type ChangeInput struct {
	ID      int64  `json:"-" form:"-"`
	Version string `json:"-" form:"version"`
	Fields
	User        patch.ReadOnly `json:"user"`
	UserCode    patch.ReadOnly `json:"user_code"`
	ServiceUser patch.ReadOnly `json:"service_user"`
}

// Change changes an order and records in its history what differs; a change of nothing writes nothing.
//
// The total is computed again only when something differs that it is made of, by the current configuration. A total that
// was sent must be within the tolerance of it, else of the stored one.
//
// It answers 400 VALIDATION_ERROR with every wrong field, 400 TOTAL_MISMATCH, 404 NOT_FOUND, 409 CONFLICT for a stale
// version, 409 INVALID_TRANSITION for a move that the status does not have, and 409 ORDER_CLOSED for anything but info
// and tags of an order that was delivered or cancelled.
func Change(ctx context.Context, tx *db.DB, by auth.Caller, input ChangeInput) (order Order, err error) {
	err = tx.WithContext(ctx).Transaction(func(tx *db.DB) error {
		var changed Differences
		order, err = db.Change(ctx, tx, input.ID, input.Version, func(tx *db.DB, before Order, order *Order) (err error) {
			changed, err = input.change(ctx, tx, before, order)
			order.DateUpdated = by.Now
			return withoutStoredTotal(by, err)
		}, ownOrders(by))
		if err != nil || len(changed) == 0 {
			return err
		}
		return record(tx, by, Event{OrderID: order.ID, Action: Changed, Changes: changed, DateCreated: by.Now})
	})
	return order, err
}

// change applies the input to an order and returns what differs.
func (in ChangeInput) change(ctx context.Context, tx *db.DB, before Order, order *Order) (Differences, error) {
	in.apply(order)
	changed, err := differences(before, *order)
	if err != nil {
		return nil, err
	}
	if err := changed.validate(before, *order, in.Fields); err != nil {
		return nil, err
	}
	if order.Total, err = changed.total(ctx, tx, *order, in.Total); err != nil {
		return nil, err
	}
	return differences(before, *order)
}

// validate refuses wrong values of what differs, and changes that the order's status does not allow. What does not
// differ is not validated: an old order may hold what would be refused today.
func (d Differences) validate(before, order Order, fields Fields) error {
	problems := order.validate()
	problems.Require(order.NameAssociate != "", "name_associate", "informe o nome")
	problems.Require(slices.Contains(Statuses(), order.Status), "status", "deve ser um dos valores de status de pedidos")
	problems = slices.DeleteFunc(problems, func(wrong errs.Field) bool { return !d.has(root(wrong.Path)) })
	problems.Require(!fields.Total.Null, "total", "não pode ser nulo")
	checkPrice(&problems, "total", fields.Total.Value)
	if err := fields.BindErrors.Merge(problems).Err(); err != nil {
		return err
	}
	if d.has("status") && !slices.Contains(before.Status.Next(), order.Status) {
		return errs.Conflict(CodeInvalidTransition, "Um pedido em “"+string(before.Status)+"” não pode passar para “"+string(order.Status)+"”.")
	}
	if before.Status.IsClosed() && !d.within("info", "tags") {
		return errs.Conflict(CodeOrderClosed, "Um pedido em “"+string(before.Status)+"” só pode mudar nas observações e nas etiquetas.")
	}
	return nil
}

// total returns the total of the changed order and refuses a claimed one that is off.
func (d Differences) total(ctx context.Context, tx *db.DB, order Order, claimed patch.Field[money.Amount]) (money.Amount, error) {
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

// withoutStoredTotal takes the stored total out of a refusal for a caller who may change orders and not read them.
func withoutStoredTotal(by auth.Caller, err error) error {
	if !errs.HasCode(err, CodeTotalMismatch) || access.Can(by, "orders", access.Read) {
		return err
	}
	return errs.New(errs.KindInvalid, CodeTotalMismatch, "O total enviado não é o total calculado. Confira e envie de novo.")
}

// root is the field that a path begins with: items of `items[0].code`.
func root(path string) string {
	if end := strings.IndexAny(path, ".["); end >= 0 {
		return path[:end]
	}
	return path
}
