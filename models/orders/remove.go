package orders

import (
	"context"
	"strconv"

	"acolhe/models/platform/db"
	"acolhe/models/platform/security"
	"acolhe/models/types/auth"
	"acolhe/models/types/errs"
)

// CanRemove reports whether the status lets the order be deleted: only before its payment, or after it was cancelled.
func (o Order) CanRemove() bool { return o.Status == AwaitingPayment || o.Status == Cancelled }

// Remove deletes an order that awaits its payment or was cancelled, with its history, its separation and its links to
// files, and records a security event. Any other order, and one with a shipping label that was not cancelled, is 409
// CONFLICT, an unknown one 404 NOT_FOUND.
func Remove(ctx context.Context, tx *db.DB, by auth.Caller, id int64) error {
	return tx.WithContext(ctx).Transaction(func(tx *db.DB) error {
		order, err := db.Lock[Order](tx, id, ownOrders(by))
		if err != nil {
			return err
		}
		if !order.CanRemove() {
			return errs.Conflict(errs.CodeConflict, "Só um pedido que aguarda pagamento ou foi cancelado pode ser excluído.")
		}
		var labelled bool
		if err := tx.Raw("select "+hasLabel+" from orders where id = ?", order.ID).Scan(&labelled).Error; err != nil {
			return err
		}
		if labelled {
			return errs.Conflict(errs.CodeConflict, "Este pedido tem uma etiqueta de envio. Cancele a etiqueta antes de excluir o pedido.")
		}
		return order.remove(ctx, tx, by)
	})
}

// remove deletes the row and records it.
func (o Order) remove(ctx context.Context, tx *db.DB, by auth.Caller) error {
	if err := tx.Delete(&o).Error; err != nil {
		return err
	}
	return security.Record(ctx, tx, by, security.Event{
		Kind: security.OrderRemoved, Subject: strconv.FormatInt(o.ID, 10),
		Details: map[string]any{"associate": o.UserCode, "total": o.Total.Typed(), "status": o.Status},
	})
}
