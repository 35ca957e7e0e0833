package bookings

import (
	"context"
	"time"

	"gorm.io/gorm/clause"

	"acolhe/models/platform/db"
	"acolhe/models/types/errs"
)

// Pay marks every unpaid service of the service's booking group as paid, as a proof of payment does
// (specification, "Service status"). It leaves price_paid to the staff. An unknown service is 404
// NOT_FOUND.
func Pay(ctx context.Context, tx *db.DB, id int64, now time.Time) error {
	return tx.WithContext(ctx).Transaction(func(tx *db.DB) error {
		group := tx.Model(&Service{}).Select("booking_group_code").Where("id = ?", id)
		var ids []int64
		// Sorted, so that two proofs for a group do not deadlock.
		err := tx.Model(&Service{}).Clauses(clause.Locking{Strength: "NO KEY UPDATE"}).
			Where("booking_group_code = (?)", group).Order("id").Pluck("id", &ids).Error
		if err == nil && len(ids) == 0 {
			err = errs.NotFound("Serviço não encontrado.")
		}
		if err != nil {
			return err
		}
		return tx.Model(&Service{}).Where("id in ? and status = ?", ids, AwaitingPayment).
			UpdateColumns(map[string]any{"status": Paid, "paid_at": now, "date_updated": now}).Error
	})
}

// setPaidAt sets the time of a payment, or removes it if the service is no longer paid.
func (s *Service) setPaidAt(before Status, now time.Time) {
	switch {
	case s.Status != Paid:
		s.PaidAt = nil
	case before != Paid:
		s.PaidAt = &now
	}
}
