package orders

import (
	"context"
	"time"

	"acolhe/models/db"
	"acolhe/models/errs"
	"acolhe/models/person"
)

// Remove deletes an order that awaits its payment or was cancelled, with its history and its
// links to files. Any other is 409 CONFLICT: something was paid for it. An unknown one is 404
// NOT_FOUND.
func Remove(ctx context.Context, tx *db.DB, by person.Person, id int64, _ time.Time) error {
	return tx.WithContext(ctx).Transaction(func(tx *db.DB) error {
		order, err := lock(tx, by, id)
		if err != nil {
			return err
		}
		if order.Status != AwaitingPayment && order.Status != Cancelled {
			return errs.Conflict(errs.CodeConflict, "Só um pedido que aguarda pagamento ou foi cancelado pode ser excluído.")
		}
		return tx.Delete(&order).Error
	})
}
