package orders

import (
	"context"
	"strconv"

	"acolhe/models/platform/db"
	"acolhe/models/platform/security"
	"acolhe/models/types/auth"
	"acolhe/models/types/errs"
)

// Remove deletes an order that awaits its payment or was cancelled, with its history and its links to files, and
// records a security event. Any other order is 409 CONFLICT, an unknown one 404 NOT_FOUND.
func Remove(ctx context.Context, tx *db.DB, by auth.Caller, id int64) error {
	return tx.WithContext(ctx).Transaction(func(tx *db.DB) error {
		order, err := db.Lock[Order](tx, id, ownOrders(by))
		if err != nil {
			return err
		}
		if order.Status != AwaitingPayment && order.Status != Cancelled {
			return errs.Conflict(errs.CodeConflict, "Só um pedido que aguarda pagamento ou foi cancelado pode ser excluído.")
		}
		if err := tx.Delete(&order).Error; err != nil {
			return err
		}
		return security.Record(ctx, tx, by, security.Event{
			Kind: security.OrderRemoved, Subject: strconv.FormatInt(order.ID, 10),
			Details: map[string]any{"associate": order.UserCode, "total": order.Total.Typed(), "status": order.Status},
		})
	})
}
